import BenchmarkModel
import BenchmarkResults
import Glibc

/// The false alarms, and the detectable changes, of many comparisons drawn from the rounds of one long comparison.
///
/// The rounds of a comparison are drawn without replacement, since each is a pair of processes that is independent of
/// the others; rounds may occur in several comparisons. Each is decided like a live one: with the same looks and the
/// same stopping rule.
package struct NoiseStudy: Sendable {
  /// The outcome of one comparison.
  package struct Outcome: Sendable {
    /// The verdict on each time.
    package var verdicts: [TimedSubject: EffectVerdict]
    /// True if every interval contains 1, whatever the minimum effect.
    package var covers: Bool
    /// The changes, the one that explains the most first.
    package var census: [CensusLine]
    /// The smallest change of each subject that this comparison would have found, as a natural logarithm.
    package var detectable: [TimedSubject: Double]

    /// True if `ab` would have reported a change: it names a group, or the time of a cell.
    ///
    /// A group that changed as a whole, while most of its cells did not, counts as neither.
    package var isAlarm: Bool {
      !census.isEmpty
        || verdicts.contains { subject, verdict in
          subject.cell != nil && (verdict == .regressed || verdict == .improved)
        }
    }
  }

  /// The maximum number of rounds of a comparison.
  package let rounds: Int
  /// True if every round has links of its own.
  package let samplesLayout: Bool
  /// The number of rounds to draw from.
  package let pool: Int
  /// The outcome of each comparison.
  package let outcomes: [Outcome]

  /// Draws comparisons and decides them.
  ///
  /// - Parameters:
  ///   - recordings: the long comparison.
  ///   - comparisons: the number of comparisons.
  ///   - rounds: the maximum number of rounds of each.
  ///   - thresholds: how large a change must be to matter.
  ///   - ignoresLayout: true if a change counts although the instructions did not change, as by statistics alone.
  ///   - seed: the seed of the draws.
  ///   - progress: called after each comparison.
  /// - Throws: ``Problem`` if there are fewer rounds than one comparison needs.
  package init(
    _ recordings: PairedRecordings, comparisons: Int, rounds: Int, thresholds: Thresholds,
    ignoresLayout: Bool, seed: UInt64, progress: @Sendable () -> Void = {}
  ) throws(Problem) {
    let pool = recordings.times.filter { !$0.isEmpty }
    guard rounds >= LookSchedule.firstLook, pool.count >= rounds else {
      throw Problem(

        "a comparison would have \(Words.count(rounds, "round")), and \(Words.count(pool, "round")) were measured: at least \(LookSchedule.firstLook) are needed in a comparison, and as many must be there; measure for longer, or fewer cells"
      )
    }
    self.rounds = rounds
    self.pool = pool.count
    samplesLayout = recordings.record.links == .fresh
    outcomes = inParallel(comparisons) { number in
      var random = SplitMix64(seed: seed, "comparison", String(number))
      let drawn = random.shuffled(Array(pool.indices)).prefix(rounds).map { pool[$0] }
      var pairedTest = PairedTest(
        suite: recordings.suite ?? "", thresholds: thresholds, seed: seed &+ UInt64(number),
        links: recordings.record.links)
      pairedTest.ignoresLayout = ignoresLayout
      pairedTest.add(instructions: recordings.instructions)
      defer { progress() }
      return Self.outcome(of: drawn, &pairedTest)
    }
  }

  private static func outcome(
    of rounds: [[PairedFigure]], _ pairedTest: inout PairedTest
  ) -> Outcome {
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
    return Outcome(
      verdicts: pairedTest.verdicts.mapValues(\.verdict),
      covers: !pairedTest.verdicts.values.contains(where: \.effect.isSignificant),
      census: pairedTest.census,
      detectable: pairedTest.verdicts.mapValues {
        // Shifting all rounds by the same amount moves the effect and keeps the width of its interval.
        max($0.effect.halfWidth, log1p($0.threshold)) - $0.effect.logRatio
      })
  }

  /// The smallest change that this share of the comparisons would have found, as a ratio less 1; nil if the subject was
  /// not compared, or the change is not finite.
  package func detectable(_ subject: TimedSubject, share: Double) -> Double? {
    let needed = outcomes.compactMap { $0.detectable[subject] }
    guard needed.count == outcomes.count, let sample = SortedSample(needed) else { return nil }
    let change = expm1(sample.quantile(share))
    return change.isFinite ? change : nil
  }
}
