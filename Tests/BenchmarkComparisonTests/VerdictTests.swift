import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults
import RunFixtures
import Testing

/// Tests of the verdict on a whole comparison: it passes only if everything that has to gate could.
struct VerdictTests {
  private typealias Change = (inout RunFixture) -> Void

  private static let trace = Cell(
    strategy: "delegate-filter", value: "int", locale: "en_US", length: 9, script: "trace-form")

  /// Copies the rows of allocations as counts of valgrind.
  private static func counted(_ figure: Double = 9) -> Change {
    { fixture in
      fixture.metadata.toolchain.valgrind = "3.19.0"
      fixture.rows += fixture.rows.filter { $0.metric == .allocations && $0.phase == .total }
        .map { row in
          var row = row
          (row.metric, row.instrument) = (.instructions, .valgrind)
          row.summary = .constant(figure)
          return row
        }
    }
  }

  private func verdict(
    cells: [Cell] = RunFixture.cells, _ thresholds: Thresholds = .none,
    of changes: (baseline: Change, candidate: Change) = ({ _ in }, { _ in }),
    isMeant: @Sendable (SeriesKey.Measure) -> Bool = { _ in true }
  ) throws -> Comparison.Verdict {
    var runs = [RunFixture(cells: cells), RunFixture(id: "r2", cells: cells)]
    changes.baseline(&runs[0])
    changes.candidate(&runs[1])
    return try Comparison(
      baseline: runs[0].run(name: "a"), candidate: runs[1].run(name: "b"), isMeant: isMeant,
      thresholds: thresholds
    ).verdict
  }

  private func codes(_ verdict: Comparison.Verdict) -> [Comparison.Reason.Code] {
    verdict.reasons.map(\.code)
  }

