import BenchmarkModel
import BenchmarkResults

extension Comparison {
  /// Marks what the thresholds accept, so that it does not fail, and says of what is too large for an entry that it is.
  static func accept(
    _ entries: inout [ComparisonEntry], by acceptances: [Acceptance], in after: RunIndex,
    on day: Day
  ) {
    guard !acceptances.isEmpty else { return }
    for place in entries.indices where entries[place].fails {
      let entry = entries[place]
      guard let fault = fault(of: entry, in: after),
        let (acceptance, excess) = acceptances.decide(on: fault, day)
      else { continue }
      if let excess {
        entries[place].remarks.append(.exceeds(acceptance, excess))
      } else {
        entries[place].remarks.append(.accepted(entry.finding, acceptance))
        entries[place].finding = .accepted
      }
    }
  }

  /// The fault that a failing entry is about; nil if it is of a kind that cannot be accepted, such as a vanished cell.
  private static func fault(
    of entry: ComparisonEntry, in after: RunIndex
  ) -> Acceptance.Fault? {
    switch entry.finding {
    case .textBroke, .textChanged: return after.wrongText(entry.subject).flatMap { .init($0) }
    case .regressed where entry.metric?.isJudgement == true:
      return after.wrongText(entry.subject).flatMap { .init($0) }
    case .regressed: return entry.series.map { .change($0, entry.worsenings) }
    default: return nil
    }
  }

  /// The notes on acceptances that are expired, or whose cells were compared without a need for them.
  static func notes(
    on acceptances: [Acceptance], _ entries: [ComparisonEntry], _ pair: RunPair, _ day: Day
  ) -> [ComparisonNote] {
    let (before, after) = (pair.before, pair.after)
    let needed = entries.flatMap { entry in
      entry.remarks.compactMap { remark in
        switch remark {
        case .accepted(_, let acceptance), .exceeds(let acceptance, _): acceptance.place
        default: nil
        }
      }
    }
    let undecided = entries.filter { $0.finding == .inconclusive }.compactMap(\.series)
    return acceptances.compactMap { acceptance in
      let scope = acceptance.scope
      if acceptance.isOfWrongCells {
        // What is wrong on both sides fails no comparison, but `verify`.
        let checked = after.texts.filter { scope.covers($0.key.cell) }
        return acceptance.note(
          wasCompared: !checked.isEmpty, isNeeded: checked.values.contains(.wrong), on: day)
      }
      let wasCompared = after.cells.values.joined().contains { place in
        let series = after.series[place]
        return scope.covers(series) && pair.toolchain.gates(series)
          && before.place(of: series) != nil
      }
      return acceptance.note(
        wasCompared: wasCompared && !undecided.contains(where: scope.covers),
        isNeeded: needed.contains(acceptance.place), on: day)
    }
  }
}
