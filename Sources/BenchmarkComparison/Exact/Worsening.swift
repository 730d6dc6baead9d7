import BenchmarkModel

/// A figure of an exact metric that got worse.
package struct Worsening: Equatable, Sendable {
  /// The figure.
  package let figure: Figure
  /// The figure in the baseline, in the metric's unit.
  package let before: Double
  /// The figure in the candidate.
  package let after: Double

  /// The distance between both.
  var size: Double { abs(after - before) }

  /// Returns the figures that rose, or fell if more is better.
  static func all(
    from before: Summary, to after: Summary, lowerIsBetter: Bool
  ) -> [Worsening] {
    Figure.allCases.compactMap { figure in
      guard let old = before[figure], let new = after[figure],
        lowerIsBetter ? new > old : new < old
      else { return nil }
      return Worsening(figure: figure, before: old, after: new)
    }
  }
}
