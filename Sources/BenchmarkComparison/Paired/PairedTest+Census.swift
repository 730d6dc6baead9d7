import BenchmarkModel
import BenchmarkResults

extension PairedTest {
  /// The census of the changes of times, the line that explains the most first.
  ///
  /// Each strategy has a line for each phase in which its group or any of its cells changed. Another group of cells has
  /// a line only if it changed and no other line of the same phase contains any of its cells: the mean of many cells
  /// may show what none of them shows by itself.
  package var census: [CensusLine] {
    let metrics = Set(verdicts.keys.map(\.metric)).sorted()
    let all = RowPhase.allCases.flatMap { phase in
      metrics.flatMap { metric in
        TimeStatistic.allCases.flatMap { statistic in
          [EffectVerdict.regressed, .improved].flatMap { lines(phase, metric, statistic, $0) }
        }
      }
    }
    let usual = all.filter { $0.timed?.statistic == .least }
    // Slow repetitions and launches are reported only if no other change of the same cells is.
    let others = all.filter { line in
      line.timed?.statistic != .least
        && !usual.contains {
          $0.group == line.group && $0.metric == .time && $0.direction == line.direction
        }
    }
    return CensusLine.ranked(usual + others)
  }

  private func lines(
    _ phase: RowPhase, _ metric: Metric, _ statistic: TimeStatistic, _ direction: EffectVerdict
  ) -> [CensusLine] {
    var cells: [Cell: TimedVerdict] = [:]
    var groups: [CellGroup: TimedVerdict] = [:]
    for (subject, verdict) in verdicts
    where subject.phase == phase && subject.metric == metric && subject.statistic == statistic {
      switch subject.scope {
      case .cell(let cell): cells[cell] = verdict
      case .group(let group) where verdict.verdict == direction: groups[group] = verdict
      case .group: break
      }
    }
    func members(of group: CellGroup) -> [Cell: TimedVerdict] {
      let subject = TimedSubject(scope: .group(group), phase: phase, statistic: statistic)
      let members = Set(memberships[subject] ?? [])
      return cells.filter { members.contains($0.key) }
    }
    groups = groups.filter { Self.speaks($1, forAllOf: members(of: $0)) }
    func line(_ group: CellGroup, _ members: [Cell: TimedVerdict]) -> CensusLine? {
      let changed = members.filter { $0.value.verdict == direction }
      let verdict = groups[group] ?? (members.count == 1 ? changed.first?.value : nil)
      guard verdict != nil || !changed.isEmpty else { return nil }
      let changes = changed.sorted { $0.key < $1.key }.map { cell, verdict in
        CensusLine.Change(
          cell: cell, figure: metric.isTime ? statistic.figure : .mean,
          ratio: verdict.effect.ratio,
          difference: verdict.baseline * (verdict.effect.ratio - 1))
      }
      return CensusLine(
        suite: suite, isOneOfSeveral: false, group: group, phase: phase, metric: metric,
        direction: direction, changes: changes.sorted { $0.magnitude < $1.magnitude },
        compared: members.count, timed: .init(statistic: statistic, verdict: verdict),
        fails: direction == .regressed)
    }
    // The cells of a strategy have two groups if some were timed first.
    let ofStrategies = [false, true].flatMap { isRest in
      Dictionary(grouping: cells.keys.filter { rest.contains($0) == isRest }, by: \.strategy)
        .values.map { (CellGroup(.strategy, of: $0[0], isRest: isRest), Set($0)) }
    }
    var lines = ofStrategies.compactMap { group, members in
      line(group, cells.filter { members.contains($0.key) })
    }
    let others = groups.keys.filter { $0.strategy == nil }
      .sorted { ($0.part == nil ? 0 : 1, $0.name) < ($1.part == nil ? 0 : 1, $1.name) }
    for group in others {
      let members = members(of: group)
      let isTold = lines.contains { line in
        members.keys.contains { line.group.isRest == group.isRest && line.group.contains($0) }
      }
      if !isTold, let line = line(group, members) { lines.append(line) }
    }
    return lines
  }

  /// A cell goes with its group if it changed by at least this part of the group's mean.
  private static let alike = 0.5
  /// At least this part of a group's cells must go with it; otherwise its mean is that of a few cells.
  private static let shareAlike = 0.75

  /// Returns true if the mean of a group is that of most of its cells.
  private static func speaks(
    _ verdict: TimedVerdict, forAllOf members: [Cell: TimedVerdict]
  ) -> Bool {
    let alike = members.values.count {
      $0.effect.logRatio / verdict.effect.logRatio >= Self.alike
    }
    return Double(alike) >= shareAlike * Double(members.count)
  }
}
