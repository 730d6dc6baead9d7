import BenchmarkModel
import BenchmarkResults
import Glibc

/// The subject of one decision of a paired comparison: a sampled metric of a phase of one cell, or of a group of cells.
package struct TimedSubject: Hashable, Sendable {
  /// The cell, or the cells, whose times are compared.
  package enum Scope: Hashable, Sendable {
    case cell(Cell)
    case group(CellGroup)
  }

  /// The cell or the group.
  package var scope: Scope
  /// The phase.
  package var phase: RowPhase
  /// The metric: time, or one of the strategy's own.
  package var metric: Metric
  /// The statistic of the repetitions.
  package var statistic: TimeStatistic

  /// Makes the subject for a phase of a cell or of a group.
  package init(
    scope: Scope, phase: RowPhase, metric: Metric = .time, statistic: TimeStatistic = .least
  ) {
    self.metric = metric
    self.scope = scope
    self.phase = phase
    self.statistic = statistic
  }

  /// The cell; nil for a group.
  package var cell: Cell? { if case .cell(let cell) = scope { cell } else { nil } }
  /// The group; nil for a cell.
  package var group: CellGroup? { if case .group(let group) = scope { group } else { nil } }
  /// True for the time of a whole keystroke, as its least value or its mean over launches.
  var isKeystroke: Bool { phase == .total && metric == .time && statistic != .slow }

  /// The same subject with another statistic.
  func with(_ statistic: TimeStatistic) -> TimedSubject {
    TimedSubject(scope: scope, phase: phase, metric: metric, statistic: statistic)
  }
}

/// The decision about a time, and its grounds.
package struct TimedVerdict: Sendable {
  /// The decision.
  package var verdict: EffectVerdict
  /// The change with its interval, which holds for all times of the comparison at once.
  package var effect: Effect
  /// The minimum effect: a smaller share does not matter.
  package var threshold: Double
  /// The baseline's time, in nanoseconds per keystroke: the median over rounds, and the geometric mean over cells.
  package var baseline: Double
  /// The number of rounds that it was decided on.
  package var rounds: Int
  /// The launches that the robust estimate leaves out.
  package var launches: LaunchSpread
  /// The largest slowdown inside the interval, as a share of the baseline; infinite if there is none.
  package var bound: Double
  /// True if instructions changed with the time; nil if they were not counted, or the time did not change.
  package var hasInstructions: Bool?
  /// True if there is one link of each side and the instructions did not change, so that layout may explain the whole
  /// change.
  package var mayBeLayout = false
  /// True if it was decided in the second stage, on rounds that had no part in choosing the subjects to confirm.
  package var isConfirmed = false

  /// True if it got better or worse.
  package var isChange: Bool { verdict == .regressed || verdict == .improved }

  /// True if the robust estimate alone would be unchanged, but some launches differ.
  package var isUneven: Bool {
    verdict == .inconclusive && effect.verdict(threshold: threshold) == .unchanged
  }

  /// True if some launches of the candidate are slower than the rest by more than the minimum effect.
  package var hasUnevenLaunches: Bool { launches.isUneven(beyond: threshold) }

  /// True if more rounds would not help.
  package var isDecided: Bool { verdict != .inconclusive || mayBeLayout }

  /// True if the effect is large and undecided: beyond the minimum effect, and at least half way to significant.
  var asksForConfirmation: Bool {
    !isDecided && effect.logRatio.magnitude > log1p(threshold)
      && effect.logRatio.magnitude >= effect.halfWidth / 2
  }
}
