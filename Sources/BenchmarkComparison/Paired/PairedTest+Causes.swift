import BenchmarkModel
import BenchmarkResults

extension PairedTest {
  /// The causes of all changes of times.
  ///
  /// Phase by phase, that group is named first whose mean explains most of what the cells did (the sum of squares that
  /// it takes off); what it explains is taken off its members, and the search goes on with what is left, cells that no
  /// group explains last. Whole and first keystrokes are named by themselves only where no phase of them changed. This is
  /// forward selection of row and column effects: Tukey, "Exploratory Data Analysis" (1977), chapter 10, with means for
  /// medians, since their errors are known.
  var causes: [Cause] {
    let parts = RowPhase.allCases.filter { $0 != .total && $0 != .first }
    var causes = parts.flatMap { self.causes(in: $0) }
    for whole in [RowPhase.total, .first] {
      for cause in self.causes(in: whole) {
        let source = causes.firstIndex {
          $0.direction == cause.direction && Set($0.cells).isSuperset(of: cause.cells)
            || $0.scope == cause.scope
        }
        guard let source else {
          causes.append(cause)
          continue
        }
        // What single cells of a group make of it goes without saying.
        if cause.scope == causes[source].scope { causes[source].consequences += cause.changes }
      }
    }
    // Stalls are named where nothing else of the same cells is.
    for stall in self.causes(in: .total, .slow) {
      let isKnown = causes.contains {
        $0.direction == stall.direction
          && !Set($0.cells).isDisjoint(with: stall.cells)
      }
      if !isKnown { causes.append(stall) }
    }
    return causes.sorted { Self.weight($0) > Self.weight($1) }
  }

  /// How much a cause adds up to, regressions before improvements.
  private static func weight(_ cause: Cause) -> Double {
    guard let verdict = cause.changes.first?.timed?.verdict else { return 0 }
    let nanoseconds =
      (verdict.effect.ratio - 1) * verdict.baseline * Double(cause.cells.count)
    return nanoseconds > 0 ? nanoseconds : -1 / (1 - nanoseconds)
  }

  /// A member goes with its group if it changed by at least this part of the group's mean; and what is left of a change
  /// is named only if it is at least this part of it.
  private static let alike = 0.5
  /// So large a part of a group must go with it; else its mean is that of a few, which are named in its place.
  private static let shareAlike = 0.75

  private func causes(
    in phase: RowPhase, _ statistic: TimeStatistic = .least
  ) -> [Cause] {
    func subject(_ scope: Cause.Scope) -> TimedSubject {
      TimedSubject(scope: scope, phase: phase, statistic: statistic)
    }
    func changed(_ scope: Cause.Scope) -> TimedVerdict? {
      verdicts[subject(scope)]
        .flatMap { [.regressed, .improved].contains($0.verdict) ? $0 : nil }
    }
    var left: [Cell: Double] = [:]
    for (subject, verdict) in verdicts
    where subject.phase == phase && subject.statistic == statistic {
      if case .cell(let cell) = subject.scope { left[cell] = verdict.effect.logRatio }
    }
    var groups = SharedParts.groups(of: left.keys.sorted()).compactMap { group, members in
      changed(.group(group)).map { (scope: Cause.Scope.group(group), members: members, $0) }
    }
    var causes: [Cause] = []
    func mean(_ members: [Cell]) -> Double {
      members.reduce(0) { $0 + (left[$1] ?? 0) } / Double(members.count)
    }
    func name(_ scope: Cause.Scope, _ members: [Cell], _ verdict: TimedVerdict) {
      let change = Cause.Change(
        phase: phase, metric: .time, evidence: .time(verdict, statistic))
      causes.append(
        Cause(
          suite: suite, isOneOfSeveral: false, direction: verdict.verdict, scope: scope,
          cells: members,
          extent: .init(compared: members.count), changes: [change], consequences: []))
    }
    while true {
      groups = groups.filter { group in
        let mean = mean(group.members)
        let alike = group.members.count { (left[$0] ?? 0) / mean >= Self.alike }
        return Self.remains(mean, of: group.2)
          && Double(alike) >= Self.shareAlike * Double(group.members.count)
      }
      let best = groups.max {
        Double($0.members.count) * mean($0.members) * mean($0.members)
          < Double($1.members.count) * mean($1.members) * mean($1.members)
      }
      guard let best else { break }
      let share = mean(best.members)
      for cell in best.members { left[cell, default: 0] -= share }
      name(best.scope, best.members, best.2)
      groups.removeAll { $0.scope == best.scope }
    }
    for (cell, rest) in left.sorted(by: { $0.key < $1.key }) {
      if let verdict = changed(.cell(cell)), Self.remains(rest, of: verdict) {
        name(.cell(cell), [cell], verdict)
      }
    }
    return causes
  }

  /// Whether what is left of a change, once others were named, would still be one by itself, and most of it.
  private static func remains(_ rest: Double, of verdict: TimedVerdict) -> Bool {
    let effect = Effect(logRatio: rest, halfWidth: verdict.effect.halfWidth)
    return rest.magnitude >= alike * verdict.effect.logRatio.magnitude
      && effect.verdict(threshold: verdict.threshold) == verdict.verdict
  }
}
