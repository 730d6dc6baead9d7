import BenchmarkModel
import BenchmarkResults

/// One cause of many changes, as far as a comparison can tell: what the cells behind them share, what changed there, and
/// what followed from it.
package struct Cause: Sendable {
  /// Whose figures changed.
  package enum Scope: Hashable, Sendable {
    case cell(Cell)
    case group(SharedParts)
  }

  /// How many of the cells that share as much are behind it.
  package struct Extent: Hashable, Sendable {
    /// How many were compared.
    package var compared: Int
    /// Of how many of those nothing can be said.
    package var undecided = 0
    /// In how many others a phase does not occur.
    package var idle = 0
    /// How many strategies these are of.
    package var strategies = 1
  }

  /// A metric in a phase that changed.
  package struct Change: Sendable {
    /// What shows it.
    package enum Evidence: Sendable {
      /// Exact figures, cell by cell, and what their sizes go with.
      case counts([AttributedEffect], EffectTrend?)
      /// A time that a paired comparison decided.
      case time(TimedVerdict, TimeStatistic)
    }

    /// The phase.
    package let phase: RowPhase
    /// The metric.
    package let metric: Metric
    /// What shows it.
    package let evidence: Evidence
  }

  /// The suite.
  package let suite: String
  /// Whether there are others that it has to be told from.
  package let isOneOfSeveral: Bool
  /// Whether it got worse or better.
  package let direction: EffectVerdict
  /// What the cells share, or the one cell.
  package let scope: Scope
  /// The cells that changed, in order.
  package let cells: [Cell]
  /// How many of the cells of the scope that is.
  package let extent: Extent
  /// What changed, in the order of tables.
  package let changes: [Change]
  /// What changed as a consequence of that.
  package internal(set) var consequences: [Change]

  /// Whether it is one of times, which a paired comparison decided and which gates by itself; the entries of counts do.
  package var isTimed: Bool { changes.contains { $0.timed != nil } }

  /// Whether its cells share something, rather than being one.
  package var isGroup: Bool { if case .group = scope { true } else { false } }
}

extension Cause.Change {
  /// What was decided of a time; nil of a count.
  package var timed: (verdict: TimedVerdict, statistic: TimeStatistic)? {
    if case .time(let verdict, let statistic) = evidence { (verdict, statistic) } else { nil }
  }

  /// Effects by metric and phase, in the order of tables; with what their sizes go with, where that is wanted.
  static func all(_ effects: [AttributedEffect], trends: Bool) -> [Self] {
    RowPhase.allCases.flatMap { phase in
      Metric.allCases.compactMap { metric in
        let own = effects.filter { $0.phase == phase && $0.metric == metric }
        guard !own.isEmpty else { return nil }
        // The same amount on more or less is no trend.
        let trend = trends && AttributedEffect.constant(own) == nil ? EffectTrend(own) : nil
        return Self(phase: phase, metric: metric, evidence: .counts(own, trend))
      }
    }
  }

  private var place: [Int] {
    [RowPhase.allCases.firstIndex(of: phase) ?? 0, Metric.allCases.firstIndex(of: metric) ?? 0]
  }

  /// The order of tables.
  static func precedes(_ a: [Self], _ b: [Self]) -> Bool {
    a.flatMap(\.place).lexicographicallyPrecedes(b.flatMap(\.place))
  }
}
