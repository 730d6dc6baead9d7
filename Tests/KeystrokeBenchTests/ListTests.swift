import Foundation
import RunFixtures
import Testing

/// Tests of `keystroke-bench list`, as a user runs it.
struct ListTests {
  private let program = BuiltProgram.keystrokeBench

  private func list(_ arguments: String...) async throws -> [[String]] {
    let outcome = try await program.run(["list"] + arguments)
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(outcome.error == "")
    #expect(outcome.output.hasSuffix("\n"))
    return outcome.output.split(separator: "\n").map { line in
      line.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    }
  }

  private static func isBefore(_ a: [String], _ b: [String]) -> Bool {
    (a[0], a[1], a[2], Int(a[3]) ?? -1, a[4]) < (b[0], b[1], b[2], Int(b[3]) ?? -1, b[4])
  }

  @Test("The default suite: about 300 cells, sorted, with every strategy, locale and script")
  func defaultSuite() async throws {
    let cells = try await list()
    #expect((290...340).contains(cells.count), "\(cells.count) cells")
    #expect(cells.allSatisfy { $0.count == 5 && !$0.contains("") })
    try #require(cells.allSatisfy { $0.count == 5 })
    #expect(Set(cells).count == cells.count)
    #expect(zip(cells, cells.dropFirst()).allSatisfy(Self.isBefore))

    let strategies = [
      "unformatted", "format-on-commit", "delegate-filter", "onchange-reformat",
      "incremental-delegate", "incremental-onchange", "publisher-transform", "partial-string",
      "delegate-filter-lean", "delegate-none", "onchange-reformat-lean", "onchange-reformat-demo",
      "onchange-reformat-bridged", "incremental-onchange-selection",
    ]
    #expect(Set(cells.map { $0[0] }) == Set(strategies))
    #expect(
      Set(cells.map { $0[1] })
        == [
          "int", "double", "double-2", "double-3", "decimal", "currency", "percent", "hex",
          "currency-JPY", "currency-KWD", "currency-accounting", "till", "decimal-fixed",
          "decimal-trimmed", "decimal-limited", "decimal-given",
        ])
    let locales = Set(cells.map { $0[2] })
    #expect(locales.isSuperset(of: ["en_US", "de_DE", "fr_FR", "en_IN", "sv_SE", "ar_EG"]))
    let lengths = cells.compactMap { Int($0[3]) }
    #expect(lengths.count == cells.count)
    #expect(lengths.min() == 1 && lengths.max() == 18, "a trace of one digit is the shortest")
    let scripts = Set(cells.map { $0[4] })
    #expect(
      scripts.isSuperset(of: [
        "type", "backspace", "edit-middle", "paste", "mistype", "mixed", "refused", "outside",
        "caret", "select", "clear", "paste-foreign", "drop", "clamp", "compose", "undo", "focus",
        "locale",
      ]))
  }

  @Test("Filters are globs, ranges and comma lists, and all of them apply")
  func filters() async throws {
    let all = try await list()
    let some = try await list(
      "--strategy", "delegate-*,unformatted", "--value", "int", "--locale", "en_??",
      "--length", "3...9", "--script", "type")
    let expected = all.filter { cell in
      (cell[0].hasPrefix("delegate-") || cell[0] == "unformatted") && cell[1] == "int"
        && ["en_US", "en_IN"].contains(cell[2]) && (3...9).contains(Int(cell[3]) ?? 0)
        && cell[4] == "type"
    }
    #expect(!expected.isEmpty && expected.count < all.count)
    #expect(some == expected)
  }

  @Test("A locale and a length that are named in full are added")
  func added() async throws {
    let cells = try await list("--locale", "ja_JP", "--length", "7")
    #expect(
      cells
        == [
          "delegate-filter", "delegate-filter-lean", "delegate-none", "format-on-commit",
          "incremental-delegate", "incremental-onchange", "incremental-onchange-selection",
          "onchange-reformat",
          "onchange-reformat-bridged", "onchange-reformat-demo", "onchange-reformat-lean",
          "partial-string", "publisher-transform", "unformatted",
        ].map { [$0, "int", "ja_JP", "7", "type"] })
  }

  @Test("A colour is measured with the strategies that support colours, with its own length")
  func colours() async throws {
    let cells = try await list("--value", "hex", "--script", "mixed")
    #expect(
      cells == ["format-on-commit", "partial-string"].map { [$0, "hex", "en_US", "6", "mixed"] })
  }

  @Test(
    "Nothing matches: 2, with a hint",
    arguments: [
      ["--strategy", "none"], ["--locale", "xx_NOWHERE"], ["--length", "3", "--script", "z*"],
      ["--value", "hex", "--length", "9"],
    ])
  func noMatch(_ arguments: [String]) async throws {
    let outcome = try await program.run(["list"] + arguments)
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.error.contains("no cell of Keystroke matches the filters"))
    #expect(outcome.error.contains("keystroke-bench list"))
    #expect(outcome.error.count { $0 == "\n" } == 1)
  }

  @Test("Another suite is found by name, beside the program")
  func otherSuite() async throws {
    let cells = try await list("--suite", "HarnessNoise")
    #expect(cells.contains(["empty", "none", "none", "1", "call"]))
    #expect(cells.contains(["parse-int-fr_FR", "none", "none", "1", "call"]))
    #expect(zip(cells, cells.dropFirst()).allSatisfy(Self.isBefore))
  }
}
