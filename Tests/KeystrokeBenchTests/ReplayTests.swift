import Foundation
import RunFixtures
import Testing

/// Tests of `keystroke-bench replay`, as a user runs it.
struct ReplayTests {
  private let folder: TemporaryFolder
  private let program = BuiltProgram.keystrokeBench

  init() throws { folder = try TemporaryFolder() }

  private static let line = """
    {"id": "a", "kind": "insert", "decimal": ".", "group": ",", "groupSizes": [3], "prefix": "", \
    "suffix": "", "maxFraction": 0, "allowNegative": true, "before": "1,234", "caret": 5, \
    "range": [5, 5], "replacement": "5", "key": "", "after": "12,345", "caretAfter": 6}
    """
  private static let failing = line.replacing("\"a\"", with: "\"b\"")
    .replacing("\"12,345\"", with: "\"1\u{00A0}2\"").replacing(
      "\"caretAfter\": 6", with: "\"caretAfter\": 3")

  private static let pasted = #"""
    {"id": "b", "kind": "insert", "decimal": ".", "group": ",", "groupSizes": [3], "prefix": "", "suffix": "", \#
    "maxFraction": 0, "before": "1,234|", "insert": "5", "after": "1\u00a02|"}
    """#

  private func replay(
    _ lines: [String], strategy: String = "delegate-filter", _ arguments: String...
  ) async throws -> BuiltProgram.Outcome {
    try folder.write(lines.map { "\($0)\n" }.joined(), to: "cases.jsonl")
    return try await program.run(
      ["replay", "cases.jsonl", "--strategy", strategy] + arguments, in: folder.path)
  }

  @Test("All passed: 0, and only the total is printed")
  func pass() async throws {
    let outcome = try await replay([Self.line])
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(outcome.output == "PASS: 1 passed, 0 failed\n")
    #expect(outcome.error == "")
  }

  @Test("A failure: 1, and a line with all of it, invisible characters shown")
  func fail() async throws {
    let outcome = try await replay([Self.line, Self.failing])
    #expect(outcome.status == 1)
    #expect(
      outcome.output == """
        FAIL: 1 passed, 1 failed

        delegate-filter: b (insert)
        before     "1,234|", value 1234
        edit 1 of 1 [5, 5] by "5"
        expected   "1\\u{A0}2|"
        came       "12,345|", value 12345
        case       \(Self.pasted)

        """)
    // The printed case can be replayed.
    let again = try await replay([Self.pasted])
    #expect(again.output.contains(Self.pasted))
  }

  @Test("A damaged file: 2, nothing on standard output, file and line on standard error")
  func damaged() async throws {
    let outcome = try await replay([Self.line, "{}"])
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.error.hasPrefix("error: cases.jsonl:2: has no edit: "))
    let missing = try await program.run(
      ["replay", "no.jsonl", "--strategy", "delegate-filter"], in: folder.path)
    #expect(
      missing.status == 2
        && missing.error
          == "error: no.jsonl: the file could not be opened: No such file or directory\n"
    )
  }

  @Test("An unknown strategy: 2, with what was probably meant, or the known ones")
  func unknownStrategy() async throws {
    let outcome = try await replay([Self.line], strategy: "nobody")
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.error.contains("strategy nobody is not known"))
    #expect(outcome.error.contains("delegate-filter, delegate-filter-lean, "))
    let near = try await replay([Self.line], strategy: "delegate-filtre")
    #expect(near.status == 2 && near.error.contains("did you mean delegate-filter?"))
    let bodies = try await replay([Self.line], "--suite", "HarnessNoise")
    #expect(bodies.status == 2 && bodies.error.contains("HarnessNoise has no strategies"))
  }

  @Test("Only in the given locales; an unknown one is reported: 2")
  func locales() async throws {
    let german = try await replay([Self.line], "--locale", "de_DE")
    #expect(german.status == 1)
    #expect(german.output.contains("not tried  it knows only locales, and none writes numbers so"))
    let none = try await replay([Self.line], "--locale", "xx_YY")
    #expect(none.status == 2 && none.error.contains("xx_YY is not a locale that ICU knows"))
  }

  @Test("The edits observed in peers, with each strategy: passed and failed add up to all")
  func observed() async throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../BenchmarkModelTests/Fixtures/live-edits.jsonl").standardized
    for strategy in ["unformatted", "format-on-commit", "delegate-filter", "onchange-reformat"] {
      let outcome = try await program.run(
        ["replay", file.path, "--strategy", strategy])
      let lines = outcome.output.split(separator: "\n")
      let sum = try #require(
        lines.first?.wholeMatch(
          of: /FAIL: ([0-9]+) passed, ([0-9]+) failed(?:, ([0-9]+) ambiguous.*)?/))
      let failed = lines.count { $0.hasPrefix("\(strategy): ") }
      #expect(
        Int(sum.2) == failed && (Int(sum.1) ?? 0) + failed + (sum.3.flatMap { Int($0) } ?? 0) == 100
      )
      #expect(outcome.status == 1)
    }
  }
}
