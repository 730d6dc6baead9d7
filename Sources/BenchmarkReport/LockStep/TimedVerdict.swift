import BenchmarkResults
import BenchmarkStatistics
import KeystrokeWorkload

/// What a lock-step comparison decides upon: a phase of one cell, or of a group of them.
package struct TimedSubject: Hashable, Sendable {
  /// Whose times.
  package enum Scope: Hashable, Sendable {
    case cell(Cell)
    case group(CellGroup)
  }

  /// Whose times.
  package var scope: Scope
  /// The phase.
  package var phase: RowPhase

  /// A phase of a cell or of a group.
  package init(scope: Scope, phase: RowPhase) {
    self.scope = scope
    self.phase = phase
  }
}

/// What was decided of a time, and upon what.
package struct TimedVerdict: Sendable {
  /// What was decided.
  package var verdict: EffectVerdict
  /// The change with its interval, which holds for all times of the comparison at once.
  package var effect: Effect
  /// A smaller change than this share would not matter.
  package var threshold: Double
  /// The baseline's time, in nanoseconds a keystroke: the median over rounds, and the geometric mean over cells.
  package var baseline: Double
  /// How many rounds it was decided upon.
  package var rounds: Int
  /// Whether the time changed and the instructions did not, so that where the linker put the code may be all there is to
  /// it.
  package var mayBeLayout = false

  /// Whether more rounds would not help.
  var isDecided: Bool { verdict != .inconclusive || mayBeLayout }
}
