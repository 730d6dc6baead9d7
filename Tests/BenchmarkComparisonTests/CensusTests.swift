import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults
import RunFixtures
import Testing

/// Tests of the census of planted changes in made-up runs.
@Suite("Census")
struct CensusTests {
  static let cells = ["delegate-filter", "format-on-commit", "onchange-reformat", "unformatted"]
    .flatMap { strategy in
      ["ar_EG", "en_US", "fr_FR"].flatMap { locale in
        [3, 6, 12, 18].map {
          Cell(strategy: strategy, value: "int", locale: locale, length: $0, script: "type")
        }
      }
    }

  /// Compares two runs; in the second, formatting allocates more, by a factor in each cell that has one.
  private func comparison(
    _ thresholds: Thresholds = .none, _ factor: (Cell) -> Double?
  ) throws -> Comparison {
    var candidate = RunFixture(id: "r2", cells: Self.cells)
    for cell in Self.cells {
      guard let factor = factor(cell) else { continue }
      candidate.change(cell, .format, .allocations) { $0.summary = .constant(2 * factor) }
      candidate.change(cell, .total, .allocations) {
        $0.summary = .constant(($0.summary.mean ?? 0) + 2 * factor - 2)
      }
    }
    return try Comparison(
      baseline: RunFixture(cells: Self.cells).run(name: "a"), candidate: candidate.run(name: "b"),
      thresholds: thresholds)
  }

  @Test("Equal runs have no line")
  func nothing() throws {
    #expect(try comparison { _ in nil }.census.isEmpty)
  }

  @Test("A strategy has a line for its phase, then one for the whole keystroke")
  func strategy() throws {
    let census = try comparison { $0.strategy == "delegate-filter" ? 1.05 : nil }.census
    #expect(census.map(\.phase) == [.format, .total])
    for line in census {
      #expect(line.group == CellGroup(.strategy, of: Self.cells[0]))
      #expect(line.metric == .allocations && line.direction == .regressed && line.fails)
      #expect(line.changes.count == 12 && line.compared == 12)
    }
    #expect(census.map(\.explained) == [12, 0])
  }

  @Test("A line counts the cells that changed and names the largest change")
  func extent() throws {
    let census = try comparison {
      $0.strategy == "onchange-reformat" && $0.locale == "ar_EG" ? Double($0.length) : nil
    }.census
    let line = try #require(census.first)
    #expect(line.phase == .format && line.changes.count == 4 && line.compared == 12)
    #expect(line.changes.map(\.ratio) == [3, 6, 12, 18])
    #expect(line.changes.map(\.difference) == [4, 10, 22, 34])
    #expect(line.largest?.cell.length == 18 && line.onlyCell == nil)
  }

  @Test("If a single cell changed, the line names it", arguments: [cells[0], cells[17], cells[47]])
  func single(_ cell: Cell) throws {
    let census = try comparison { $0 == cell ? 1.5 : nil }.census
    #expect(census.map(\.onlyCell) == [cell, cell])
    #expect(census.map(\.compared) == [12, 12])
  }

