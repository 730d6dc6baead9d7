import BenchmarkComparison
import BenchmarkModel
import BenchmarkReport
import BenchmarkResults
import RunFixtures
import Testing

/// Tests of the answer on one screen: verdict, changes, ranking, advice, machine.
struct AnswerTests {
  private static func cell(
    _ strategy: String, _ locale: String = "en_US", length: Int = 9
  ) -> Cell {
    Cell(strategy: strategy, value: "int", locale: locale, length: length, script: "type")
  }

  /// Returns a run of strategies with their promises and the cost of a keystroke in each, in nanoseconds.
  private static func fixture(
    _ strategies: [(String, Promise, Double)], locales: [String] = ["en_US", "fr_FR"]
  ) -> RunFixture {
    var fixture = RunFixture(
      cells: strategies.flatMap { strategy in locales.map { cell(strategy.0, $0) } })
    for (strategy, promise, cost) in strategies {
      fixture.metadata.promises = (fixture.metadata.promises ?? [:]).merging(
        [strategy: promise], uniquingKeysWith: { $1 })
      for locale in locales {
        fixture.change(cell(strategy, locale), .total, .time) { $0.summary[.mean] = cost }
      }
    }
    return fixture
  }

  private static let usual: [(String, Promise, Double)] = [
    ("floor", .asTyped, 100), ("late", .formattedAtEnd, 200), ("engine", .formatted, 400),
    ("slow", .formatted, 4_000), ("wrong", .formatted, 300),
  ]

  /// The usual run, in which one strategy is wrong twice: once in its value, once only in its text.
  private static var run: RunFixture {
    var fixture = fixture(usual)
    for locale in ["en_US", "fr_FR"] {
      for place in fixture.rows.indices where fixture.rows[place].cell == cell("wrong", locale) {
        fixture.rows[place].text = .wrong
      }
    }
    fixture.metadata.wrongTexts = [
      CellMismatch(
        cell: cell("wrong").id, expectedText: "1", text: "2", expectedValue: "1", value: "2"),
      CellMismatch(
        cell: cell("wrong", "fr_FR").id, expectedText: "1", text: "1.", expectedValue: "1",
        value: "1"),
    ]
    return fixture
  }

