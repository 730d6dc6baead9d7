import BenchmarkModel
import BenchmarkResults

extension Comparison {
  /// A measure of all cells of a strategy.
  private struct StrategyMeasure: Hashable {
    var suite: String
    var strategy: String
    var measure: SeriesKey.Measure
  }

  /// The census of the changes of exact metrics, the line that explains the most first.
  ///
  /// - Parameters:
  ///   - changes: the entries that regressed or improved.
  ///   - entries: all entries, which tell how many cells were compared.
  /// - Returns: a line for each strategy, metric, phase and direction.
  static func census(
    of changes: ArraySlice<ComparisonEntry>, in entries: [ComparisonEntry]
  ) -> [CensusLine] {
    func group(_ entry: ComparisonEntry, _ measure: SeriesKey.Measure) -> StrategyMeasure {
      StrategyMeasure(suite: entry.suite, strategy: entry.cell.strategy, measure: measure)
    }
    var groups: [StrategyMeasure: [ComparisonEntry]] = [:]
    for entry in changes {
      guard let measure = entry.measure, measure.metric.isExact else { continue }
      groups[group(entry, measure), default: []].append(entry)
    }
    guard !groups.isEmpty else { return [] }
    // Most series changed in no cell.
    let measures = Set(groups.keys.map(\.measure))
    var compared: [StrategyMeasure: Set<Cell>] = [:]
    for entry in entries {
      guard let measure = entry.measure, measures.contains(measure) else { continue }
      // A phase that costs nothing on either side does not occur in the cell.
      if entry.finding == .unchanged, entry.before == 0 { continue }
      let group = group(entry, measure)
      if groups[group] != nil { compared[group, default: []].insert(entry.cell) }
    }
    let suites = Set(entries.lazy.map(\.suite)).count
    return CensusLine.ranked(
      groups.flatMap { group, entries in
        [(Finding.regressed, EffectVerdict.regressed), (.improved, .improved)].compactMap {
          finding, direction -> CensusLine? in
          let own = entries.filter { $0.finding == finding }
          guard let first = own.first else { return nil }
          return CensusLine(
            suite: group.suite, isOneOfSeveral: suites > 1,
            group: CellGroup(.strategy, of: first.cell), phase: group.measure.phase,
            metric: group.measure.metric, direction: direction,
            changes: own.map(CensusLine.Change.init).sorted { $0.magnitude < $1.magnitude },
            compared: compared[group]?.count ?? own.count, timed: nil,
            fails: own.contains(where: \.fails))
        }
      })
  }
}

extension CensusLine.Change {
  fileprivate init(_ entry: ComparisonEntry) {
    self.init(
      cell: entry.cell, figure: entry.figure ?? .mean, ratio: entry.ratio,
      difference: entry.before.flatMap { before in entry.after.map { $0 - before } })
  }
}
