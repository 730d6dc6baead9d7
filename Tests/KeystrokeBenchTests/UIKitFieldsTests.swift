import Foundation
import RunFixtures
import Testing

/// Delegates that import UIKit, in another package, measured by this one's program: `Examples/UIKitFields`.
@Suite("Delegates that import UIKit", .needsLiveShim, .needsExample("UIKitFieldsBenchmarks"))
struct UIKitFieldsTests {
  private let program = BuiltProgram.keystrokeBench
  private static let worker = (try? BuiltProgram("UIKitFieldsBenchmarks").path) ?? ""

  @Test("verify: text, value and caret are right, also if the caret moves in a later turn")
  func verify() async throws {
    let outcome = try await program.run(
      ["verify", "--worker", Self.worker, "--length", "all", "--script", "all"])
    #expect(outcome.status == 0, "\(outcome.output) \(outcome.error)")
    // Amounts of 1 to 12 digits under nine scripts; cards of 16 and phone numbers of 10 under eight, as nothing else
    // writes their values.
    #expect(outcome.output.hasPrefix("PASS: 316 ok, 0 wrong\n"), "\(outcome.output)")
  }

  @Test("run: times, allocations and instructions of the delegate's phases, a later turn included")
  func measured() async throws {
    let folder = try TemporaryFolder()
    let run = try await program.run(
      [
        "run", "--worker", Self.worker, "--rounds", "1", "--instructions", "valgrind", "--script",
        "type", "--length", "9,10", "--out", "first",
      ], in: folder.path)
    #expect(run.status == 0, "\(run.error)")
    let first = try RunOnDisk(folder.path("first"))
    #expect(first.status == "finished")
    let phone = "phone-field/phone-us/en_US/10/type"
    #expect(
      first.cells == ["money-field/dollars/en_US/9/type", "card-field/card/en_US/9/type", phone])
    #expect(first.rows.allSatisfy { $0["text"] == "ok" })
    for metric in ["time", "allocations", "instructions"] {
      let phases = Set(
        first.rows.filter { $0["metric"] == metric && $0.cell == phone }.map { $0["phase"] })
      let expected = ["total", "filter", "format", "refresh"]
      #expect(phases.isSuperset(of: expected), "\(metric): \(phases)")
    }
  }
}
