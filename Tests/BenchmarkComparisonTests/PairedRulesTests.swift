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
    func take(_ fixture: PairedFixture, _ cells: Set<Cell>) {
      var schedule = LookSchedule()
      for (place, round) in fixture.rounded.enumerated() {
        pairedTest.add(times: round.filter { cells.contains($0.cell) })
        let isLast = place + 1 == fixture.rounds
        let spent = Double(place + 1) / Double(fixture.rounds)
        guard schedule.isLook(after: place + 1, spent: spent) || isLast else { continue }
        _ = pairedTest.look(spent: spent)
      }
    }
    take(fixture, Set(fixture.cells))
    if let fresh {
      let cells = pairedTest.beginConfirmation()
      if !cells.isEmpty { take(fresh, cells) }
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
      let launches = Self.launches(1.2, seed: UInt64(seed))
      fixture.launches = launches
      let pairedTest = judge(fixture)
      #expect(!pairedTest.verdicts.values.contains { $0.verdict == .unchanged }, "seed \(seed)")
      let total = try #require(pairedTest.verdicts[all])
      // The slowest fifth are eight of forty launches; a seed may produce fewer slow ones than that.
      let slow = min(8, (1...40).count { launches(cells[0], $0) > 1 })
      #expect(total.launches.slowest > 0.17 * Double(slow) / 8)
      #expect(slow > 0 && total.launches.fastest.magnitude < 0.01)
    }
    // Without the planted effect, the same noise gives a clear verdict.
    var quiet = PairedFixture()
    quiet.cells = cells
    quiet.noise = 0.002
    #expect(judge(quiet).verdicts[all]?.verdict == .unchanged)
  }

  /// Slower launches of one strategy: one in five, on average.
  private static func launches(
    _ factor: Double, seed: UInt64
  ) -> @Sendable (Cell, Int) -> Double {
    { cell, round in
      var random = SplitMix64(seed: seed, "launch", String(round))
      return random.below(5) == 0 && cell.strategy == meant ? factor : 1
    }
  }

  @Test("A strategy that is half slower in one of five launches: no bound below its mean is named")
  func boundOfMean() throws {
    var below = 0
    var found = 0
    for seed in 1...60 {
      var fixture = PairedFixture()
      fixture.noise = 0.014
      fixture.rounds = 27
      fixture.seed = UInt64(seed)
      fixture.launches = Self.launches(1.5, seed: fixture.seed)
      var fresh = fixture
      fresh.rounds = 100
      fresh.seed += 1_000
      fresh.launches = Self.launches(1.5, seed: fresh.seed)
      let mean = TimedSubject(scope: group(.total).scope, phase: .total, statistic: .mean)
      let first = judge(fixture)
      let bounds = first.bounds.filter { $0.strategy == Self.meant }
      // The mean is 10 % slower.
      if bounds.allSatisfy({ $0.share < 0.1 }) { below += 1 }
      #expect(first.bounds.count == 3 && bounds.count == 1)
      let second = judge(fixture, fresh: fresh).verdicts[mean]
      if let second, second.isConfirmed, second.verdict == .regressed { found += 1 }
    }
    #expect(below <= 2, "\(below) of 60")
    // The study has 88 of 100.
    #expect(found >= 42, "\(found) of 60")
  }

  @Test("Rounds that resemble their neighbours widen all intervals, and raise few alarms")
  func correlatedRounds() {
    var alarms = 0
    var stretches: [Double] = []
    for seed in 1...100 {
      var fixture = PairedFixture()
      fixture.noise = 0.002
      fixture.rounds = 24
      fixture.seed = UInt64(seed)
      var random = SplitMix64(seed: fixture.seed, "drift")
      var drifts = [0.0]
      for _ in 1...24 {
        let shock = (0..<6).reduce(0) { sum, _ in sum + Double(random.below(2_001)) / 1_000 - 1 }
        drifts.append(0.5 * drifts[drifts.count - 1] + 0.01 * shock)
      }
      fixture.launches = { [drifts] _, round in 1 + drifts[round] }
      let test = judge(fixture)
      stretches.append(test.correlation.stretch(rounds: 24))
      if test.verdicts.values.contains(where: \.isChange) { alarms += 1 }
    }
    #expect(stretches.reduce(0, +) / 100 > 1.3)
    // Without the stretch some 20 of 100 raise an alarm.
    #expect(alarms <= 8, "\(alarms) of 100")
    #expect(RoundCorrelation([[[1, -1, 1, -1, 1, -1]]]).stretch(rounds: 6) == 1)
    #expect(RoundCorrelation([[[.nan, 2, 2]], []]).stretch(rounds: 3) == 1)
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

  /// Looks at two parts: the cells whose instructions changed most in many rounds, then the others in a few.
  private func judgeParts(
    _ fixture: PairedFixture, most: Int, rounds: [Int]
  ) -> (chosen: Set<Cell>, test: PairedTest) {
    var pairedTest = PairedTest(suite: "keystrokes", thresholds: .none, seed: fixture.seed)
    pairedTest.add(instructions: fixture.counted)
    let chosen = pairedTest.chooseFirst(atMost: most)
    var fixture = fixture
    for (part, rounds) in rounds.enumerated() {
      if part == 1 { pairedTest.beginRest() }
      fixture.rounds = rounds
      fixture.seed += 1
      for round in fixture.rounded {
        pairedTest.add(times: round.filter { chosen.contains($0.cell) == (part == 0) })
      }
      _ = pairedTest.look(spent: 1)
    }
    return (chosen, pairedTest)
  }

  @Test("A slow cell whose instructions changed is timed first and decided, others stay open")
  func parts() throws {
    let slow = PairedFixture.cells[7]
    let also = PairedFixture.cells[3]
    var fixture = PairedFixture()
    fixture.times = { cell, phase in cell == slow && phase != .parse ? 1.2 : 1 }
    fixture.instructions = { cell, _ in cell == slow ? 1.4 : cell == also ? 1.01 : 1.0005 }
    let (chosen, test) = judgeParts(fixture, most: 4, rounds: [24, 5])
    #expect(chosen == [slow, also], "a change within the compiler's is no reason")
    func verdict(_ cell: Cell) -> TimedVerdict? {
      test.verdicts[TimedSubject(scope: .cell(cell), phase: .total)]
    }
    #expect(verdict(slow)?.verdict == .regressed && verdict(slow)?.rounds == 24)
    #expect(verdict(PairedFixture.cells[0])?.verdict == .inconclusive)
    #expect(verdict(PairedFixture.cells[0])?.rounds == 5)
    #expect(test.rest == Set(PairedFixture.cells).subtracting(chosen))
    let line = try #require(test.census.first { $0.fails })
    #expect(line.onlyCell == slow || line.largest?.cell == slow)
    #expect(
      judgeParts(fixture, most: 1, rounds: [2, 2]).chosen == [slow], "the largest change first")
    fixture.instructions = { _, _ in 1 }
    #expect(judgeParts(fixture, most: 4, rounds: [2]).chosen.isEmpty)
    var empty = PairedTest(suite: "", thresholds: .none, seed: 1)
    let cells = PairedFixture.cells
    let likely = empty.chooseFirst(
      atMost: 4, likely: [Array(cells[...2]), Array(cells[3...9]), [cells[2], cells[3]]])
    #expect(likely == Set(cells[...3]), "kinds that do not fit are left out")
  }

  @Test("Of 100 comparisons in two parts, chosen by counts, at most 4 raise an alarm")
  func falseAlarmsOfParts() {
    var alarms = 0
    for seed in 1...100 {
      var fixture = PairedFixture()
      fixture.noise = 0.06
      fixture.seed = UInt64(1_000 * seed)
      fixture.instructions = { cell, _ in cell.length == 9 ? 1.3 : 1 }
      let test = judgeParts(fixture, most: 5, rounds: [14, 14]).test
      if test.verdicts.values.contains(where: \.isChange) { alarms += 1 }
    }
    #expect(alarms <= 4, "\(alarms) of 100")
  }

  @Test("Two runs with parts get the verdicts again that they got while they were measured")
  func partsAgain() throws {
    var fixture = PairedFixture()
    let slow = fixture.cells[7]
    fixture.instructions = { cell, _ in cell == slow ? 1.4 : 1 }
    fixture.times = { cell, _ in cell == slow ? 1.2 : 1 }
    let looks: [PairedRecord.Look] = [
      .init(rounds: 24, spent: 1, seconds: 20, part: .changed),
      .init(rounds: 40, spent: 1, seconds: 40, part: .rest),
    ]
    let runs = fixture.runs(looks: [24, 40])
    func part(_ run: Run) -> Run {
      run.with { metadata, rows in
        metadata.paired?.looks = looks
        rows.removeAll { $0.round > 0 && ($0.cell == slow) != ($0.round <= 24) }
      }
    }
    let comparison = try Comparison(baseline: part(runs.baseline), candidate: part(runs.candidate))
    let test = try #require(comparison.pairedTest)
    #expect(test.rest.count == fixture.cells.count - 1)
    let verdict = test.verdicts[TimedSubject(scope: .cell(slow), phase: .total)]
    #expect(verdict?.verdict == .regressed && verdict?.rounds == 24)
    #expect(
      test.verdicts[TimedSubject(scope: .cell(fixture.cells[0]), phase: .total)]?.rounds == 16)
    #expect(!comparison.notes.contains { if case .missingRounds = $0 { true } else { false } })
    // The bound that PASS names is that of all cells, also those in no group.
    #expect(comparison.worst?.name == slow.strategy)
  }

  @Test("The number of cells that a budget can decide, and a filter for them")
  func cost() throws {
    let cost = RoundCost(start: 0.4, cell: 0.01)
    #expect(cost.seconds(cells: 100) == 1.4)
    // 60 s hold 24 rounds of 2.5 s.
    #expect(cost.cells(in: 60) == 210)
    #expect(cost.cells(in: 1) == 1)
    #expect(RoundCost(start: 0.4, cell: 0.01, jobs: 2).cells(in: 60) == 459)
    let cells = Matrix.Block(
      strategies: ["a", "b"], values: ["int"], locales: ["en_US"], lengths: Array(1...15),
      scripts: ["paste", "type"]
    ).cells
    #expect(cost.sentences(cells, budget: 60, filter: CellFilter()).count == 1)
    let said = cost.sentences(cells, budget: 20, filter: CellFilter(strategy: ["a", "b"]))
    #expect(said[0].contains("20 s hold 20 rounds") && said[0].contains("for 43 cells"), "\(said)")
    #expect(
      said[1]
        == "to decide all, give --budget 30s, or for 30 of them --strategy a,b --script type",
      "\(said)")
    #expect(RoundCost.budget(121) == "3m" && RoundCost.budget(61) == "70s")
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
