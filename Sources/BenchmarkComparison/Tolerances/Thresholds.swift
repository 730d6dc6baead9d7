import BenchmarkModel
import BenchmarkResults

/// The rules that a team has agreed on: which changes are too small to fail a gate, and which were accepted.
///
/// The first entry of a kind that covers a series applies to it.
package struct Thresholds: Equatable, Sendable {
  /// The allowed moves of exact metrics, in the order of the file.
  package var tolerances: [Tolerance]
  /// The minimum effects for timed metrics, in the order of the file.
  package var minimumEffects: [MinimumEffect]
  /// Changes for the worse that were accepted, in the order of the file.
  package var acknowledgements: [Acknowledgement]
  /// The names that differ from those of earlier runs, in the order of the file.
  package var renames: [Rename] = []
  /// Cells that are known to be wrong, in the order of the file.
  package var accepted: [AcceptedCells] = []

  /// Thresholds without any tolerance: every change of an exact metric counts.
  package static let none = Thresholds()

  /// Makes thresholds of their parts.
  package init(
    tolerances: [Tolerance] = [], minimumEffects: [MinimumEffect] = [],
    acknowledgements: [Acknowledgement] = [], renames: [Rename] = []
  ) {
    self.renames = renames
    self.tolerances = tolerances
    self.minimumEffects = minimumEffects
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
    return minimumEffects.first { $0.scope.covers(series) }
      ?? (series.metric.isTime ? .builtIn : .builtInOfCounts)
  }

  /// Refuses entries of own metrics that no run declares, or that are of the other kind: they would have no effect.
  func check(
    against declared: [OwnMetric], isKnownElsewhere: (SeriesScope) -> Bool
  ) throws(Problem) {
    let scopes =
      tolerances.map { ($0.scope, exact: true) } + minimumEffects.map { ($0.scope, exact: false) }
      + acknowledgements.compactMap { entry in
        entry.scope.map { ($0, exact: true) }
      }
    for (scope, exact) in scopes {
      guard let name = scope.metric.own?.name else { continue }
      let place = scope.place.map { "\($0): " } ?? ""
      let known = declared.filter { $0.name == name }
      guard !known.isEmpty else {
        if isKnownElsewhere(scope) { continue }
        let names = Metric.allCases.map(\.rawValue) + Set(declared.map(\.name)).sorted()
        throw Problem(

          "\(place)metric is \(name), which neither run declares; expected one of \(names.joined(separator: ", "))"
        )
      }
      guard known.contains(where: { $0.exact == exact }) else {
        throw Problem(

          "\(place)metric is \(name), which is \(exact ? "not exact; how large an effect on it must be is a [[minimum_effect]]" : "exact; how far it may move is a [[tolerance]]")"
        )
      }
    }
  }
}
