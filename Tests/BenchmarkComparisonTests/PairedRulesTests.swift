import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults
import RunFixtures
import Testing

/// Tests of the guarantees of a paired comparison's rules, on random rounds.
struct PairedRulesTests {
  private static let meant = "onchange-reformat"

  /// Looks as a live comparison does, through both stages if there are two.
  ///
  /// - Parameters:
  ///   - fixture: the rounds of the first stage.
  ///   - fresh: the rounds of the second stage; nil if there is none.
  /// - Returns: the test with its verdicts.
  private func judge(
    _ fixture: PairedFixture, fresh: PairedFixture? = nil
  ) -> PairedTest {
    var pairedTest = PairedTest(
      suite: "keystrokes", thresholds: .none, seed: fixture.seed, confirms: fresh != nil)
    func hear(_ fixture: PairedFixture, _ cells: Set<Cell>) {
      var schedule = LookSchedule()
      for (place, round) in fixture.rounded.enumerated() {
        pairedTest.add(times: round.filter { cells.contains($0.cell) })
        let isLast = place + 1 == fixture.rounds
        let spent = Double(place + 1) / Double(fixture.rounds)
        guard schedule.isLook(after: place + 1, spent: spent) || isLast else { continue }
        _ = pairedTest.look(spent: spent)
      }
    }
    hear(fixture, Set(fixture.cells))
    if let fresh {
      let cells = pairedTest.beginConfirmation()
      if !cells.isEmpty { hear(fresh, cells) }
    }
    return pairedTest
  }

  private func group(_ phase: RowPhase) -> TimedSubject {
    TimedSubject(
      scope: .group(
        CellGroup(
          .strategy, of: PairedFixture.cells.first { $0.strategy == Self.meant })), phase: phase)
  }

  private func planted(_ share: Double, noise: Double, rounds: Int = 40) -> PairedFixture {
    var fixture = PairedFixture()
    fixture.noise = noise
    fixture.rounds = rounds
    fixture.times = { cell, phase in
      cell.strategy == Self.meant && phase == .format ? 1 + share : 1
    }
    return fixture
  }

  @Test("Of 100 comparisons of links that differ in layout alone, at most 4 raise an alarm")
  func falseAlarms() {
    var alarms = 0
    for seed in 1...100 {
      var fixture = PairedFixture()
      // Layout changes a phase by some percent, differently in each cell and round.
      fixture.noise = 0.06
      fixture.rounds = 14
      fixture.seed = UInt64(seed)
      var fresh = fixture
      fresh.seed = UInt64(1_000 + seed)
      let pairedTest = judge(fixture, fresh: fresh)
      if pairedTest.verdicts.values.contains(where: {
        $0.verdict == .regressed || $0.verdict == .improved
      }) {
        alarms += 1
      }
    }
    // At most 1 is expected; the probability of 5 or more is 0.4 %.
    #expect(alarms <= 4, "\(alarms) of 100")
  }

  @Test(
    "+10 % with 0.5 % noise is found at the first look, as no pattern of signs exceeds it")
  func firstLook() throws {
    for seed in 1...30 {
      var fixture = planted(0.1, noise: 0.005, rounds: 12)
      fixture.seed = UInt64(seed)
      var pairedTest = PairedTest(suite: "", thresholds: .none, seed: UInt64(seed))
      for round in fixture.rounded { pairedTest.add(times: round) }
      // With a quarter of the level spent, fewer than two of 2,048 patterns may raise an alarm.
      _ = pairedTest.look(spent: 0.25)
      // Several subjects contain the planted effect, and only the largest statistic of all can reach its own size.
      let found = pairedTest.verdicts.filter { $0.value.verdict == .regressed }
      #expect(!found.isEmpty && found.allSatisfy { $0.key.phase == .format }, "seed \(seed)")
    }
  }

