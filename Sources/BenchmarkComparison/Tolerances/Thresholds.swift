import BenchmarkModel
import BenchmarkResults

/// The rules that a team has agreed on: which changes are too small to fail a gate, and which were accepted.
///
/// The first entry of a kind that covers a series applies to it.
package struct Thresholds: Equatable, Sendable {
  /// The kinds of entries, as in the headers of a file.
  package enum Kind: String, CaseIterable, Sendable {
    case tolerance
    case minimumEffect = "minimum_effect"
    case accept
  }

  /// The allowed moves of exact metrics, in the order of the file.
  package var tolerances: [Tolerance]
  /// The minimum effects for timed metrics, in the order of the file.
  package var minimumEffects: [MinimumEffect]
  /// Changes for the worse, and wrong cells, that were accepted, in the order of the file.
  package var acceptances: [Acceptance]

  /// Thresholds without any tolerance: every change of an exact metric counts.
  package static let none = Thresholds()

  /// The tolerances for a metric that the file has none for.
  ///
  /// A bug fix that takes one more retain, or code of the same work in another order, should not stop a release. A
  /// `[[tolerance]]` for the metric, such as `absolute = 0`, takes their place.
  private static let builtInTolerances = [
    Tolerance(
      SeriesScope(.instructions), relative: 0.002,
      reason: "the compiler may order code of the same work otherwise"),
    Tolerance(SeriesScope(.retains), absolute: 1, reason: "the cost of one is some nanoseconds"),
    Tolerance(SeriesScope(.releases), absolute: 1, reason: "the cost of one is some nanoseconds"),
  ]

  /// The same with the program's own tolerances for metrics that have none.
  package var withBuiltInTolerances: Thresholds {
    var all = self
    all.tolerances += Self.builtInTolerances.filter { builtIn in
      !tolerances.contains { $0.scope.metric == builtIn.scope.metric }
    }
    return all
  }

  /// Makes thresholds of their parts.
  package init(
    tolerances: [Tolerance] = [], minimumEffects: [MinimumEffect] = [],
    acceptances: [Acceptance] = []
  ) {
    self.tolerances = tolerances
    self.minimumEffects = minimumEffects
    self.acceptances = acceptances
  }

  private var scopes: [(kind: Kind, scope: SeriesScope)] {
    tolerances.map { (.tolerance, $0.scope) } + minimumEffects.map { (.minimumEffect, $0.scope) }
      + acceptances.map { (.accept, $0.scope) }
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
    for (kind, scope) in scopes {
      let exact = kind != .minimumEffect
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

  /// The notes on entries that fit no cell, such as one whose glob is misspelt.
  func idle(in cells: Set<Cell>, isKnownElsewhere: (SeriesScope) -> Bool) -> [ComparisonNote] {
    scopes.filter { _, scope in
      scope.cells != nil && !cells.contains(where: scope.covers) && !isKnownElsewhere(scope)
    }.map { .idle($0.kind, $0.scope) }
  }
}
