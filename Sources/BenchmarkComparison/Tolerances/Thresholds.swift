import BenchmarkModel
import BenchmarkResults

/// The rules that a team has agreed on: which changes are too small to fail a gate, and which were accepted.
///
/// The first entry of a kind that covers a series applies to it.
public struct Thresholds: Equatable, Sendable {
  /// The allowed moves of exact metrics, in the order of the file.
  public var tolerances: [Tolerance]
  /// The minimum effects for timed metrics, in the order of the file.
  public var minimumEffects: [MinimumEffect]
  /// The budgets of keystrokes over a limit, in the order of the file.
  public var budgets: [Budget] = []
  /// Changes for the worse that were accepted, in the order of the file.
  public var acknowledgements: [Acknowledgement]
  /// What has another name than in earlier runs, in the order of the file.
  public var renames: [Rename] = []
  /// Cells that are known to be wrong, in the order of the file.
  public var accepted: [AcceptedCells] = []

  /// Thresholds without any tolerance: every change of an exact metric counts.
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

  /// The tolerance for a series; nil if there is none.
  func tolerance(for series: SeriesKey) -> Tolerance? {
    tolerances.first { $0.scope.covers(series) }
  }

  /// The minimum effect for a timed series; the built-in one if no entry matches.
  ///
  /// - Returns: The minimum effect, or nil for an exact metric, any change of which counts.
  package func minimumEffect(for series: SeriesKey) -> MinimumEffect? {
    guard !series.metric.isExact else { return nil }
    return minimumEffects.first { $0.scope.covers(series) } ?? .builtIn
  }
}
