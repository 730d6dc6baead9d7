import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults
import RunFixtures
import Testing

/// Tests of `[[accept]]` entries: what they accept of a comparison, and what is noted about them.
@Suite("Acceptances")
struct AcceptanceTests {
  private static let cell = RunFixture.cells[0]
  private static let lastDay = Day(year: 2027, month: 1, day: 31)
  private static let nextDay = Day(year: 2027, month: 2, day: 1)

  private static func entry(
    _ lines: String, metric: String = "allocations", cells: String = cell.id
  ) -> String {
    """
    [[accept]]
    cells = "\(cells)"
    metric = "\(metric)"
    \(lines)
    reason = "worth it"
    until = 2027-01-31

    """
  }

  private static func run(_ change: (inout RunFixture) -> Void) -> Run {
    var fixture = RunFixture()
    change(&fixture)
    return fixture.run(name: "run")
  }

  private static func allocations(_ count: Double) -> Run {
    run { $0.change(cell, .total, .allocations) { $0.summary = .constant(count) } }
  }

  /// A run whose first cell has this number of wrong keystrokes; nil for one whose end alone was judged wrong.
  private static func wrong(_ keystrokes: Int?, text: String = "1234") -> Run {
    run { fixture in
      for place in fixture.rows.indices where fixture.rows[place].cell == cell {
        fixture.rows[place].text = .wrong
      }
      var counts = WrongCounts()
      counts.keystrokes = keystrokes ?? 0
      fixture.metadata.wrongTexts = [
        CellMismatch(
          cell: cell.id, expectedText: "1,234", text: text,
          counts: keystrokes == nil ? nil : counts)
      ]
    }
  }

  private static func compare(
    _ after: Run, since before: Run = run { _ in }, by entries: String,
    filter: CellFilter = CellFilter(), on day: Day = lastDay
  ) throws -> Comparison {
    try Comparison(
      baseline: before, candidate: after, filter: filter,
      thresholds: Thresholds(toml: "schema = 2\n\(entries)", file: "t.toml"), on: day)
  }

  /// The codes of the notes on acceptances.
  private static func notes(_ comparison: Comparison) -> [String] {
    comparison.notes.compactMap { note in
      switch note {
      case .expired: "expired"
      case .unused: "unused"
      case .idle(.accept, _): "idle"
      default: nil
      }
    }
  }

