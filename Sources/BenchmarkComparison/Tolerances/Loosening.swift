import BenchmarkModel
import BenchmarkResults

/// A way in which thresholds are looser than those of the commit that is compared against: a change may not widen its own
/// gate unseen.
///
/// Acknowledgements are no part of it, since the verdict counts what they accept.
package struct Loosening: Equatable, Sendable {
  /// The kind of entry that became looser.
  package let kind: Thresholds.Kind
  /// The metric that it is about.
  package let metric: Metric
  /// The number of cells for which it is looser.
  package let cells: Int
  /// The largest change that is accepted now in the metric's unit; nil if that did not grow.
  package let absolute: Double?
  /// The largest share that is accepted now; nil if that did not grow.
  package let relative: Double?
}

extension Thresholds {
  /// The kinds of limits that a file can widen.
  package enum Kind: String, CaseIterable, Sendable {
    case tolerance
    case minimumEffect = "minimum_effect"
  }

  /// The limits that are wider than earlier ones, for any of these series.
  func loosenings(since earlier: Thresholds, in series: [SeriesKey]) -> [Loosening] {
    struct Group: Hashable {
      var kind: Kind
      var metric: Metric
    }
    struct Found {
      var cells: Set<Cell> = []
      var absolute: Double?
      var relative: Double?
    }
    guard earlier != self else { return [] }
    var found: [Group: Found] = [:]
    func note(
      _ kind: Kind, _ series: SeriesKey, _ old: (Double?, Double?)?,
      _ new: (absolute: Double?, relative: Double?)?
    ) {
      guard let new else { return }
      let absolute = (new.absolute ?? 0) > (old?.0 ?? 0) ? new.absolute : nil
      let relative = (new.relative ?? 0) > (old?.1 ?? 0) ? new.relative : nil
      guard absolute != nil || relative != nil else { return }
      let key = Group(kind: kind, metric: series.metric)
      var group = found[key] ?? Found()
      group.cells.insert(series.cell)
      group.absolute = [group.absolute, absolute].compactMap(\.self).max()
      group.relative = [group.relative, relative].compactMap(\.self).max()
      found[key] = group
    }
    for series in series {
      let metric = series.metric
      if metric.isExact {
        let tolerances = [earlier, self].map { $0.tolerance(for: series) }
        note(
          .tolerance, series, tolerances[0].map { ($0.absolute, $0.relative) },
          tolerances[1].map { ($0.absolute, $0.relative) })
      } else if metric.isSampled {
        let effects = [earlier, self].map { $0.minimumEffect(for: series) }
        note(
          .minimumEffect, series, effects[0].map { ($0.absolute, $0.relative) },
          effects[1].map { ($0.absolute, $0.relative) })
      }
    }
    return Kind.allCases.flatMap { kind in
      Set(found.keys.map(\.metric)).sorted().compactMap { metric in
        found[Group(kind: kind, metric: metric)].map {
          Loosening(
            kind: kind, metric: metric, cells: $0.cells.count, absolute: $0.absolute,
            relative: $0.relative)
        }
      }
    }
  }

  /// The entries that fit no cell, such as one whose glob is misspelt.
  func idle(in cells: Set<Cell>, isKnownElsewhere: (SeriesScope) -> Bool) -> [ComparisonNote] {
    let all =
      tolerances.map { (Kind.tolerance, $0.scope) }
      + minimumEffects.map { (.minimumEffect, $0.scope) }
    return all.filter { _, scope in
      scope.cells != nil && !cells.contains(where: scope.covers) && !isKnownElsewhere(scope)
    }.map { .idleThreshold($0, $1) }
  }
}
