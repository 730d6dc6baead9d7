import BenchmarkModel
import BenchmarkResults

/// Many effects as few causes, each of which names what the changed cells share.
///
/// Effects of one metric in one phase that went the same way are covered by groups of cells, see ``CellCover``; what is
/// found of the same cells becomes one cause. What no group explains is told cell by cell. The whole keystroke and the
/// first one hold the phases, so where a phase of the cell changed they follow from it.
package enum Attribution {
  /// What a comparison found that a cause can be made from: all of a metric in a phase that changed in any cell.
  ///
  /// Most of what is compared changed in none.
  static func effects(in entries: [ComparisonEntry]) -> [AttributedEffect] {
    func subject(_ entry: ComparisonEntry) -> Subject? {
      guard let metric = entry.metric, metric.isExact, let phase = entry.phase else { return nil }
      return Subject(metric: metric, phase: phase)
    }
    let changes = entries.lazy.filter { [.regressed, .improved].contains($0.finding) }
    let changed = Set(changes.compactMap(subject))
    guard !changed.isEmpty else { return [] }
    return entries.compactMap { entry in
      guard let subject = subject(entry), changed.contains(subject) else { return nil }
      return AttributedEffect(entry)
    }
  }

  /// The causes of effects, what got worse first, what is about most cells before the rest; effects of cells that did not
  /// change belong to them, too: a group is known by those beside it.
  package static func causes(of effects: [AttributedEffect]) -> [Cause] {
    guard effects.contains(where: \.isChange) else { return [] }
    let suites = Dictionary(grouping: effects, by: \.suite)
    var drafts: [Draft.Key: Draft] = [:]
    for (suite, effects) in suites {
      for direction in [EffectVerdict.regressed, .improved] {
        cover(effects, suite: suite, direction, &drafts)
      }
    }
    return drafts.values.sorted(by: Draft.precedes).map { $0.cause(ofSeveral: suites.count > 1) }
  }

  /// A cause in the making.
  private struct Draft {
    struct Key: Hashable {
      var suite: String
      var direction: EffectVerdict
      var group: SharedParts?
      var cells: [Cell]
      var compared: Int
      var undecided: Int
    }

    let key: Key
    let strategies: Int
    /// In how many of the cells that share as much a phase does not occur.
    var idle = 0
    var effects: [AttributedEffect] = []
    var consequences: [AttributedEffect] = []

    func cause(ofSeveral several: Bool) -> Cause {
      Cause(
        suite: key.suite, isOneOfSeveral: several, direction: key.direction,
        scope: key.group.map(Cause.Scope.group) ?? .cell(key.cells[0]), cells: key.cells,
        extent: .init(
          compared: key.compared, undecided: key.undecided, idle: idle, strategies: strategies),
        changes: Cause.Change.all(effects, trends: key.group != nil),
        consequences: Cause.Change.all(consequences, trends: false))
    }

    private var order: [Int] {
      [key.direction == .regressed ? 0 : 1, key.group == nil ? 1 : 0, -key.cells.count]
    }

    /// What got worse first, groups before single cells, large ones before small ones.
    static func precedes(_ a: Draft, _ b: Draft) -> Bool {
      if a.order != b.order { return a.order.lexicographicallyPrecedes(b.order) }
      if let first = a.key.cells.first, let second = b.key.cells.first, first != second {
        return first < second
      }
      if a.key.suite != b.key.suite { return a.key.suite < b.key.suite }
      if a.key.compared != b.key.compared { return a.key.compared < b.key.compared }
      let names = [a, b].map { $0.key.group?.order ?? "" }
      if names[0] != names[1] { return names[0] < names[1] }
      return Cause.Change.precedes(
        Cause.Change.all(a.effects, trends: false), Cause.Change.all(b.effects, trends: false))
    }
  }

  private struct Subject: Hashable {
    var metric: Metric
    var phase: RowPhase

    init(metric: Metric, phase: RowPhase) { (self.metric, self.phase) = (metric, phase) }
    init(_ effect: AttributedEffect) { self.init(metric: effect.metric, phase: effect.phase) }
  }

  /// What explains the changes of one metric in one phase.
  private struct Coverage: Sendable {
    /// The effects that count as examples or counter-examples.
    let states: [Cell: AttributedEffect]
    let cover: CellCover

    /// Nil where nothing changed this way.
    init?(_ all: [Cell: AttributedEffect], _ direction: EffectVerdict) {
      let changes = all.values.filter { $0.direction == direction }
      guard !changes.isEmpty else { return nil }
      // Where a phase does not occur it cannot get slower, so such a cell is no counter-example; unless it is the phase
      // that came to be.
      let cameToBe = changes.contains { $0.ratio == nil }
      states = all.filter { cameToBe || !$0.value.isIdle }
      let decided = Set(states.values.filter { $0.direction != .inconclusive }.map(\.cell))
      cover = CellCover(
        changed: Set(changes.map(\.cell)), decided: decided, compared: Set(states.keys))
    }
  }

  private static func cover(
    _ effects: [AttributedEffect], suite: String, _ direction: EffectVerdict,
    _ drafts: inout [Draft.Key: Draft]
  ) {
    guard effects.contains(where: { $0.direction == direction }) else { return }
    let consequences = Consequences(effects, direction)
    var following: [Cell: [AttributedEffect]] = [:]
    var changed: Set<Subject> = []
    for effect in effects where effect.direction == direction {
      if consequences.contains(effect) {
        following[effect.cell, default: []].append(effect)
      } else {
        changed.insert(Subject(effect))
      }
    }
    // Most of what is compared did not change anywhere.
    var subjects: [Subject: [Cell: AttributedEffect]] = [:]
    for effect in effects
    where changed.contains(Subject(effect)) && !consequences.contains(effect) {
      subjects[Subject(effect), default: [:]][effect.cell] = effect
    }
    let found = Array(subjects.values)
    // Most of the work, and no subject knows of another.
    let covers = inParallel(found.count) { Coverage(found[$0], direction) }
    for (all, coverage) in zip(found, covers) {
      guard let coverage else { continue }
      let states = coverage.states
      let strategies = Set(states.keys.map(\.strategy)).count
      func add(_ group: SharedParts?, _ cells: [Cell], _ compared: Int, _ undecided: Int) {
        let key = Draft.Key(
          suite: suite, direction: direction, group: group, cells: cells, compared: compared,
          undecided: undecided)
        let shared = group.map { Set(states.keys.filter($0.contains).map(\.strategy)).count }
        var draft = drafts[key] ?? Draft(key: key, strategies: shared ?? strategies)
        let own = cells.compactMap { states[$0] }
        draft.effects += own
        if let group {
          let idle = all.keys.filter { group.contains($0) && states[$0] == nil }
          draft.idle = max(draft.idle, idle.count)
        }
        if let metric = own.first?.metric, own.first?.isWhole == false {
          let new = cells.flatMap { following[$0] ?? [] }.filter { $0.metric == metric }
          draft.consequences += new.filter { !draft.consequences.contains($0) }
        }
        drafts[key] = draft
      }
      for member in coverage.cover.members {
        add(member.group, member.changed, member.compared, member.undecided)
      }
      for cell in coverage.cover.others { add(nil, [cell], 1, 0) }
    }
  }
}
