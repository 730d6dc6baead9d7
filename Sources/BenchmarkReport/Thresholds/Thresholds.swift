import BenchmarkResults

/// What a team has agreed on: which changes are too small to fail a gate.
///
/// The first allowance that covers a series holds for it.
public struct Thresholds: Equatable, Sendable {
  /// The allowances, in the order of the file.
  public var allowances: [Allowance]

  /// Nothing is allowed: any change of an exact metric is one.
  public static let none = Thresholds(allowances: [])

  /// Makes thresholds of allowances.
  public init(allowances: [Allowance]) { self.allowances = allowances }

  /// The allowance that holds for a series, or nil where there is none.
  func allowance(for series: Series) -> Allowance? {
    allowances.first { $0.covers(series) }
  }
}
