import BenchmarkModel
import BenchmarkResults
import Glibc

/// How often comparisons of a given length would have raised an alarm, and what they would have found: many of them, put
/// together of the rounds of a long one.
///
/// The rounds of a comparison are drawn without replacement, since each is a pair of processes that knows nothing of the
/// others; rounds may occur in several comparisons. It is decided as a live one is: the same looks, the same stopping.
package struct NoiseStudy: Sendable {
  /// What came of one comparison.
  package struct Outcome: Sendable {
    /// What was said of each time.
    package var verdicts: [TimedSubject: EffectVerdict]
    /// Whether every interval holds 1, whatever the minimum effect.
    package var covers: Bool
    /// The changes, the one that explains the most first.
    package var census: [CensusLine]
    /// The least change of each subject that would have been found in it, as a natural logarithm.
    package var detectable: [TimedSubject: Double]

    /// Whether `ab` would have said that something changed: it names a group, or the time of a cell.
    ///
    /// A group that changed as a whole, while most of its cells did not, is neither.
    package var isAlarm: Bool {
      !census.isEmpty
        || verdicts.contains { subject, verdict in
          subject.cell != nil && (verdict == .regressed || verdict == .improved)
        }
    }
  }

  /// How many rounds a comparison has at most.
  package let rounds: Int
  /// Whether every round has links of its own.
  package let samplesLayout: Bool
  /// How many rounds there were to draw from.
  package let pool: Int
  /// What came of each comparison.
  package let outcomes: [Outcome]

  /// Puts comparisons together and decides them.
  ///
  /// - Parameters:
  ///   - recordings: the long comparison.
  ///   - comparisons: how many.
  ///   - rounds: how many rounds each has at most.
  ///   - thresholds: how large a change must be to matter.
  ///   - ignoresLayout: whether a change counts although the instructions did not change: what statistics alone would say.
  ///   - seed: of the draws.
  ///   - progress: is told of each comparison that is done.
  /// - Throws: ``ComparisonError`` where there are fewer rounds than one comparison needs.
  package init(
    _ recordings: PairedRecordings, comparisons: Int, rounds: Int, thresholds: Thresholds,
    ignoresLayout: Bool, seed: UInt64, progress: @Sendable () -> Void = {}
  ) throws(ComparisonError) {
    let pool = recordings.times.filter { !$0.isEmpty }
    guard rounds >= LookSchedule.firstLook, pool.count >= rounds else {
      throw ComparisonError(
        description:
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
        // A shift of all rounds moves the effect and leaves its interval as wide.
        max($0.effect.halfWidth, log1p($0.threshold)) - $0.effect.logRatio
      })
  }

  /// The smallest change that would have been found in so large a share of the comparisons, as a ratio less 1; nil for
  /// what was not compared, or not ever.
  package func detectable(_ subject: TimedSubject, share: Double) -> Double? {
    let needed = outcomes.compactMap { $0.detectable[subject] }
    guard needed.count == outcomes.count, let sample = SortedSample(needed) else { return nil }
    let change = expm1(sample.quantile(share))
    return change.isFinite ? change : nil
  }
}
