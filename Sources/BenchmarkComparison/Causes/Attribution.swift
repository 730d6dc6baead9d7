import BenchmarkResults
import KeystrokeWorkload
import WorkerProtocol

/// Many effects as few sentences, each of which names what the changed cells share.
///
/// Effects of one metric in one phase that went the same way are covered by groups of cells, see ``CellCover``; what is
/// said of the same cells becomes one sentence. What no group explains is said cell by cell. The whole keystroke and the
/// first one hold the phases, so where a phase of the cell changed they are said to follow from it.
package struct Attribution: Sendable {
  /// The sentences: what got worse first, what is about most cells before the rest.
  package let statements: [AttributedStatement]

  /// Attributes effects, those of cells that did not change included: a group is known by those beside it.
  package init(_ effects: [AttributedEffect]) {
    guard effects.contains(where: \.isChange) else {
      statements = []
      return
    }
    let suites = Dictionary(grouping: effects, by: \.suite)
    var drafts: [Draft.Key: Draft] = [:]
    for (suite, effects) in suites {
      for direction in [AttributedEffect.Direction.regressed, .improved] {
        Self.cover(effects, suite: suite, direction, &drafts)
      }
    }
    statements = drafts.values.map { $0.statement(naming: suites.count > 1) }.sorted()
  }

  /// A sentence in the making.
  private struct Draft {
    struct Key: Hashable {
      var suite: String
      var direction: AttributedEffect.Direction
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

    func statement(naming suite: Bool) -> AttributedStatement {
      AttributedStatement(
        suite: key.suite, direction: key.direction,
        subject: (suite ? "\(key.suite): " : "") + subject, cells: key.cells,
        isGroup: key.group != nil, effects: effects, consequences: consequences)
    }

    /// `all 24 cells of onchange-reformat`.
    private var subject: String {
      guard let group = key.group else { return key.cells.map(\.id).joined(separator: ", ") }
      var words = key.cells.count == key.compared ? "all " : "\(key.cells.count) of "
      words += Words.count(key.compared, "cell") + group.words
      if group.strategy == nil && strategies > 1 {
        words += group.parts == 0 ? ", over all strategies" : ", whatever the strategy"
      }
      let remarks =
        (key.undecided > 0 ? ["\(key.undecided) undecided"] : [])
        + (idle > 0 ? ["\(Words.count(idle, "other")) without any"] : [])
      return words + (remarks.isEmpty ? "" : " (\(remarks.joined(separator: ", ")))")
    }
  }

  private struct Subject: Hashable {
    var metric: Metric
    var phase: RowPhase

    init(_ effect: AttributedEffect) { (metric, phase) = (effect.metric, effect.phase) }
  }

  private static func cover(
    _ effects: [AttributedEffect], suite: String, _ direction: AttributedEffect.Direction,
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
    for all in subjects.values {
      let changes = all.values.filter { $0.direction == direction }
      guard !changes.isEmpty else { continue }
      // Where a phase does not occur it cannot get slower, so such a cell is no counter-example; unless it is the phase
      // that came to be.
      let cameToBe = changes.contains { $0.ratio == nil }
      let states = all.filter { cameToBe || !$0.value.isIdle }
      let decided = Set(states.values.filter { $0.direction != .undecided }.map(\.cell))
      let cover = CellCover(
        changed: Set(changes.map(\.cell)), decided: decided, compared: Set(states.keys))
      func add(_ group: SharedParts?, _ cells: [Cell], _ compared: Int, _ undecided: Int) {
        let key = Draft.Key(
          suite: suite, direction: direction, group: group, cells: cells, compared: compared,
          undecided: undecided)
        let strategies = Set(states.keys.filter { group?.contains($0) ?? true }.map(\.strategy))
        var draft = drafts[key] ?? Draft(key: key, strategies: strategies.count)
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
      for member in cover.members {
        add(member.group, member.changed, member.compared, member.undecided)
      }
      for cell in cover.others { add(nil, [cell], 1, 0) }
    }
  }
}
