import BenchmarkResults
import KeystrokeWorkload
import WorkerProtocol

/// What a comparison found of one metric in one phase of one cell: what an ``Attribution`` is made from.
package struct AttributedEffect: Equatable, Sendable {
  /// What became of it.
  package enum Direction: String, Encodable, Sendable {
    /// It got worse.
    case regressed
    /// It got better.
    case improved
    /// It did not change.
    case unchanged
    /// Nothing can be said, or nothing that counts: inconclusive, within a tolerance, acknowledged.
    case undecided
  }

  /// The suite.
  package var suite: String
  /// The cell.
  package var cell: Cell
  /// The part of the keystroke.
  package var phase: RowPhase
  /// What was measured.
  package var metric: Metric
  /// What became of it.
  package var direction: Direction
  /// Candidate over baseline; nil where there is none, as from 0.
  package var ratio: Double?
  /// Candidate minus baseline, in the metric's unit; nil where only the ratio is known.
  package var difference: Double?
  /// The figure that both are of.
  package var figure: Figure

  /// Makes an effect of its parts.
  package init(
    suite: String, cell: Cell, phase: RowPhase, metric: Metric, direction: Direction,
    ratio: Double? = nil, difference: Double? = nil, figure: Figure = .mean
  ) {
    self.suite = suite
    self.cell = cell
    self.phase = phase
    self.metric = metric
    self.direction = direction
    self.ratio = ratio
    self.difference = difference
    self.figure = figure
  }

  /// Whether it is of the whole keystroke, which holds what the phases cost.
  var isWhole: Bool { phase == .total || phase == .first }

  /// Whether there was nothing and is nothing: a phase that does not occur in the cell.
  var isIdle: Bool { direction == .unchanged && ratio == nil && difference == 0 }

  /// Whether it changed either way.
  package var isChange: Bool { direction == .regressed || direction == .improved }
}
