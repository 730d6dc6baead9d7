import BenchmarkModel
import BenchmarkResults

/// One line of the census of changes: a metric in a phase of one strategy's cells, in one direction.
package struct CensusLine: Sendable {
  /// The change of one cell.
  package struct Change: Sendable {
    /// The cell.
    package let cell: Cell
    /// The figure that changed.
    package let figure: Figure
    /// Candidate over baseline; nil if the baseline is 0.
    package let ratio: Double?
    /// Candidate minus baseline, in the metric's unit.
    package let difference: Double?

    /// The size that orders changes: a change from 0 is the largest, then the ratio decides.
    var magnitude: Double { ratio.map { $0 > 0 ? max($0, 1 / $0) : .infinity } ?? .infinity }
  }

  /// The evidence of a time.
  package struct Timed: Sendable {
    /// The statistic that changed.
    package let statistic: TimeStatistic
    /// The verdict on the group, or on the only cell; nil if some cells changed and their group did not.
    package let verdict: TimedVerdict?
  }

  /// The suite.
  package let suite: String
  /// True if the comparison has several suites, so that a report must name this one.
  package let isOneOfSeveral: Bool
  /// The cells that the line is about: a strategy's, unless only another group of times changed.
  package let group: CellGroup
  /// The part of the keystroke.
  package let phase: RowPhase
  /// The metric.
  package let metric: Metric
  /// The direction of all changes.
  package let direction: EffectVerdict
  /// The cells that changed, smallest change first; empty if a group of times changed and none of its cells by itself.
  package let changes: [Change]
  /// The number of cells that were compared and have the phase.
  package let compared: Int
  /// The evidence, if the metric is a time of a paired comparison; nil for exact metrics.
  package let timed: Timed?
  /// True if the change fails the gate.
  package let fails: Bool
  /// The number of cells whose change of the whole keystroke the line explains; see ``ranked(_:)``.
  package internal(set) var explained = 0.0

  /// The cell with the largest change.
  package var largest: Change? { changes.last }

  /// The cell, if exactly one changed and no group did.
  package var onlyCell: Cell? {
    guard changes.count == 1, timed?.verdict == nil || compared == 1 else { return nil }
    return changes[0].cell
  }

  /// The cells, the phase and the metric: `onchange-reformat format` for a time.
  package var name: String { "\(whose) \(part)" }

  /// The cells.
  package var whose: String {
    (isOneOfSeveral ? "\(suite): " : "") + (onlyCell?.id ?? group.words)
  }

  /// The phase and the metric; of a time, the phase and the statistic.
  package var part: String {
    guard let timed else { return "\(phase.rawValue) \(metric.rawValue)" }
    guard metric == .time else { return "\(phase.rawValue) \(metric.rawValue)" }
    return switch timed.statistic {
    case .least: phase.rawValue
    case .slow: "\(phase.rawValue) p90"
    case .mean: "\(phase.rawValue) in some launches"
    }
  }

  /// True if the line is about a whole keystroke, which contains the phases.
  private var isWhole: Bool { phase.isWhole }
}

extension CensusLine {
  private struct Whole: Hashable {
    var subject: SeriesKey.Subject
    var metric: Metric
    var direction: EffectVerdict
  }

  /// Puts the line first that explains the most.
  ///
  /// A phase explains its share of the change of each cell's whole keystroke. A whole keystroke explains itself in the
  /// cells in which the phases that changed are less than half of it. The first keystroke, the slow repetitions and the
  /// peak of memory follow from other lines, so they come last.
  static func ranked(_ lines: [CensusLine]) -> [CensusLine] {
    var totals: [Whole: Double] = [:]
    var parts: [Whole: Double] = [:]
    func key(_ line: CensusLine, _ change: Change) -> Whole {
      Whole(
        subject: SeriesKey.Subject(suite: line.suite, cell: change.cell), metric: line.metric,
        direction: line.direction)
    }
    for line in lines
    where line.phase != .first && line.phase != .setup && line.timed?.statistic ?? .least == .least
    {
      for change in line.changes {
        if line.phase == .total {
          totals[key(line, change)] = change.difference
        } else {
          parts[key(line, change), default: 0] += change.difference ?? 0
        }
      }
    }
    func share(_ part: Double?, _ total: Double?) -> Double {
      guard let part, let total, total != 0 else { return 0 }
      return min(max(part / total, 0), 1)
    }
    var lines = lines
    for place in lines.indices {
      let line = lines[place]
      let explained = line.changes.map { change -> Double in
        let total = totals[key(line, change)]
        guard line.isWhole else { return share(change.difference, total) }
        guard line.phase == .total else { return 1 }
        return share(parts[key(line, change)], total) < 0.5 ? 1 : 0
      }
      let follows =
        line.phase == .first || line.metric == .peakBytes
        || line.timed?.statistic ?? .least != .least
      lines[place].explained = follows ? -1 : explained.reduce(0, +)
    }
    return lines.sorted(by: precedes)
  }

  private var order: [Double] {
    [
      direction == .regressed ? 0 : 1, fails ? 0 : 1, -explained.rounded(),
      -Double(changes.count), -rank,
      Double(RowPhase.allCases.firstIndex(of: phase) ?? 0),
      Double(metric.order),
    ]
  }

  /// The size of the largest change among those of other lines.
  ///
  /// A rise from 0 has no ratio, and may be tiny: it comes after what is more than twice as much as before.
  private var rank: Double {
    guard let magnitude = largest?.magnitude else { return 0 }
    return magnitude.isFinite ? magnitude : 2
  }

  private static func precedes(_ a: CensusLine, _ b: CensusLine) -> Bool {
    if a.order != b.order { return a.order.lexicographicallyPrecedes(b.order) }
    return (a.suite, a.group.name, a.metric) < (b.suite, b.group.name, b.metric)
  }
}
