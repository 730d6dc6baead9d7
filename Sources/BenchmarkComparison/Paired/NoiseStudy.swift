import BenchmarkModel
import BenchmarkResults
import Glibc

/// The false alarms, and the detectable changes, of many comparisons drawn from the rounds of one long comparison.
///
/// The rounds of a comparison are drawn without replacement, since each is a pair of processes that is independent of
/// the others; rounds may occur in several comparisons. Each is decided like a live one: with the same looks and the
/// same stopping rule.
package struct NoiseStudy: Encodable, Sendable {
  /// The smallest changes of a phase that are found nineteen times in twenty, as shares of its time; nil if there are none.
  package struct Detectable: Encodable, Sendable {
    package var phase: String
    /// The median and the largest over cells.
    package var cellMedian, cellWorst: Double?
    /// The same over strategies, each with all of its cells.
    package var strategyMedian, strategyWorst: Double?
  }

  /// The number of comparisons.
  package let comparisons: Int
  /// The number of those in which `ab` would have reported a change: it names a group, or the time of a cell.
  ///
  /// A group that changed as a whole, while most of its cells did not, counts as neither.
  package let alarms: Int
  /// The bounds of the rate of alarms, with a confidence of 95 %.
  package let alarmRate: [Double]
  /// The number of comparisons in which every interval contains 1, whatever the minimum effect.
  package let covering: Int
  /// The changes that comparisons name first, with the number of these comparisons.
  package let first: [String: Int]
  /// The maximum number of rounds of a comparison.
  package let rounds: Int
  /// The number of rounds to draw from.
  package let measuredRounds: Int
  package let detectable: [Detectable]

  /// Draws comparisons and decides them.
  ///
  /// - Parameters:
  ///   - recordings: the long comparison.
  ///   - comparisons: the number of comparisons.
  ///   - rounds: the maximum number of rounds of each.
  ///   - thresholds: how large a change must be to matter.
  ///   - seed: the seed of the draws.
  ///   - progress: called after each comparison.
  /// - Throws: ``Problem`` if there are fewer rounds than one comparison needs.
  package init(
    _ recordings: PairedRecordings, comparisons: Int, rounds: Int, thresholds: Thresholds,
    seed: UInt64, progress: @Sendable () -> Void = {}
  ) throws(Problem) {
    let pool = recordings.times.filter { !$0.isEmpty }
    guard rounds >= LookSchedule.firstLook, pool.count >= rounds else {
      throw Problem(

        "a comparison would have \(Words.count(rounds, "round")), and \(Words.count(pool, "round")) were measured: at least \(LookSchedule.firstLook) are needed in a comparison, and as many must be there; measure for longer, or fewer cells"
      )
    }
    let outcomes = inParallel(comparisons) { number in
      var random = SplitMix64(seed: seed, "comparison", String(number))
      let drawn = random.shuffled(Array(pool.indices)).prefix(rounds).map { pool[$0] }
      var pairedTest = PairedTest(
        suite: recordings.suite ?? "", thresholds: thresholds, seed: seed &+ UInt64(number),
        links: recordings.record.links)
      pairedTest.add(instructions: recordings.instructions)
      defer { progress() }
      return Outcome(of: drawn, &pairedTest)
    }
    self.comparisons = comparisons
    self.rounds = rounds
    measuredRounds = pool.count
    let rate = Proportion(outcomes.count(where: \.isAlarm), of: comparisons)
    (alarms, alarmRate) = (rate.count, [rate.interval.lowerBound, rate.interval.upperBound])
    covering = outcomes.count(where: \.covers)
    first = outcomes.compactMap(\.first).reduce(into: [:]) { $0[$1, default: 0] += 1 }
    let subjects = outcomes.map { Set($0.detectable.keys) }
    let common = subjects.dropFirst().reduce(subjects.first ?? []) { $0.intersection($1) }
    detectable = RowPhase.allCases.compactMap { phase in
      var cells: [Double] = []
      var strategies: [Double] = []
      for subject in common where subject.phase == phase && subject.statistic == .least {
        let needed = SortedSample(outcomes.compactMap { $0.detectable[subject] })
        guard let change = needed.map({ expm1($0.quantile(0.95)) }), change.isFinite else {
          continue
        }
        if subject.cell != nil { cells.append(change) }
        if subject.group?.strategy != nil { strategies.append(change) }
      }
      guard !cells.isEmpty || !strategies.isEmpty else { return nil }
      return Detectable(
        phase: phase.rawValue, cellMedian: median(cells), cellWorst: cells.max(),
        strategyMedian: median(strategies), strategyWorst: strategies.max())
    }
  }

  /// The outcome of one comparison.
  private struct Outcome: Sendable {
    var isAlarm: Bool
    var covers: Bool
    /// The change that explains the most.
    var first: String?
    /// The smallest change of each subject that this comparison would have found, as a natural logarithm.
    var detectable: [TimedSubject: Double]

    init(of rounds: [[PairedFigure]], _ pairedTest: inout PairedTest) {
      var schedule = LookSchedule()
      var undecided: Set<Cell>?
      for (place, round) in rounds.enumerated() {
        pairedTest.add(times: round.filter { undecided?.contains($0.cell) ?? true })
        let isLast = place + 1 == rounds.count
        let spent = Double(place + 1) / Double(rounds.count)
        guard schedule.isLook(after: place + 1, spent: spent) || isLast else { continue }
        undecided = pairedTest.look(spent: spent)
        if undecided?.isEmpty == true { break }
      }
      let (verdicts, census) = (pairedTest.verdicts, pairedTest.census)
      isAlarm = !census.isEmpty || verdicts.contains { $0.cell != nil && $1.isChange }
      covers = !verdicts.values.contains(where: \.effect.isSignificant)
      first = census.first.map { "\($0.name) \($0.direction.rawValue)" }
      detectable = verdicts.mapValues {
        // Shifting all rounds by the same amount moves the effect and keeps the width of its interval.
        max($0.effect.halfWidth, log1p($0.threshold)) - $0.effect.logRatio
      }
    }
  }
}
