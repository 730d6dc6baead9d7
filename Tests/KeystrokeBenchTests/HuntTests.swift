import Foundation
import RunFixtures
import Testing

/// Tests of `keystroke-bench hunt`, as a user runs it.
struct HuntTests {
  private let folder: TemporaryFolder
  private let program = BuiltProgram.keystrokeBench

  init() throws { folder = try TemporaryFolder() }

  private func hunt(_ arguments: String...) async throws -> BuiltProgram.Outcome {
    try await program.run(["hunt"] + arguments, in: folder.path)
  }

  @Test("Nothing found: 0, with the number of judged keystrokes")
  func nothing() async throws {
    let outcome = try await hunt("incremental-delegate", "--keystrokes", "5000", "--quiet")
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(outcome.output.contains(/nothing found in 5[0-9]{3} keystrokes/))
    #expect(outcome.error == "")
  }

  @Test("Findings: 1, printed as blocks and as tests that compile")
  func found() async throws {
    let outcome = try await hunt(
      "delegate-filter", "--locale", "en_US", "--value", "double", "--keystrokes", "20000",
      "--seed", "2")
    #expect(outcome.status == 1)
    let printed = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../KeystrokeSuitesTests/PrintedTests.swift").standardized,
      encoding: .utf8)
    let tests = try #require(printed.firstRange(of: "@Test func"))
    #expect(outcome.output.contains(printed[tests.lowerBound...]))
    for name in ["before     ", "edit 1 of ", "expected   ", "came       ", "session    "] {
      #expect(outcome.output.contains("\n\(name)"))
    }
  }

  @Test("Each session can be pasted into a file for replay, and fails there")
  func replayed() async throws {
    let outcome = try await hunt("delegate-filter", "--keystrokes", "20000")
    let count = try #require(outcome.output.prefixMatch(of: /([0-9]+) kinds? of fault found/))
    let lines = outcome.output.split(separator: "\n").filter { $0.hasPrefix("session    ") }
    #expect(lines.count == Int(count.1))
    let cases = lines.enumerated().map { index, line in
      line.dropFirst("session    ".count).replacing("\"hunted\"", with: "\"hunted \(index)\"")
    }
    try folder.write(cases.map { "\($0)\n" }.joined(), to: "found.jsonl")
    let replayed = try await program.run(
      ["replay", "found.jsonl", "--strategy", "delegate-filter"], in: folder.path)
    #expect(replayed.status == 1, "\(replayed.error)")
    #expect(replayed.output.hasPrefix("FAIL: 0 passed, \(cases.count) failed\n"))
  }

  @Test("Impossible options: 64, or 2 from the suite")
  func refused() async throws {
    let nobody = try await hunt("nobody")
    #expect(nobody.status == 2 && nobody.error.contains("nobody is not known"))
    let none = try await hunt("delegate-filter", "--keystrokes", "0")
    #expect(none.status == 64)
    let locale = try await hunt("delegate-filter", "--locale", "xx_YY")
    #expect(locale.status == 2 && locale.error.contains("xx_YY is not a locale that ICU knows"))
    let floor = try await hunt("unformatted")
    #expect(floor.status == 2 && floor.output == "")
  }
}
