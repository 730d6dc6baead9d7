import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults
import RunFixtures
import Testing

/// Tests that a series missing in the baseline, of a cell that both runs have, is a finding: it could change unnoticed.
@Suite("Missing in the baseline")
struct UncoveredTests {
  /// Returns a run that also counted instructions and retains.
  static func counted(_ id: String, factor: Double = 1) -> RunFixture {
    var fixture = RunFixture(id: id)
    for cell in RunFixture.cells {
      for (metric, value) in [(Metric.instructions, 5_000.0), (.retains, 12)] {
        for phase in [RowPhase.total, .format] {
          fixture.rows.append(
            Row(
              run: id, commit: "0123456789", round: 0,
              series: SeriesKey(
                suite: "keystrokes", cell: cell, phase: phase, metric: metric, instrument: .valgrind
              ), count: 400,
              summary: Summary(mean: value * (metric == .instructions ? factor : 1)), text: .ok))
        }
      }
    }
    return fixture
  }

  private func comparison(
    _ baseline: RunFixture, _ candidate: RunFixture
  ) throws -> Comparison {
    try Comparison(
      baseline: baseline.run(name: "main"), candidate: candidate.run(name: "today"))
  }

  @Test("All instructions gone from the baseline and doubled in the candidate: fails, cell by cell")
  func instructionsGone() throws {
    var baseline = Self.counted("a")
    baseline.rows.removeAll { $0.metric == .instructions }
    let found = try comparison(baseline, Self.counted("b", factor: 2))
    #expect(found.fails)
    let entries = found.failures
    #expect(Set(entries.map(\.cell)) == Set(RunFixture.cells))
    #expect(entries.allSatisfy { $0.finding.rawValue == "missing_in_baseline" })
    #expect(
      entries.allSatisfy {
        $0.remarks == [
          .rows([
            ComparisonTests.row(.total, .instructions, .valgrind),
            ComparisonTests.row(.format, .instructions, .valgrind),
          ])
        ]
      })
  }

  @Test("A baseline without anything that valgrind counted fails too")
  func instrumentGone() throws {
    var baseline = Self.counted("a")
    baseline.rows.removeAll { $0.instrument == .valgrind }
    let found = try comparison(baseline, Self.counted("b", factor: 2))
    #expect(found.failures.count == RunFixture.cells.count)
    // A candidate without it could be worse unseen.
    #expect((try comparison(Self.counted("a"), baseline).fails))
  }

  @Test("Any series missing from the baseline of any cell fails", arguments: NeverFineTests.series)
  func anySeries(_ series: SeriesKey) throws {
    var baseline = RunFixture(id: "a")
    baseline.rows.removeAll { $0.series == series }
    let found = try comparison(baseline, RunFixture(id: "b"))
    #expect(found.failures.map(\.cell) == [series.cell])
    #expect(
      found.failures.map(\.remarks) == [[.rows([series.measure])]])
  }

  @Test("A phase missing from the baseline fails, including its times")
  func phaseGone() throws {
    var baseline = RunFixture(id: "a")
    baseline.rows.removeAll { $0.cell == RunFixture.cells[0] && $0.phase == .format }
    let found = try comparison(baseline, RunFixture(id: "b"))
    #expect(
      found.failures.map(\.remarks) == [
        [
          .rows([
            ComparisonTests.row(.format, .time, .clock), ComparisonTests.row(.format, .allocations),
          ])
        ]
      ])
  }

  @Test("A figure missing from the baseline fails")
  func figureGone() throws {
    var baseline = RunFixture(id: "a")
    baseline.change(RunFixture.cells[0], .total, .allocations) { $0.summary[.max] = nil }
    let found = try comparison(baseline, RunFixture(id: "b"))
    #expect(
      found.failures.map(\.remarks) == [
        [.figure(.max, ComparisonTests.row(.total, .allocations))]
      ])
  }

  @Test("A cell, and a keystroke over a limit, that only the candidate has are no failure")
  func newCell() throws {
    var baseline = RunFixture(id: "a")
    baseline.rows.removeAll { $0.cell == RunFixture.cells[0] }
    var candidate = RunFixture(id: "b")
    if var over = candidate.rows.last(where: { $0.metric == .time }) {
      over.metric = .over1ms
      over.summary = Summary(mean: 0.01)
      candidate.rows.append(over)
    }
    #expect(!(try comparison(baseline, candidate).fails))
  }

  /// Returns the missing rounds by side: the number of cells, the maximum number of rounds, and the planned number.
  private func missing(_ comparison: Comparison) -> [ComparisonNote.Side: [Int?]] {
    Dictionary(
      uniqueKeysWithValues: comparison.notes.compactMap { note in
        guard case .missingRounds(let side, let missing) = note else { return nil }
        return (side, [missing.cells, missing.rounds, missing.planned])
      })
  }

  @Test("A missing round is noted, with the number of cells and rounds")
  func roundGone() throws {
    var candidate = RunFixture(id: "b", rounds: 5)
    let baseline = RunFixture(id: "a", rounds: 5)
    #expect(missing(try comparison(baseline, candidate)).isEmpty)
    candidate.rows.removeAll { $0.cell == RunFixture.cells[0] && $0.round == 3 }
    #expect(missing(try comparison(baseline, candidate)) == [.candidate: [1, 1, 5]])
    candidate.rows.removeAll { $0.round >= 4 }
    #expect(missing(try comparison(candidate, baseline)) == [.baseline: [4, 3, 5]])
    // In a paired comparison only a gap in the rounds shows.
    candidate = RunFixture(id: "b", rounds: 3)
    candidate.rows.removeAll { $0.cell == RunFixture.cells[0] && $0.round == 2 }
    candidate.metadata.paired = PairedRecord(
      role: .candidate, partner: "a", budget: 1, seed: 1)
    #expect(missing(try comparison(baseline, candidate)) == [.candidate: [1, 1, nil]])
    // Rounds between two stages are not its own, and so no gap.
    candidate.metadata.paired?.looks = [
      .init(rounds: 1, spent: 1, seconds: 1, part: .changed),
      .init(rounds: 2, spent: 1, seconds: 1, part: .rest),
      .init(rounds: 3, spent: 1, seconds: 1, confirms: true),
    ]
    #expect(missing(try comparison(baseline, candidate)).isEmpty)
  }

  @Test("The making of a field gates like a keystroke, and is no part of one")
  func setUp() throws {
    func made(_ id: String, _ allocations: Double?) -> RunFixture {
      var fixture = RunFixture(id: id)
      for cell in RunFixture.cells.prefix(1) {
        guard let allocations else { continue }
        fixture.rows.append(
          Row(
            run: id, commit: "0123456789", round: 0,
            series: SeriesKey(
              suite: "keystrokes", cell: cell, phase: .setup, metric: .allocations,
              instrument: .shim), count: 4, summary: .constant(allocations), text: .ok))
      }
      return fixture
    }
    let more = try comparison(made("a", 5), made("b", 6))
    #expect(more.failures.map(\.phase) == [.setup])
    #expect(more.failures.map(\.finding) == [.regressed])
    #expect(!(try comparison(made("a", 5), made("b", 5)).fails))
    // Earlier versions did not measure it.
    let new = try comparison(made("a", nil), made("b", 6))
    #expect(!new.fails && new.notes.contains(.setUpNotMeasured))
    #expect(try comparison(made("a", 5), made("b", nil)).fails)
    // In another cell than before, it is missing in the baseline.
    var other = made("b", 5)
    other.rows.append(
      Row(
        run: "b", commit: "0123456789", round: 0,
        series: SeriesKey(
          suite: "keystrokes", cell: RunFixture.cells[1], phase: .setup, metric: .allocations,
          instrument: .shim), count: 4, summary: .constant(5), text: .ok))
    #expect(try comparison(made("a", 5), other).failures.map(\.finding) == [.uncovered])
  }
}
