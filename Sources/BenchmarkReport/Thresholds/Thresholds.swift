import BenchmarkResults

/// What a team has agreed on: which changes are too small to fail a gate, and which
/// were accepted.
///
/// The first entry of a kind that covers a series holds for it.
public struct Thresholds: Equatable, Sendable {
  /// How far exact metrics may move, in the order of the file.
  public var allowances: [Allowance]
  /// How large effects on timed metrics must be, in the order of the file.
  public var effects: [EffectThreshold]
  /// How many keystrokes may be late, in the order of the file.
  public var budgets: [Budget] = []
  /// Changes for the worse that were accepted, in the order of the file.
  public var acknowledgements: [Acknowledgement]

  /// Nothing is allowed: any change of an exact metric is one.
  public static let none = Thresholds(allowances: [])

  /// Makes thresholds of their parts.
  public init(
    allowances: [Allowance] = [], effects: [EffectThreshold] = [], budgets: [Budget] = [],
    acknowledgements: [Acknowledgement] = []
  ) {
    self.allowances = allowances
    self.effects = effects
    self.budgets = budgets
    self.acknowledgements = acknowledgements
  }

  /// The allowance that holds for a series, or nil where there is none.
  func allowance(for series: Series) -> Allowance? {
    allowances.first { $0.covers(series) }
  }

  /// How large a change of a timed series must be; the built-in threshold where no entry fits.
  ///
  /// - Returns: The threshold, or nil for an exact metric, any change of which is one.
  package func threshold(for series: Series) -> EffectThreshold? {
    guard !series.metric.isExact else { return nil }
    return effects.first { $0.covers(series) } ?? .builtIn
  }
}
