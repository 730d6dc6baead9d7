import BenchmarkModel
import BenchmarkResults
import Glibc

/// The subject of one decision of a paired comparison: a phase of one cell, or of a group of cells.
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
  /// What is taken of the repetitions.
  package var statistic: TimeStatistic

  /// A phase of a cell or of a group.
  package init(scope: Scope, phase: RowPhase, statistic: TimeStatistic = .least) {
    self.scope = scope
    self.phase = phase
    self.statistic = statistic
  }

  /// The cell; nil for a group.
  package var cell: Cell? { if case .cell(let cell) = scope { cell } else { nil } }
  /// The group; nil for a cell.
  package var group: CellGroup? { if case .group(let group) = scope { group } else { nil } }
}

/// What was decided of a time, and on what grounds.
package struct TimedVerdict: Sendable {
  /// What was decided.
  package var verdict: EffectVerdict
  /// The change with its interval, which holds for all times of the comparison at once.
  package var effect: Effect
  /// A smaller change than this share would not matter.
  package var threshold: Double
  /// The baseline's time, in nanoseconds per keystroke: the median over rounds, and the geometric mean over cells.
  package var baseline: Double
  /// On how many rounds it was decided.
  package var rounds: Int
  /// What the robust estimate leaves out.
  package var launches: LaunchSpread
  /// Whether instructions changed with the time; nil where they were not counted, or it did not change.
  package var hasInstructions: Bool?
  /// Whether there is one link of each side and the instructions did not change, so that its layout may be all there is
  /// to it.
  package var mayBeLayout = false
  /// Whether it was decided in the second stage, on rounds that had no part in choosing what to confirm.
  package var isConfirmed = false

  /// Whether it got better or worse.
  package var isChange: Bool { verdict == .regressed || verdict == .improved }

  /// Whether the robust estimate alone would be unchanged, and some launches say otherwise.
  package var isUneven: Bool {
    verdict == .inconclusive && effect.verdict(threshold: threshold) == .unchanged
  }

  /// Whether more rounds would not help.
  package var isDecided: Bool { verdict != .inconclusive || mayBeLayout }

  /// Whether it is large and undecided: beyond the minimum effect, and half way to significant.
  var asksForConfirmation: Bool {
    !isDecided && effect.logRatio.magnitude > log1p(threshold)
      && effect.logRatio.magnitude >= effect.halfWidth / 2
  }
}
