import BenchmarkModel
import BenchmarkResults

/// What a comparison found of one metric in one phase of one cell: what an ``Attribution`` is made from.
package struct AttributedEffect: Equatable, Sendable {
  /// The suite.
  package var suite: String
  /// The cell.
  package var cell: Cell
  /// The part of the keystroke.
  package var phase: RowPhase
  /// What was measured.
  package var metric: Metric
  /// What became of it; inconclusive also where it does not count: within a tolerance, acknowledged.
  package var direction: EffectVerdict
  /// Candidate over baseline; nil where there is none, as from 0.
  package var ratio: Double?
  /// Candidate minus baseline, in the metric's unit; nil where only the ratio is known.
  package var difference: Double?
  /// The figure that both are of.
  package var figure: Figure

  /// Makes an effect of its parts.
  package init(
    suite: String, cell: Cell, phase: RowPhase, metric: Metric, direction: EffectVerdict,
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

  /// What an entry of a comparison found; nil where it is about no exact figure, or about something else than its size.
  init?(_ entry: ComparisonEntry) {
    guard let metric = entry.metric, metric.isExact, let phase = entry.phase else { return nil }
    let direction: EffectVerdict
    switch entry.finding {
    case .regressed: direction = .regressed
    case .improved: direction = .improved
    case .unchanged: direction = .unchanged
    case .inconclusive, .tolerated, .acknowledged, .otherText: direction = .inconclusive
    default: return nil
    }
    self.init(
      suite: entry.suite, cell: entry.cell, phase: phase, metric: metric, direction: direction,
      ratio: entry.ratio,
      difference: entry.before.flatMap { before in entry.after.map { $0 - before } },
      figure: entry.figure ?? .mean)
  }

  /// Whether it is of the whole keystroke, which holds what the phases cost.
  var isWhole: Bool { phase == .total || phase == .first }

  /// Whether there was nothing and is nothing: a phase that does not occur in the cell.
  var isIdle: Bool { direction == .unchanged && ratio == nil && difference == 0 }

  /// Whether it changed either way.
  package var isChange: Bool { direction == .regressed || direction == .improved }

  /// The difference that all of several effects on an exact metric have in common, if there is one.
  package static func constant(_ effects: [AttributedEffect]) -> Double? {
    guard effects.first?.metric.isExact == true else { return nil }
    // Means are stored with six digits after the point.
    let amounts = Set(effects.map { $0.difference.map { ($0 * 1e6).rounded() } })
    return amounts.count == 1 ? effects.first?.difference : nil
  }
}