  private static func answer(
    _ fixture: RunFixture, against: RunFixture? = nil, name: String = "results/runs/today"
  ) throws -> [String] {
    let run = fixture.run(name: name)
    let comparison = try against.map {
      try Comparison(baseline: $0.run(name: "main"), candidate: run)
    }
    let text = RunAnswer(run, table: RunTable(run), comparison: comparison)
      .screen(inColour: false)
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  private static func line(_ lines: [String], _ label: String) -> String? {
    lines.first { $0.hasPrefix(label + " ") }
  }

  /// A run that is slower overall and has regressions in one strategy, on a busy machine.
  private static var worse: RunFixture {
    var worse = run
    worse.metadata.conditions.loadAverageAtStart = 6
    worse.metadata.warnings = ["allocations differ between rounds in 1 cell"]
    worse.metadata.toolchain.swift = "6.4"
    for place in worse.rows.indices where worse.rows[place].metric == .time {
      for figure in Figure.allCases {
        worse.rows[place].summary[figure] = worse.rows[place].summary[figure].map { $0 * 1.9 }
      }
    }
    worse.change(cell("slow"), .total, .refreshes) { $0.summary = .constant(99) }
    worse.rows.removeAll { $0.cell == cell("late", "fr_FR") }
    return worse
  }

  @Test("The screen as it looks, of a run and of a check, with colours")
  func golden() throws {
    let baseline = Self.run.run(name: "main")
    let run = Self.worse.run(name: "results/runs/today")
    let alone = RunAnswer(run, table: RunTable(run))
    #expect(try Golden("answer-run.txt").compare(alone.screen(inColour: true)) == .equal)
    let comparison = try Comparison(baseline: baseline, candidate: run)
    let check = RunAnswer(run, table: RunTable(run), comparison: comparison)
    #expect(try Golden("answer-check.txt").compare(check.screen(inColour: true)) == .equal)
  }

  @Test("Strategies are sorted by time, and ratios refer to the best that does the whole work")
  func ranking() throws {
    let lines = try Self.answer(Self.run)
    let rows = lines[5..<10].map { $0.split(separator: " ").map(String.init) }
    #expect(rows.map { $0[0] } == ["floor", "late", "wrong", "engine", "slow"])
    #expect(rows.map { $0[$0[1] == "(wrong)" ? 2 : 1] } == ["1", "2", "3", "4", "5"])
    #expect(rows[0].joined(separator: " ").contains("as typed 100 ns ±0 % 0.25"))
    #expect(rows[1].joined(separator: " ").contains("at the end 200 ns ±0 % 0.50"))
    #expect(rows[3].joined(separator: " ").contains("each edit 400 ns ±0 % 1.00"))
    #expect(rows[4].joined(separator: " ").contains("each edit 4.00 µs ±0 % 10.0"))
    // Two of its cells are wrong, one of them only in its text.
    #expect(lines[7].hasPrefix("wrong (wrong) ") && lines[7].hasSuffix("   0/2            1"))
  }

  /// A run of two strategies whose times are given round by round, in nanoseconds.
  private static func rounds(_ engine: [Double], _ lean: [Double], typical: Bool = false)
    -> RunFixture
  {
    var fixture = RunFixture(cells: [cell("engine"), cell("lean")], rounds: engine.count)
    fixture.metadata.promises = ["engine": .formatted, "lean": .formatted]
    for row in fixture.rows where row.metric == .time && row.phase == .total {
      let time = (row.cell.strategy == "engine" ? engine : lean)[row.round - 1]
      if typical {
        var own = row
        own.metric = .typicalTime
        own.summary = Summary(p50: time, mean: time)
        fixture.rows.append(own)
      } else {
        let place = fixture.rows.firstIndex { $0 == row } ?? 0
        fixture.rows[place].summary[.mean] = time
      }
    }
    return fixture
  }

  @Test("A stalled round changes no rank, and shows as spread", arguments: [false, true])
  func stall(_ isTypical: Bool) throws {
    let lines = try Self.answer(
      Self.rounds([360, 360, 13_000, 362, 364], [400, 404, 13_100, 402, 405], typical: isTypical))
    #expect(
      lines[5].hasPrefix("engine    1 ") && lines[5].contains("362 ns ±1 %"), "\(lines[5])")
    #expect(lines[6].hasPrefix("lean      2 "), "\(lines[6])")
    #expect(
      Self.line(lines, "ranks") == "ranks      ± is half the range of the middle half of 5 rounds.")
    #expect(Self.line(lines, "advice")?.contains("Use engine: ") == true)
  }

  @Test("Strategies that the rounds do not tell apart share a rank, and are advised together")
  func ties() throws {
    let lines = try Self.answer(
      Self.rounds([300, 500, 500, 300, 300], [400, 400, 400, 400, 400]))
    #expect(lines[5].hasPrefix("engine    1= ") && lines[6].hasPrefix("lean      1= "), "\(lines)")
    #expect(
      Self.line(lines, "ranks")?.hasSuffix("= marks ranks that they do not tell apart.")
        == true)
    #expect(Self.line(lines, "advice")?.contains("Use engine or lean: ") == true)
  }

  @Test("One round shows no spread, and the screen says so")
  func oneRound() throws {
    let lines = try Self.answer(Self.rounds([300], [400]))
    #expect(lines[5].contains(" 300 ns ") && !lines[5].contains("±"), "\(lines[5])")
    #expect(Self.line(lines, "ranks")?.contains("one round") == true)
  }

  /// A suite with a strategy of its own for a kind of its own, beside one of this project for two other kinds.
  private static var own: RunFixture {
    func cell(_ strategy: String, _ value: String, _ length: Int, _ script: String = "type") -> Cell
    {
      Cell(strategy: strategy, value: value, locale: "en_US", length: length, script: script)
    }
    var fixture = RunFixture(cells: [
      cell("mine", "phone", 10), cell("mine", "phone", 10, "paste"), cell("engine", "int", 9),
      cell("engine", "double", 9), cell("mine", "int", 9), cell("floor", "int", 9),
    ])
    fixture.metadata.promises = ["mine": .formatted, "engine": .formatted, "floor": .asTyped]
    fixture.metadata.ownStrategies = ["mine"]
    fixture.change(cell("mine", "int", 9), .total, .time) { $0.summary[.mean] = 90_000 }
    for place in fixture.rows.indices where fixture.rows[place].cell.script == "paste" {
      fixture.rows[place].text = .wrong
    }
    return fixture
  }

  @Test("A suite's own strategies come first, each kind of value with its ranks and right cells")
  func ownFirst() throws {
    let lines = try Self.answer(Self.own)
    let titles = lines.filter { $0.hasPrefix("One keystroke of ") }
    #expect(titles.count == 2)
    // A kind that all hold is comparable, so it comes before one that it holds alone.
    #expect(titles[0].hasPrefix("One keystroke of 9 digits, int, "), "\(titles)")
    #expect(titles[1].hasPrefix("One keystroke of 10 digits, phone, "), "\(titles)")
    let rows = lines.filter { $0.contains(#/^[a-z]+ +[0-9]+=? /#) }.map {
      $0.split(separator: " ").prefix(2).joined(separator: " ")
    }
    #expect(rows == ["mine 3", "engine 1=", "floor 1=", "mine 1"], "\(rows)")
    #expect(lines.first { $0.hasPrefix("mine      1 ") }?.contains("   1/2 ") == true, "\(lines)")
    #expect(
      lines.contains {
        $0.hasPrefix("           phone: mine alone was measured, and is wrong in 1 of 2 cells")
      },
      "\(lines)")
    #expect(
      Self.line(lines, "not shown")
        == "not shown  2 cells, also of double. Right counts all cells of the kind.")
  }

  @Test("If all strategies are the suite's own, they are ranked by time, none before another")
  func allOwn() throws {
    var fixture = Self.run
    fixture.metadata.ownStrategies = Self.usual.map(\.0)
    #expect(try Self.answer(fixture) == Self.answer(Self.run))
  }

  @Test("A strategy that is cheaper because it formats less, or is wrong, is never advised")
  func advice() throws {
    let advice = try #require(Self.line(try Self.answer(Self.run), "advice"))
    #expect(advice.contains("Use engine: the fastest of the 3 that format at each edit"))
    #expect(advice.contains("right in all 2 cells"))
    let single = try Self.answer(Self.fixture(Self.usual, locales: ["en_US"]))
    #expect(Self.line(single, "advice")?.contains("right in its one cell.") == true)
    let floors = Self.fixture([("floor", .asTyped, 100), ("late", .formattedAtEnd, 200)])
    #expect(
      Self.line(try Self.answer(floors), "advice")?.contains("None of these") == true)
    var unknown = Self.run
    unknown.metadata.promises = nil
    #expect(Self.line(try Self.answer(unknown), "advice") == nil)
  }

  @Test("If no strategy is right in every cell, the one with the fewest wrong values is named")
  func leastWrong() throws {
    var fixture = Self.run
    fixture.rows.removeAll { ["engine", "slow"].contains($0.cell.strategy) }
    let advice = try #require(Self.line(try Self.answer(fixture), "advice"))
    #expect(advice.contains("wrong, with care") && advice.contains("wrong value in 1 of 2 cells"))
  }

  @Test(
    "If frames were painted, flickering strategies are not advised, and painting is not missing")
  func flicker() throws {
    var painted = Self.run
    for row in painted.rows where row.metric == .refreshes {
      var frames = row
      frames.metric = .flickerFrames
      frames.summary = .constant(row.cell.strategy == "engine" ? 0.67 : 0)
      painted.rows.append(frames)
    }
    let lines = try Self.answer(painted)
    #expect(lines[3].contains("  flicker  ") && !lines[3].contains("refreshes"))
    #expect(lines[8].hasPrefix("engine ") && lines[8].contains(" 1.00     0.67 "), "\(lines[8])")
    let advice = try #require(Self.line(lines, "advice"))
    #expect(
      advice.contains("Use slow: ") && advice.hasSuffix("2 cells, without flicker."), "\(advice)")
    #expect(Self.line(lines, "not in it")?.contains("UIKit's and SwiftUI's own fields") == true)
    #expect(Self.line(try Self.answer(Self.run), "not in it")?.contains("Layout, drawing") == true)
  }

  @Test("If all strategies are slower with equal counts, it is the machine; one alone is not")
  func machine() throws {
    var slower = Self.run
    for place in slower.rows.indices where slower.rows[place].metric == .time {
      for figure in Figure.allCases {
        slower.rows[place].summary[figure] = slower.rows[place].summary[figure].map { $0 * 1.9 }
      }
    }
    let lines = try Self.answer(slower, against: Self.run)
    #expect(
      Self.line(lines, "machine")
        == "machine    By its mean, every strategy is 1.9 times slower than in the baseline, with equal allocations: that"
    )
    #expect(Self.line(lines, "changed")?.contains("Nothing: ") == true)
    #expect(lines.first == "PASS: nothing that gates got worse; run: results/runs/today")
    // A page folds the table of times, so its heading says it.
    let details = try Comparison(
      baseline: Self.run.run(name: "a"), candidate: slower.run(name: "b")
    )
    .rendered(as: .text)
    #expect(
      details.contains(
        "Times (advisory, so they fail nothing: all 1.9 times slower with equal allocations, which is the machine)"
      ))

    var one = Self.run
    one.change(Self.cell("slow"), .total, .time) { $0.summary[.mean] = 9_000 }
    one.change(Self.cell("slow", "fr_FR"), .total, .time) { $0.summary[.mean] = 9_000 }
    let other = try #require(Self.line(try Self.answer(one, against: Self.run), "machine"))
    #expect(other.contains("The times of every strategy are 1.00 to 2.25 of the baseline's"))

    var busy = Self.run
    busy.metadata.conditions.loadAverageAtStart = 6
    #expect(
      Self.line(try Self.answer(busy), "machine")?.contains("load 6.0 on 2 cores") == true)
    busy.metadata.conditions.othersReadyAtStart = 3
    #expect(Self.line(try Self.answer(busy), "machine")?.contains("load 6.0") == true)
    // A build has just ended: the load is still high, but nothing else is ready to run.
    busy.metadata.conditions.othersReadyAtStart = 0.2
    #expect(Self.line(try Self.answer(busy), "machine") == nil)
    busy.metadata.conditions.stolenShare = 0.12
    #expect(Self.line(try Self.answer(busy), "machine")?.contains("steal time") == true)
  }

  @Test("A phase whose metrics changed takes one sentence, and the verdict is the first line")
  func changes() throws {
    var worse = Self.run
    worse.change(Self.cell("engine"), .total, .allocations) { $0.summary = .constant(99) }
    worse.change(Self.cell("engine"), .total, .refreshes) { $0.summary = .constant(4) }
    let lines = try Self.answer(worse, against: Self.run)
    let verdict = try #require(lines.first)
    #expect(verdict.hasPrefix("FAIL: engine/int/en_US/9/type total allocations +"), "\(verdict)")
    #expect(verdict.hasSuffix(", 2 regressed; run: results/runs/today"))
    let next = "next       keystroke-bench profile engine/int/en_US/9/type --kind allocations"
    #expect(lines.contains(next))
    var filter = Self.run
    filter.change(Self.cell("engine"), .filter, .allocations) { $0.summary = .constant(99) }
    #expect(try Self.answer(filter, against: Self.run).contains("\(next) --phase filter"))
    worse.metadata.argv = ["keystroke-bench", "run", "--suite", "all", "--worker", "a b"]
    let other = try Self.answer(worse, against: Self.run).joined(separator: " ")
      .split(separator: " ").joined(separator: " ")
    #expect(other.contains("--kind allocations --suite keystrokes --worker 'a b'"), "\(other)")
    #expect(other.contains(/type: total allocations [^a-z]+; also refreshes \+/), "\(other)")
    #expect(other.contains("right in all 2 cells. But engine got worse."), "\(other)")
  }

  @Test("An undecided comparison is yellow, with as much of its reason as fits")
  func undecided() throws {
    var other = Self.run
    other.metadata.toolchain.swift = "6.4"
    func verdict(_ name: String, inColour: Bool = false) throws -> String {
      let run = other.run(name: name)
      let comparison = try Comparison(baseline: Self.run.run(name: "main"), candidate: run)
      let screen = RunAnswer(run, table: RunTable(run), comparison: comparison)
        .screen(inColour: inColour)
      return String(try #require(screen.split(separator: "\n").first))
    }
    let reason = "UNDECIDED: the toolchains differ"
    let whole = "\(reason): measure both with one, or save a new baseline; run: b"
    #expect(try verdict("b") == whole)
    #expect(try verdict("b", inColour: true) == "\u{1B}[33m\(whole)\u{1B}[0m")
    let long = String(repeating: "x", count: 60)
    #expect(try verdict(long) == "\(reason); run: \(long)")
    #expect(try verdict(long + long).hasPrefix("UNDECIDED; run: "))
  }

  @Test("The first line names as many changes as fit on the screen")
  func verdict() throws {
    var worse = Self.run
    worse.change(Self.cell("engine"), .total, .allocations) { $0.summary = .constant(99) }
    worse.change(Self.cell("slow", "fr_FR"), .total, .allocations) { $0.summary = .constant(99) }
    func verdict(_ name: String) throws -> String {
      try #require(try Self.answer(worse, against: Self.run, name: name).first)
    }
    let one = try verdict("results/runs/today")
    #expect(one.hasPrefix("FAIL: engine/int/en_US/9/type total allocations +"), "\(one)")
    #expect(!one.contains("slow/"))
    let long = "results/runs/" + String(repeating: "x", count: 50)
    #expect(try verdict(long) == "FAIL: 2 regressed; run: \(long)")
    #expect(try verdict(long + long).hasPrefix("FAIL; run: "))
  }

  @Test("It fits on a screen, however long the parts are, with and without colours")
  func size() throws {
    var many = Self.fixture(
      (0..<60).map { number in
        ("a-strategy-whose-name-is-far-too-long-\(number)", .formatted, Double(100 + number))
      }, locales: ["en_US"])
    many.metadata.warnings = [String(repeating: "word ", count: 400)]
    var worse = many
    for cell in Set(many.rows.map(\.cell)) {
      worse.change(cell, .total, .allocations) { $0.summary = .constant(99) }
    }
    worse.rows.removeAll { $0.cell.strategy.hasSuffix("-7") }
    let lines = try Self.answer(worse, against: many)
    #expect(lines.count <= RunAnswer.height, "\(lines.count)")
    let commands = lines.filter { $0.contains(" keystroke-bench ") }
    #expect(commands.count == 3)
    #expect(lines.allSatisfy { $0.count <= RunAnswer.width || commands.contains($0) })
    let run = worse.run(name: "today")
    let answer = RunAnswer(run, table: RunTable(run))
    let coloured = answer.screen(inColour: true)
    #expect(coloured.contains("\u{1B}[1m"))
    #expect(coloured.replacing(#/\x1B\[[0-9;]*m/#, with: "") == answer.screen(inColour: false))
  }

  @Test("A run of other cells is ranked by the cells most similar to the reference")
  func fallback() throws {
    var fixture = RunFixture(cells: [
      Self.cell("a", "ja_JP"), Self.cell("b", "ja_JP"), Self.cell("a", "ja_JP", length: 3),
    ])
    #expect(try Self.answer(fixture)[2].hasPrefix("One keystroke of 9 digits, int, ja_JP"))
    fixture.rows.removeAll { $0.metric == .time }
    #expect(try Self.answer(fixture)[2].contains(", by allocations"))
  }

  @Test(
    "The command for a page names the program as the user types it, if that is short",
    arguments: [
      ("kb", "kb"), (".build/release/kb", ".build/release/kb"), ("my tools/kb", "'my tools/kb'"),
      ("/" + String(repeating: "long/", count: 20) + "kb", "kb"),
    ])
  func programName(_ program: String, _ shown: String) {
    let run = Self.run.run(name: "today")
    let text = RunAnswer(run, table: RunTable(run), program: program).screen(inColour: false)
    #expect(text.contains("a page: \(shown) report today"), "\(text)")
  }

  @Test("Control characters in names do not reach a terminal")
  func hostile() {
    let run = ReportFixture.hostile
    let text = RunAnswer(run, table: RunTable(run)).screen(inColour: false)
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 32 })
  }

  @Test("Cells excluded by the run's filter have not vanished, and the comparison says so")
  func filtered() throws {
    var part = Self.run
    part.rows.removeAll { $0.cell.locale != "fr_FR" }
    part.metadata.plan.filter = CellFilter(locale: ["fr_FR"])
    let whole = Self.run.run(name: "main")
    let comparison = try Comparison(baseline: whole, candidate: part.run(name: "part"))
    #expect(!comparison.fails && comparison.commonCells == 5)
    #expect(comparison.entries.allSatisfy { $0.cell.locale == "fr_FR" })
    #expect(
      comparison.notes.map(\.words).contains(
        "the candidate was measured with --locale fr_FR, so only these cells are compared."))
    // Cells that the run was asked to measure and lacks have still vanished.
    part.rows.removeAll { $0.cell.strategy == "slow" }
    #expect(try Comparison(baseline: whole, candidate: part.run(name: "part")).fails)
  }
}
