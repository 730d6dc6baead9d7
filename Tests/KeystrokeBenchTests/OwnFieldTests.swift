import Foundation
import RunFixtures
import Testing

/// Tests of `Examples/CardField`, a field of another package that this program measures, counts and compares.
@Suite("A field of another package", .needsLiveShim, .needsExample("CardFieldBenchmarks"))
struct OwnFieldTests {
  private let program = BuiltProgram.keystrokeBench

  static let package = URL(filePath: #filePath)
    .appending(path: "../../../Examples/CardField").standardized.path()

  /// The worker of the example, which `scripts/test` builds.
  static let worker = (try? BuiltProgram("CardFieldBenchmarks").path) ?? ""

  @Test("list: two strategies at three lengths under nine scripts, and the trace")
  func list() async throws {
    let outcome = try await program.run(["list", "--worker", Self.worker])
    #expect(outcome.status == 0, "\(outcome.error)")
    let cells = outcome.output.split(separator: "\n")
    #expect(cells.count == 2 * 3 * 9 + 2)
    #expect(cells.contains("card-delegate/card/en_US/16/paste"))
    #expect(cells.contains("card-onchange/card/en_US/18/trace-checkout"))
    // A length that the user names is added; more digits than a card has are not.
    let longer = try await program.run(
      ["list", "--worker", Self.worker, "--length", "12,17", "--script", "type"])
    #expect(
      longer.output == "card-delegate/card/en_US/12/type\ncard-onchange/card/en_US/12/type\n")
  }

  @Test("The cells named on the example's page exist")
  func documented() async throws {
    let named = try DocumentedCommands("Examples/CardField/README.md").cells
    #expect(!named.isEmpty)
    let list = try await program.run(["list", "--worker", Self.worker])
    #expect(named.isSubset(of: Set(list.output.split(separator: "\n").map(String.init))))
  }

  @Test("verify: text and value are right in every cell, in every locale")
  func verify() async throws {
    let outcome = try await program.run(
      [
        "verify", "--worker", Self.worker, "--length", "all", "--script", "all", "--locale",
        "en_US,ar_EG",
      ])
    #expect(outcome.status == 0, "\(outcome.output) \(outcome.error)")
    // Two strategies with sixteen lengths, nine scripts, two locales and a trace.
    #expect(outcome.output.hasPrefix("PASS: 578 ok, 0 wrong\n"), "\(outcome.output)")
  }

  @Test("run and check: times, allocations, refreshes and instructions of every phase, texts right")
  func measured() async throws {
    let folder = try TemporaryFolder()
    let cells = ["--worker", Self.worker, "--length", "9", "--script", "type,paste"]
    let run = try await program.run(
      ["run", "--rounds", "1", "--instructions", "valgrind", "--out", "first"] + cells,
      in: folder.path)
    #expect(run.status == 0, "\(run.error)")
    let first = try RunOnDisk(folder.path("first"))
    #expect(first.status == "finished")
    #expect(first.cells.count == 4)
    #expect(first.rows.allSatisfy { $0["text"] == "ok" && $0["suite"] == "CardField" })
    for metric in ["time", "allocations", "instructions", "retains"] {
      let phases = first.rows.filter {
        $0["metric"] == metric && $0.cell == "card-delegate/card/en_US/9/type"
      }.map { $0["phase"] }
      for phase in ["total", "filter", "parse", "format", "refresh"] {
        #expect(phases.contains(phase), "\(metric) has no \(phase): \(phases)")
      }
    }
    let refreshes = first.rows.filter { $0["metric"] == "refreshes" && $0["phase"] == "total" }
    #expect(refreshes.count == 4)
    #expect(try refreshes.allSatisfy { try ($0.figure("mean") ?? 0) > 0 })

    let saved = try await program.run(["baseline", "save", "first", "card"], in: folder.path)
    #expect(saved.status == 0, "\(saved.error)")
    let check = try await program.run(
      ["check", "--baseline", "card", "--rounds", "1", "--instructions", "valgrind"] + cells,
      in: folder.path)
    #expect(check.status == 0, "\(check.output) \(check.error)")
    #expect(check.output.hasPrefix("PASS"), "\(check.output)")

    // Compare with a baseline that refreshed less: the run must be reported as worse.
    try folder.editRows(ofRun: "first") { lines in
      for index in lines.indices where lines[index].contains(",total,refreshes,") {
        var fields = lines[index].split(separator: ",", omittingEmptySubsequences: false)
        for place in 14...20 { fields[place] = "0" }
        lines[index] = fields.joined(separator: ",")
      }
    }
    let stale = try await program.run(["baseline", "save", "first", "stale"], in: folder.path)
    #expect(stale.status == 0, "\(stale.error)")
    let fails = try await program.run(
      ["check", "--baseline", "stale", "--no-time"] + cells, in: folder.path)
    #expect(fails.status == 1, "\(fails.output) \(fails.error)")
    #expect(fails.output.contains("refreshes"), "\(fails.output)")
  }

  @Test("replay: edits with the caret, as the delegate promises and the action cannot")
  func replay() async throws {
    let cases = ["\(Self.package)/Tests/edits.jsonl", "--worker", Self.worker]
    let delegate = try await program.run(["replay", "--strategy", "card-delegate"] + cases)
    #expect(delegate.status == 0, "\(delegate.output) \(delegate.error)")
    let action = try await program.run(["replay", "--strategy", "card-onchange"] + cases)
    #expect(action.status == 1, "\(action.output) \(action.error)")
    #expect(action.output.contains("over-a-space"), "\(action.output)")
    #expect(!action.output.contains("too-long"), "\(action.output)")
  }

  @Test("The commands of its README work")
  func readme() async throws {
    let folder = try TemporaryFolder()
    let build = folder.path("Examples/CardField/.build")
    try FileManager.default.createDirectory(atPath: build, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: "\(build)/release",
      withDestinationPath: URL(filePath: Self.worker).deletingLastPathComponent().path())
    let prefix = "    .build/release/keystroke-bench "
    let lines = try DocumentedCommands("Examples/CardField/README.md").text
      .split(separator: "\n").filter { $0.hasPrefix(prefix) }.map { $0.dropFirst(prefix.count) }
    let (run, compare) = (try #require(lines.first), try #require(lines.last))
    for out in ["before", "after"] {
      let line = run.replacing("--out before", with: "--out \(out)")
      let outcome = try await program.run(
        [], script: "\"$0\" \(line) --rounds 1 --instructions none", in: folder.path)
      #expect(outcome.status == 0, "\(outcome.error)")
      let cells = try RunOnDisk(folder.path(out)).cells
      #expect(cells.contains("card-delegate/card/en_US/18/trace-checkout"))
    }
    let outcome = try await program.run([], script: "\"$0\" \(compare)", in: folder.path)
    #expect(outcome.status == 0, "\(outcome.output) \(outcome.error)")
    #expect(outcome.output.hasPrefix("PASS"), "\(outcome.output)")
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips tests unless the worker of an example is built.
  static func needsExample(_ worker: String) -> Self {
    .enabled(
      if: (try? BuiltProgram(worker).path) != nil, "the example is not built; scripts/test does it")
  }
}