  @Test("Improvements come after regressions, however many cells improved")
  func improved() throws {
    let census = try comparison {
      $0 == Self.cells[5] ? 1.5 : $0.strategy == "unformatted" ? 0.5 : nil
    }.census
    #expect(census.map(\.direction) == [.regressed, .regressed, .improved, .improved])
    #expect(census.map(\.fails) == [true, true, false, false])
    #expect(
      census.map(\.group.strategy)
        == ["delegate-filter", "delegate-filter", "unformatted", "unformatted"])
  }

  @Test("A change within its tolerance does not count, but its cell counts as compared")
  func tolerated() throws {
    let tolerance = Tolerance(SeriesScope(.allocations), relative: 0.05, reason: "test")
    let census = try comparison(Thresholds(tolerances: [tolerance])) {
      $0.strategy == "unformatted" ? ($0.locale == "fr_FR" ? 1.04 : 1.5) : nil
    }.census
    let line = try #require(census.first)
    #expect(line.changes.count == 8 && line.compared == 12)
    #expect(!line.changes.contains { $0.cell.locale == "fr_FR" })
  }

  @Test("A change from 0 has no ratio, and cells without the phase are not counted")
  func fromZero() throws {
    var (before, after) = (RunFixture(cells: Self.cells), RunFixture(id: "r2", cells: Self.cells))
    for cell in Self.cells where cell.strategy == "unformatted" {
      before.change(cell, .filter, .allocations) { $0.summary = .constant(0) }
      after.change(cell, .filter, .allocations) {
        $0.summary = .constant(cell.length > 3 ? Double(cell.length) : 0)
      }
    }
    let census = try Comparison(
      baseline: before.run(name: "a"), candidate: after.run(name: "b")
    ).census
    let line = try #require(census.first)
    #expect(census.count == 1 && line.changes.count == 9 && line.compared == 9)
    #expect(line.changes.allSatisfy { $0.ratio == nil && $0.difference == Double($0.cell.length) })
  }

  @Test(
    "A tiny rise from 0 comes after what is many times as much, and before what is less than twice",
    arguments: [14, 1.5])
  func tinyRise(_ factor: Double) throws {
    let cell = Self.cells[0]
    func run(_ id: String, parse: Double, format: Double) -> Run {
      var fixture = RunFixture(id: id, cells: Self.cells)
      fixture.change(cell, .filter, .allocations) { $0.summary = .constant(parse) }
      fixture.change(cell, .format, .allocations) { $0.summary = .constant(format) }
      return fixture.run(name: id)
    }
    let census = try Comparison(
      baseline: run("r1", parse: 0, format: 1), candidate: run("r2", parse: 0.11, format: factor)
    ).census
    #expect(census.map(\.phase) == (factor > 2 ? [.format, .filter] : [.filter, .format]))
  }

  /// Returns a run in which parsing, formatting and the memory peak of each cell rise by shares.
  private func run(
    _ id: String, _ rise: (Cell) -> (parse: Double, format: Double, peak: Double)
  ) -> Run {
    var fixture = RunFixture(id: id, cells: Self.cells)
    fixture.metadata.toolchain.valgrind = "3.19"
    for cell in Self.cells {
      let rise = rise(cell)
      let (parse, format) = (1_000 * (1 + rise.parse), 2_000 * (1 + rise.format))
      func row(_ phase: RowPhase, _ metric: Metric, _ value: Double) -> Row {
        Row(
          run: id, commit: "0123456789", round: 0,
          series: SeriesKey(
            suite: "keystrokes", cell: cell, phase: phase, metric: metric,
            instrument: metric == .instructions ? .valgrind : .shim), count: 400,
          summary: .constant(value.rounded()), text: .ok)
      }
      fixture.rows += [
        row(.parse, .instructions, parse), row(.format, .instructions, format),
        row(.total, .instructions, parse + format + 500),
        row(.total, .peakBytes, 10_000 * (1 + rise.peak)),
      ]
    }
    return fixture.run(name: id)
  }

  @Test("The phase behind most of the change comes first, before the peak and the whole keystroke")
  func planted() throws {
    let guilty = "onchange-reformat"
    let comparison = try Comparison(
      baseline: run("r1") { _ in (0, 0, 0) },
      candidate: run("r2") { cell in
        // Most of the rise in formatting follows from the longer text, and the peak rises in all cells.
        cell.strategy == guilty
          ? (1.28 + 1.56 * Double(cell.length - 3) / 15, 0.02, 9) : (0, 0, 0.3)
      })
    let first = try #require(comparison.census.first)
    #expect(comparison.fails && first.fails)
    #expect(first.group.strategy == guilty)
    #expect(first.phase == .parse && first.metric == .instructions)
    #expect(first.changes.count == 12 && first.compared == 12)
    #expect(first.changes.first?.ratio == 2.28 && first.largest?.ratio == 3.84)
    #expect(comparison.census.suffix(4).allSatisfy { $0.metric == .peakBytes })
    #expect(comparison.census[1].metric == .instructions)
  }

  @Test("A change of the whole keystroke that the phases hardly explain has its own line")
  func unexplained() throws {
    var candidate = RunFixture(id: "r2", cells: Self.cells)
    for cell in Self.cells where cell.strategy == "unformatted" {
      candidate.change(cell, .format, .allocations) { $0.summary = .constant(3) }
      candidate.change(cell, .total, .allocations) {
        $0.summary = .constant(($0.summary.mean ?? 0) + 100)
      }
    }
    let census = try Comparison(
      baseline: RunFixture(cells: Self.cells).run(name: "a"), candidate: candidate.run(name: "b")
    ).census
    #expect(census.map(\.phase) == [.total, .format])
  }
}
