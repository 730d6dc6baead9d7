import BenchmarkModel
import BenchmarkResults

/// What a team has agreed on: which changes are too small to fail a gate, and which
/// were accepted.
///
/// The first entry of a kind that covers a series holds for it.
public struct Thresholds: Equatable, Sendable {
  /// How far exact metrics may move, in the order of the file.
  public var tolerances: [Tolerance]
  /// How large effects on timed metrics must be, in the order of the file.
  public var minimumEffects: [MinimumEffect]
  /// How many keystrokes may be over a limit, in the order of the file.
  public var budgets: [Budget] = []
  /// Changes for the worse that were accepted, in the order of the file.
  public var acknowledgements: [Acknowledgement]
  /// What has another name than in earlier runs, in the order of the file.
  public var renames: [Rename] = []

  /// No tolerance: any change of an exact metric is one.
  public static let none = Thresholds()

  /// Makes thresholds of their parts.
  public init(
    tolerances: [Tolerance] = [], minimumEffects: [MinimumEffect] = [],
    budgets: [Budget] = [], acknowledgements: [Acknowledgement] = [], renames: [Rename] = []
  ) {
    self.renames = renames
    self.tolerances = tolerances
    self.minimumEffects = minimumEffects
    self.budgets = budgets
    self.acknowledgements = acknowledgements
  }

  /// The tolerance that holds for a series, or nil where there is none.
  func tolerance(for series: SeriesKey) -> Tolerance? {
    tolerances.first { $0.scope.covers(series) }
  }

  /// How large a change of a timed series must be; the built-in minimum where no entry fits.
  ///
  /// - Returns: The minimum effect, or nil for an exact metric, any change of which is one.
  package func minimumEffect(for series: SeriesKey) -> MinimumEffect? {
    guard !series.metric.isExact else { return nil }
    return minimumEffects.first { $0.scope.covers(series) } ?? .builtIn
  }
}