  @Test("Equal runs pass, also of other machines, and one more allocation fails")
  func decided() throws {
    #expect(try verdict() == .pass)
    #expect(try verdict(of: ({ _ in }, { $0.metadata.hosts[0].cpuModel = "another" })) == .pass)
    #expect(
      try verdict(
        of: (
          { _ in },
          { $0.change(RunFixture.cells[0], .total, .allocations) { $0.summary = .constant(6) } }
        )) == .fail)
  }

  @Test("Twice the instructions with another toolchain, or equal ones: undecided, never a pass")
  func toolchain() throws {
    for figure in [9.0, 18] {
      let verdict = try verdict(
        of: (
          Self.counted(),
          { fixture in
            Self.counted(figure)(&fixture)
            fixture.metadata.toolchain.swift = "6.4"
          }
        ))
      #expect(codes(verdict) == [.otherToolchain])
      #expect(verdict.reasons.first?.cells.count == 4)
    }
  }

  @Test("What makes a kind of exact metrics advisory is a reason, and a failure comes first")
  func advisory() throws {
    let cases: [(Comparison.Reason.Code, Change)] = [
      (.otherAllocator, { $0.metadata.toolchain.allocator.version = "5.2.1" }),
      (.otherSystem, { $0.metadata.toolchain.libc = "2.39" }),
      (.otherSeed, { $0.metadata.plan.seed = 7 }),
      (.notFinished, { $0.metadata.status = .interrupted }),
    ]
    for (code, change) in cases {
      let count = Self.counted()
      let changed: Change = { fixture in
        count(&fixture)
        change(&fixture)
      }
      #expect(codes(try verdict(of: (count, changed))) == [code])
      #expect(codes(try verdict(of: (changed, count))) == [code])
      let worse: Change = { fixture in
        changed(&fixture)
        fixture.rows.removeAll { $0.cell == RunFixture.cells[1] }
      }
      #expect(try verdict(of: (count, worse)) == .fail)
    }
  }

  @Test("Another seed leaves open the cells that are no traces")
  func seed() throws {
    let other: Change = { $0.metadata.plan.seed = 7 }
    #expect(try verdict(cells: [Self.trace], of: ({ _ in }, other)) == .pass)
    let both = try verdict(cells: [RunFixture.cells[0], Self.trace], of: ({ _ in }, other))
    #expect(codes(both) == [.otherSeed])
    #expect(both.reasons.first?.cells.map(\.cell) == [RunFixture.cells[0]])
  }

  @Test(
    "A side without the rows of an instrument fails, one without times does not",
    arguments: Instrument.allCases)
  func instruments(_ instrument: Instrument) throws {
    let whole = Self.counted()
    let part: Change = { fixture in
      whole(&fixture)
      fixture.rows.removeAll { $0.instrument == instrument }
    }
    let lacking: Comparison.Verdict = instrument == .clock ? .pass : .fail
    #expect(try verdict(of: (whole, part)) == lacking)
    #expect(try verdict(of: (part, whole)) == lacking)
    let meant = try verdict(of: (whole, part)) { $0.instrument != instrument }
    #expect(meant == .pass)
  }

  @Test("Rounds that differ leave a cell open only if none of its exact metrics repeats")
  func inconclusive() throws {
    let cell = RunFixture.cells[0]
    func varying(_ isMeant: @escaping (Row) -> Bool) -> Change {
      { fixture in
        fixture.rows += fixture.rows.filter {
          $0.cell == cell && $0.metric.isExact && isMeant($0)
        }.map { row in
          var row = row
          row.round = 1
          row.summary = .constant((row.summary.mean ?? 0) + 7)
          return row
        }
      }
    }
    #expect(try verdict(of: ({ _ in }, varying { $0.metric == .bytes })) == .pass)
    let all = try verdict(of: ({ _ in }, varying { _ in true }))
    #expect(codes(all) == [.noExactMetrics])
    #expect(all.reasons.first?.cells.map(\.cell) == [cell])
  }

  @Test("Runs of times alone decide nothing")
  func unmeasured() throws {
    let bare: Change = { $0.rows.removeAll { $0.metric.isExact } }
    #expect(codes(try verdict(of: (bare, bare))) == [.noExactMetrics])
  }

  // MARK: Paired comparisons

  private func paired(
    rounds: Int = 40, looks: Bool = true, _ change: (inout RunMetadata, inout [Row]) -> Void
  ) throws -> Comparison.Verdict {
    var fixture = PairedFixture()
    fixture.rounds = rounds
    fixture.instructions = { _, _ in 1 }
    let runs = fixture.runs(looks: looks ? [rounds] : [])
    return try Comparison(baseline: runs.baseline, candidate: runs.candidate.with(change)).verdict
  }

  @Test(
    "A pair passes if its counts are equal and times have a bound, and fails without times of one side"
  )
  func pair() throws {
    #expect(try paired { _, _ in } == .pass)
    #expect(
      try paired(rounds: 1, looks: false) { _, rows in rows.removeAll { $0.metric == .time } }
        == .fail)
    #expect(
      codes(try paired { metadata, _ in metadata.toolchain.swift = "6.4" })
        == [.otherToolchain])
  }

  @Test("Too few rounds are undecided, with their number and a budget that may be enough")
  func fewRounds() throws {
    let verdict = try paired(rounds: 5) { _, _ in }
    #expect(codes(verdict) == [.tooFewRounds])
    let reason = try #require(verdict.reasons.first)
    #expect(reason.rounds == 5 && reason.cells.count == PairedFixture.cells.count)
    #expect(try #require(reason.budget) >= 120)
  }

  @Test("A cell without times of both sides is open, although its strategy has a bound")
  func untimed() throws {
    let meant = PairedFixture.cells[0]
    for rounds in [40, 5] {
      let verdict = try paired(rounds: rounds) { _, rows in
        for place in rows.indices where rows[place].cell == meant && rows[place].metric == .time {
          rows[place].summary = .constant(0)
        }
      }
      #expect(codes(verdict) == (rounds == 5 ? [.noTimes, .tooFewRounds] : [.noTimes]))
      #expect(verdict.reasons.first?.cells.map(\.cell) == [meant])
    }
  }
}