  @Test(
    "A change up to the larger of both is accepted until the last day, and from 0 by an amount alone",
    arguments: [
      ("absolute = 1", 5, 6, .accepted), ("absolute = 1", 5, 6.001, .regressed),
      ("relative = 0.2", 5, 6, .accepted), ("relative = \"20 %\"", 5, 6, .accepted),
      ("relative = 0.19", 5, 6, .regressed), ("relative = 0.29", 100, 129, .accepted),
      ("absolute = 1\nrelative = 0.1", 5, 6, .accepted),
      ("absolute = 1\nrelative = 0.1", 50, 55, .accepted),
      ("absolute = 1\nrelative = 0.1", 50, 55.1, .regressed),
      ("relative = 0.99", 0, 0.001, .regressed), ("absolute = 3", 0, 3, .accepted),
      ("absolute = 3", 0, 3.001, .regressed), ("absolute = 1", 5, 4, .improved),
      ("absolute = 1", 5, 5, .unchanged), ("absolute = 1\nphase = \"total\"", 5, 6, .accepted),
      ("absolute = 1\nphase = \"format\"", 5, 6, .regressed),
    ] as [(String, Double, Double, Finding)])
  func changes(_ lines: String, _ before: Double, _ after: Double, _ finding: Finding) throws {
    let sides = (Self.allocations(before), Self.allocations(after))
    for (day, expected) in [
      (Self.lastDay, finding), (Self.nextDay, finding == .accepted ? .regressed : finding),
    ] {
      let comparison = try Self.compare(sides.1, since: sides.0, by: Self.entry(lines), on: day)
      let found = try #require(
        comparison.entries.first {
          $0.cell == Self.cell && $0.phase == .total && $0.metric == .allocations
        })
      #expect(found.finding == expected && found.after == after)
      #expect(comparison.fails == (expected == .regressed))
      let isNeeded = after > before && !lines.contains("format")
      #expect(
        Self.notes(comparison) == (day > Self.lastDay ? ["expired"] : isNeeded ? [] : ["unused"]))
    }
  }

  @Test("Each figure is bounded, and a change that is larger is told with the entry")
  func figures() throws {
    let after = Self.run {
      $0.change(Self.cell, .total, .allocations) {
        $0.summary = .constant(6)
        $0.summary[.max] = 7
      }
    }
    let failing = try Self.compare(after, by: Self.entry("absolute = 1"))
    guard case .exceeds(let entry, .figure(let worse)) = failing.failures.first?.remarks.last else {
      Issue.record("\(failing.failures)")
      return
    }
    #expect(entry.place == "t.toml:2")
    #expect(worse.figure == .max && worse.before == 5 && worse.after == 7)
    #expect(try !Self.compare(after, by: Self.entry("absolute = 2")).fails)
  }

  @Test("The first entry that accepts a change is the one that is shown; a later one is unused")
  func first() throws {
    let entries = ["absolute = 0.5", "absolute = 1", "absolute = 2"].map { Self.entry($0) }
    let comparison = try Self.compare(Self.allocations(6), by: entries.joined())
    let accepted = comparison.entries(.accepted)
    guard case .accepted(.regressed, let entry) = accepted.first?.remarks.last else {
      Issue.record("\(accepted)")
      return
    }
    #expect(entry.place == "t.toml:8" && entry.reason == "worth it")
    #expect(Self.notes(comparison) == ["unused", "unused"] && !comparison.fails)
  }

  @Test(
    "A cell is accepted up to a number of wrong keystrokes, whatever its text was before",
    arguments: [(nil, 3, []), (nil, 4, [.textBroke]), (2, 3, []), (2, 4, [.textChanged])]
      as [(Int?, Int, [Finding])])
  func wrongCells(_ before: Int?, _ after: Int, _ failures: [Finding]) throws {
    let entry = Self.entry("keystrokes = 3", metric: "wrong")
    let baseline = before.map { Self.wrong($0, text: "12") } ?? Self.run { _ in }
    let (same, candidate) = (Self.run { _ in }, Self.wrong(after))
    let comparison = try Self.compare(candidate, since: baseline, by: entry)
    #expect(comparison.failures.map(\.finding) == failures)
    #expect(comparison.entries(.accepted).count == (failures.isEmpty ? 1 : 0))
    #expect(Self.notes(comparison) == [])
    #expect(try Self.compare(candidate, since: baseline, by: entry, on: Self.nextDay).fails)
    // What is right is unused; what is wrong on both sides fails no comparison, and is needed by `verify`.
    #expect(try Self.notes(Self.compare(same, since: candidate, by: entry)) == ["unused"])
    #expect(try Self.notes(Self.compare(candidate, since: candidate, by: entry)) == [])
  }

  @Test("A cell of which only the end was judged has one wrong keystroke")
  func end() throws {
    let entry = Self.entry("keystrokes = 1", metric: "wrong")
    #expect(try !Self.compare(Self.wrong(nil), by: entry).fails)
  }

  @Test("An entry whose cells were left out, cannot gate or cannot be judged is not unused")
  func untold() throws {
    let entry = Self.entry("absolute = 1")
    let same = Self.run { _ in }
    func notes(_ after: Run = same, _ strategy: String? = nil, _ day: Day = Self.lastDay) throws
      -> [String]
    {
      let filter = CellFilter(strategy: strategy.map { [$0] } ?? [])
      return try Self.notes(Self.compare(after, by: entry, filter: filter, on: day))
    }
    #expect(try notes() == ["unused"])
    #expect(try notes(same, "delegate-*") == ["unused"] && notes(same, "onchange-*") == [])
    #expect(try notes(same, "onchange-*", Self.nextDay) == ["expired"])
    #expect(try notes(Self.run { $0.rows.removeAll { $0.instrument == .shim } }) == [])
    #expect(try notes(Self.run { $0.metadata.toolchain.allocator.version = "6" }) == [])
    let varying = Self.run { fixture in
      for var row in fixture.rows
      where row.cell == Self.cell && row.phase == .total && row.metric == .allocations {
        row.summary = .constant(50)
        row.round = 2
        fixture.rows.append(row)
      }
    }
    #expect(try notes(varying) == [])
  }

  @Test("An entry that fits no cell is noted, if all cells were compared")
  func idle() throws {
    let entry = Self.entry("absolute = 1", cells: "delagate-*")
    let same = Self.run { _ in }
    #expect(try Self.notes(Self.compare(same, by: entry)) == ["idle"])
    let some = CellFilter(locale: ["en_US"])
    #expect(try Self.notes(Self.compare(same, by: entry, filter: some)) == [])
  }

  // MARK: The file

  @Test("Both forms are read exactly, with the line of the header")
  func reading() throws {
    let text =
      "schema = 2\n" + Self.entry("phase = \"format\"\nrelative = \"2 %\"")
      + Self.entry("keystrokes = 3", metric: "wrong", cells: "mine/*")
    #expect(
      try Thresholds(toml: text, file: "t.toml").acceptances == [
        Acceptance(
          SeriesScope(.allocations, .format, cells: Self.cell.id),
          limit: .change(absolute: 0, relative: 0.02), reason: "worth it", until: Self.lastDay,
          place: "t.toml:2"),
        Acceptance(
          SeriesScope(.wrongKeystrokes, cells: "mine/*"), limit: .wrong(keystrokes: 3),
          reason: "worth it", until: Self.lastDay, place: "t.toml:9"),
      ])
  }

  @Test(
    "A bad entry is refused, with its line",
    arguments: [
      ("cells = \"*\"\n", "", 2, "the entry names no cells"),
      ("cells = \"*\"", "cells = [\"*\"]", 3, "cells is not a text"),
      ("metric = \"bytes\"\n", "", 2, "the entry names no metric"),
      ("\"bytes\"", "\"byts\"", 4, "metric is byts"),
      ("\"bytes\"", "\"time\"", 4, "how large a change of a time must be is a [[minimum_effect]]"),
      ("\"bytes\"", "\"wrong_keystrokes\"", 4, "an exact one, or wrong for wrong cells"),
      ("absolute = 1\n", "", 2, "the entry accepts nothing"),
      ("absolute = 1", "absolute = -1", 5, "absolute is not an amount"),
      ("absolute = 1", "relative = 2", 5, "which is 200 %"),
      ("absolute = 1", "keystrokes = 1", 5, "keystrokes does not go with this metric"),
      ("absolute = 1", "phase = \"formatting\"", 5, "phase is formatting"),
      ("absolute = 1", "by = 1", 5, "by is not known here; expected one of metric, phase, cells"),
      ("\"bytes\"", "\"wrong\"", 5, "absolute does not go with this metric"),
      ("\"bytes\"\nabsolute = 1", "\"wrong\"", 2, "does not say how many keystrokes"),
      ("\"bytes\"\nabsolute = 1", "\"wrong\"\nkeystrokes = 1.5", 5, "how many keystrokes"),
      ("\"bytes\"\nabsolute = 1", "\"wrong\"\nkeystrokes = 0", 5, "how many keystrokes"),
      ("reason = \"r\"\n", "", 2, "the entry gives no reason"),
      ("reason = \"r\"", "reason = \" \"", 6, "reason is not a text"),
      ("until = 2027-01-31\n", "", 2, "the entry does not say when it ends"),
      ("until = 2027-01-31", "until = \"2027-01-31\"", 7, "until is not a date"),
      ("until = 2027-01-31", "until = 2027-02-30", 7, "not valid TOML"),
      (
        "[[accept]]", "[[allowance]]", 2,
        "allowance is not known here; expected one of schema, tolerance, minimum_effect, accept"
      ),
    ])
  func refused(_ old: String, _ new: String, _ line: Int, _ problem: String) throws {
    let text = """
      schema = 2
      [[accept]]
      cells = "*"
      metric = "bytes"
      absolute = 1
      reason = "r"
      until = 2027-01-31

      """
    #expect(text.contains(old))
    let error = try #require(throws: Problem.self) {
      try Thresholds(toml: text.replacing(old, with: new), file: "t.toml")
    }
    #expect(error.description.hasPrefix("t.toml:\(line): "), "\(error)")
    #expect(error.description.contains(problem), "\(error)")
  }
}
