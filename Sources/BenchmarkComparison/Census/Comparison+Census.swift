import BenchmarkModel
import BenchmarkResults

extension Comparison {
  private struct Subject: Hashable {
    var metric: Metric
    var phase: RowPhase
  }

  private struct Key: Hashable {
    var suite: String
    var strategy: String
    var subject: Subject
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
    func subject(_ entry: ComparisonEntry) -> Subject? {
      guard let metric = entry.metric, metric.isExact, let phase = entry.phase else { return nil }
      return Subject(metric: metric, phase: phase)
    }
    func key(_ entry: ComparisonEntry, _ subject: Subject) -> Key {
      Key(suite: entry.suite, strategy: entry.cell.strategy, subject: subject)
    }
    var groups: [Key: [ComparisonEntry]] = [:]
    for entry in changes {
      if let subject = subject(entry) { groups[key(entry, subject), default: []].append(entry) }
    }
    guard !groups.isEmpty else { return [] }
    // Most of what is compared changed in no cell.
    let subjects = Set(groups.keys.map(\.subject))
    var compared: [Key: Set<Cell>] = [:]
    for entry in entries {
      guard let subject = subject(entry), subjects.contains(subject) else { continue }
      // A phase that costs nothing on either side does not occur in the cell.
      if entry.finding == .unchanged, entry.before == 0 { continue }
      let key = key(entry, subject)
      if groups[key] != nil { compared[key, default: []].insert(entry.cell) }
    }
    let suites = Set(entries.lazy.map(\.suite)).count
    return CensusLine.ranked(
      groups.flatMap { key, entries in
        [(Finding.regressed, EffectVerdict.regressed), (.improved, .improved)].compactMap {
          finding, direction -> CensusLine? in
          let own = entries.filter { $0.finding == finding }
          guard let first = own.first else { return nil }
          return CensusLine(
            suite: key.suite, isOneOfSeveral: suites > 1,
            group: CellGroup(.strategy, of: first.cell), phase: key.subject.phase,
            metric: key.subject.metric, direction: direction,
            changes: own.map(CensusLine.Change.init).sorted { $0.magnitude < $1.magnitude },
            compared: compared[key]?.count ?? own.count, timed: nil,
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
