import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults
import RunFixtures
import Testing

/// Tests of the finding for each kind of change, and of the changes that fail.
struct ComparisonTests {
  let cell = RunFixture.cells[0]

  /// The measure of a row that the shim counted, or another instrument.
  static func row(
    _ phase: RowPhase, _ metric: Metric, _ instrument: Instrument = .shim
  ) -> SeriesKey.Measure {
    SeriesKey.Measure(phase: phase, metric: metric, instrument: instrument)
  }

  /// Compares the fixture with a changed copy of it.
  private func compare(
    filter: CellFilter = CellFilter(), _ change: (inout RunFixture) -> Void
  ) throws -> Comparison {
    var candidate = RunFixture(id: "r2")
    change(&candidate)
    return try Comparison(
      baseline: RunFixture().run(name: "a"), candidate: candidate.run(name: "b"), filter: filter)
  }

  private func entries(_ comparison: Comparison, _ finding: Finding) -> [ComparisonEntry] {
    comparison.entries.filter { $0.finding == finding }
  }

  @Test("Sites explain the changes of cells that both runs have them of, and what was 0")
  func sites() throws {
    let other = RunFixture.cells[1]
    var candidate = RunFixture(id: "r2")
    for cell in [cell, other] {
      candidate.change(cell, .format, .allocations) { $0.summary = .constant(9) }
      candidate.change(cell, .filter, .allocations) { $0.summary = .constant(1) }
    }
    func sites(_ cells: [Cell], _ count: Double) -> [CostSite] {
      cells.flatMap { cell in
        [RowPhase.format, .filter].map { phase in
          CostSite(
            series: SeriesKey(
              suite: "keystrokes", cell: cell, phase: phase, metric: .allocations,
              instrument: .shim),
            stack: [StackFrame(function: "f()", file: "Sources/F.swift", line: 1)], count: count)
        }
      }
    }
    let comparison = try Comparison(
      baseline: RunFixture().run(name: "a"), candidate: candidate.run(name: "b"),
      sites: (sites([cell], 2), sites([cell, other], 9)))
    let explained = entries(comparison, .regressed).filter {
      !$0.sites.isEmpty && $0.figure == .mean
    }
    #expect(
      Set(explained.map { "\($0.cell.id) \($0.phase?.rawValue ?? "")" }) == [
        "\(cell.id) format", "\(cell.id) filter", "\(other.id) filter",
      ])
  }

  @Test("A run equals itself")
  func same() throws {
    let comparison = try compare { _ in }
    #expect(!comparison.fails)
    #expect(comparison.notes.isEmpty)
    #expect(comparison.commonCells == 4)
    #expect(Set(comparison.entries.map(\.finding)) == [.unchanged, .advisory])
    #expect(entries(comparison, .unchanged).count == 4 * 6)
    #expect(entries(comparison, .advisory).allSatisfy { $0.ratio == 1 })
  }

  @Test("One more allocation regresses, and fails", arguments: Figure.allCases)
  func regressed(_ figure: Figure) throws {
    let comparison = try compare {
      $0.change(cell, .total, .allocations) { $0.summary[figure] = 6 }
    }
    let found = try #require(entries(comparison, .regressed).first)
    #expect(comparison.failures == [found])
    #expect(found.cell == cell && found.figure == figure)
    #expect(found.before == 5 && found.after == 6)
  }

  @Test("One less improves, and does not fail", arguments: Figure.allCases)
  func improved(_ figure: Figure) throws {
    let comparison = try compare {
      $0.change(cell, .total, .allocations) { $0.summary[figure] = 4 }
    }
    #expect(!comparison.fails)
    #expect(entries(comparison, .improved).map(\.figure) == [figure])
  }

  @Test("A rise of any figure decides: a lower mean does not excuse a keystroke that got worse")
  func direction() throws {
    let comparison = try compare {
      $0.change(cell, .total, .allocations) {
        $0.summary[.mean] = 4.5
        $0.summary[.max] = 9
      }
      $0.change(cell, .total, .bytes) {
        $0.summary[.max] = 748
        $0.summary[.p50] = 1
      }
    }
    #expect(entries(comparison, .regressed).map(\.figure) == [.max, .max])
    #expect(comparison.fails)
  }

  @Test("A minimum that rose while the mean fell is not a regression")
  func narrower() throws {
    let comparison = try compare {
      $0.change(cell, .total, .allocations) {
        $0.summary[.mean] = 4.5
        $0.summary[.min] = 6
      }
    }
    #expect(!comparison.fails)
    #expect(entries(comparison, .improved).map(\.figure) == [.mean])
  }

  @Test("From 0 to n is a change without a ratio")
  func fromZero() throws {
    let comparison = try compare {
      $0.change(cell, .filter, .allocations) { $0.summary = .constant(3) }
    }
    let found = try #require(comparison.failures.first)
    #expect(found.finding == .regressed && found.ratio == nil)
  }

  @Test("A figure that is no longer measured has vanished; it is not 0")
  func figureVanished() throws {
    let comparison = try compare {
      $0.change(cell, .total, .allocations) { $0.summary[.mean] = nil }
    }
    #expect(comparison.failures.map(\.finding) == [.vanished])
    #expect(comparison.failures.first?.remarks == [.figure(.mean, Self.row(.total, .allocations))])
  }

  @Test("Another count is another workload, reported once per cell")
  func workload() throws {
    let comparison = try compare {
      $0.change(cell, .total, .allocations) { $0.count = 401 }
      $0.change(cell, .total, .bytes) { $0.count = 401 }
    }
    #expect(comparison.failures.map(\.finding) == [.workload])
    #expect(
      comparison.failures.first?.remarks == [
        .keystrokes(Self.row(.total, .allocations), before: 400, after: 401, others: 1)
      ])
  }

  @Test("Cells and rows that vanish fail; new ones do not")
  func absences() throws {
    var comparison = try compare { $0.rows.removeAll { $0.cell == cell } }
    #expect(comparison.failures.map(\.finding) == [.vanished])
    #expect(comparison.failures.first?.remarks == [.wholeCell])
    comparison = try compare {
      $0.rows.removeAll { $0.cell == cell && $0.phase == .parse }
      $0.rows.removeAll { $0.cell == cell && $0.metric == .bytes }
    }
    #expect(
      comparison.failures.map(\.remarks) == [
        [.rows([Self.row(.total, .bytes), Self.row(.parse, .time, .clock)])]
      ])
    let new = Cell(strategy: "new", value: "int", locale: "en_US", length: 1, script: "type")
    comparison = try compare { $0.rows += RunFixture.rows(of: new, run: "r2", rounds: 2) }
    #expect(!comparison.fails)
    #expect(entries(comparison, .new).map(\.cell) == [new])
  }

  @Test(
    "Rows that vary between rounds around the other side are inconclusive",
    arguments: [true, false])
  func inconclusive(_ inBaseline: Bool) throws {
    var varying = RunFixture(id: "v")
    let place = try #require(
      varying.rows.firstIndex { $0.cell == cell && $0.metric == .allocations })
    varying.rows[place].round = 1
    var second = varying.rows[place]
    second.round = 2
    second.summary = .constant(50)
    varying.rows.append(second)
    let (a, b) = (RunFixture().run(name: "a"), varying.run(name: "b"))
    let comparison = try Comparison(
      baseline: inBaseline ? b : a, candidate: inBaseline ? a : b)
    let found = try #require(entries(comparison, .inconclusive).first)
    #expect(
      found.remarks == [
        .roundsDiffer(baseline: inBaseline, candidate: !inBaseline, liesAbove: false)
      ])
    #expect(
      !comparison.entries.contains {
        $0.finding == .unchanged && $0.cell == cell
          && $0.metric == .allocations && $0.phase == .total
      })
    #expect(!comparison.fails)
  }

  @Test(
    "Rounds that differ, all on one side of the baseline, have moved", arguments: [true, false])
  func varyingButApart(_ worse: Bool) throws {
    let place = try #require(
      RunFixture().rows.firstIndex {
        $0.cell == cell && $0.metric == .allocations && $0.phase == .total
      })
    let comparison = try compare { fixture in
      for (round, count) in [(1, worse ? 6.0 : 3), (2, worse ? 7 : 4)] {
        var row = fixture.rows[place]
        row.round = round
        row.summary = .constant(count)
        fixture.rows.append(row)
      }
      fixture.rows.remove(at: place)
    }
    #expect(comparison.fails == worse)
    #expect(entries(comparison, .inconclusive).isEmpty)
    let found = try #require(entries(comparison, worse ? .regressed : .improved).first)
    #expect(
      found.remarks == [.roundsDiffer(baseline: false, candidate: true, liesAbove: worse)])
  }

  @Test("Equal rows in every round are as good as one row")
  func equalRounds() throws {
    let comparison = try compare { fixture in
      let exact = fixture.rows.filter { $0.metric.isExact }
      fixture.rows.removeAll { $0.metric.isExact }
      for round in 1...3 {
        fixture.rows += exact.map { row in
          var row = row
          row.round = round
          return row
        }
      }
    }
    #expect(!comparison.fails)
    #expect(entries(comparison, .unchanged).count == 4 * 6)
  }

  @Test("A filter keeps the matching cells, and reports if none is left")
  func filter() throws {
    let other = CellFilter(strategy: ["onchange-*"])
    let comparison = try compare(filter: other) {
      $0.change(cell, .total, .allocations) { $0.summary = .constant(9) }
    }
    #expect(!comparison.fails && comparison.commonCells == 2)
    let error = try #require(throws: Problem.self) {
      try compare(filter: CellFilter(locale: ["xx"])) { _ in }
    }
    #expect(error.description.contains("nothing to compare"))
    #expect(error.description.contains("--locale xx matches none of "))
  }

  @Test("Two runs without a common cell cannot be compared")
  func nothingInCommon() throws {
    let error = try #require(throws: Problem.self) {
      try compare { fixture in
        for place in fixture.rows.indices { fixture.rows[place].suite = "other" }
      }
    }
    #expect(
      error.description
        == "nothing to compare: a has 4 cells, b has 4 cells, and none is in both")
  }

  @Test("An unfinished run is compared on the rows it has, and the missing ones are reported")
  func unfinished() throws {
    let comparison = try compare {
      $0.metadata.status = .interrupted
      $0.rows.removeAll { $0.cell == cell }
    }
    #expect(comparison.fails)
    #expect(comparison.notes == [.notFinished(.candidate, .interrupted, lost: 1)])
  }
}