  @Test("+20 % in one of five launches is never called unchanged, and is separated from the rest")
  func launchTail() throws {
    let all = group(.total)
    let cells = PairedFixture.cells.filter { $0.strategy == Self.meant && $0.locale == "en_US" }
    for seed in 1...100 {
      var fixture = PairedFixture()
      fixture.cells = cells
      fixture.noise = 0.002
      fixture.rounds = 40
      fixture.seed = UInt64(seed)
      let launches: @Sendable (Int) -> Double = { round in
        var random = SplitMix64(seed: UInt64(seed), "launch", String(round))
        return random.below(5) == 0 ? 1.2 : 1
      }
      fixture.launches = launches
      let pairedTest = judge(fixture)
      #expect(!pairedTest.verdicts.values.contains { $0.verdict == .unchanged }, "seed \(seed)")
      let total = try #require(pairedTest.verdicts[all])
      // The slowest fifth are eight of forty launches; a seed may produce fewer slow ones than that.
      let slow = min(8, (1...40).count { launches($0) > 1 })
      #expect(total.launches.slowest > 0.17 * Double(slow) / 8)
      #expect(slow > 0 && total.launches.fastest.magnitude < 0.01)
    }
    // Without the planted effect, the same noise gives a clear verdict.
    var quiet = PairedFixture()
    quiet.cells = cells
    quiet.noise = 0.002
    #expect(judge(quiet).verdicts[all]?.verdict == .unchanged)
  }

  @Test("Stalls in the slow repetitions are found, though the fastest repetition has none")
  func stalls() throws {
    var fixture = PairedFixture()
    fixture.stalls = { cell, _ in cell.strategy == Self.meant ? 1.4 : 1 }
    let runs = fixture.runs(looks: [12, 40])
    let comparison = try Comparison(baseline: runs.baseline, candidate: runs.candidate)
    #expect(comparison.fails)
    let failing = comparison.census.filter(\.fails)
    #expect(!failing.isEmpty)
    #expect(failing.allSatisfy { $0.group.strategy == Self.meant && $0.phase == .total })
    #expect(failing.allSatisfy { $0.timed?.statistic == .slow })
  }

  @Test("Large undecided effects, and no others, are decided on fresh rounds alone")
  func confirmation() throws {
    let fixture = planted(0.03, noise: 0.14, rounds: 24)
    let first = judge(fixture)
    let before = try #require(first.verdicts[group(.format)])
    try #require(before.verdict == .inconclusive)
    var fresh = planted(0.03, noise: 0.02, rounds: 24)
    fresh.seed = 7
    let pairedTest = judge(fixture, fresh: fresh)
    let after = try #require(pairedTest.verdicts[group(.format)])
    #expect(after.verdict == .regressed)
    #expect(after.isConfirmed && after.rounds == 24)
    let others = pairedTest.verdicts.filter { !$0.value.isConfirmed }
    #expect(!others.isEmpty)
    #expect(
      others.allSatisfy { subject, verdict in
        verdict.effect.logRatio == first.verdicts[subject]?.effect.logRatio
      })

    // If the sides are equal, the second stage withdraws the suspicion of the first.
    var equal = planted(0, noise: 0.02, rounds: 24)
    equal.seed = 8
    let cleared = judge(fixture, fresh: equal)
    #expect(cleared.verdicts[group(.format)]?.verdict != .regressed)
  }

  @Test("The looks of both stages, judged again from the two runs, give the live verdicts")
  func replayed() throws {
    var pairedTest = PairedTest(
      suite: "keystrokes", thresholds: .none, seed: 1, confirms: true)
    let fixture = planted(0.03, noise: 0.14, rounds: 48)
    var cells = Set(fixture.cells)
    for (place, round) in fixture.rounded.enumerated() {
      if place == 24 { cells = pairedTest.beginConfirmation() }
      pairedTest.add(times: round.filter { cells.contains($0.cell) })
      if place == 23 || place == 47 { _ = pairedTest.look(spent: 1) }
    }
    try #require(cells.count < fixture.cells.count && !cells.isEmpty)
    let runs = fixture.runs(looks: [24])
    func confirmed(_ run: Run) -> Run {
      run.with { metadata, rows in
        metadata.paired?.confirms = true
        metadata.paired?.looks.append(.init(rounds: 48, spent: 1, seconds: 120, confirms: true))
        rows.removeAll { $0.round > 24 && !cells.contains($0.cell) }
      }
    }
    let comparison = try Comparison(
      baseline: confirmed(runs.baseline), candidate: confirmed(runs.candidate))
    for entry in comparison.entries where entry.metric == .time && entry.figure == .min {
      let phase = try #require(entry.phase)
      let live = pairedTest.verdicts[TimedSubject(scope: .cell(entry.cell), phase: phase)]
      #expect(entry.spread == live?.effect.interval)
    }
  }
}
