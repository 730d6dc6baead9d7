import BenchmarkModel
import BenchmarkResults

/// The strategies of a run, ranked by the mean cost of one keystroke of the same workload.
struct Ranking {
  /// The workload: cells that differ only in their strategy have the same.
  struct Workload: Hashable {
    var suite: String
    var value: String
    var locale: String
    var length: Int
    var script: String

    init(_ entry: RunTableEntry) {
      suite = entry.suite
      value = entry.cell.value
      locale = entry.cell.locale
      length = entry.cell.length
      script = entry.cell.script
    }

    /// The distance from the reference workload, part by part; the smallest is the nearest.
    fileprivate var distance: [Int] {
      [
        script == "type" ? 0 : 1, value == "int" ? 0 : 1, locale == "en_US" ? 0 : 1,
        abs(length - 9),
      ]
    }
  }

  /// A strategy.
  struct Line {
    var strategy: String
    /// Its promise; nil if the run does not state it.
    var promise: Promise?
    /// Its costs in the workload.
    var entry: RunTableEntry
    /// The cost in the metric of the ranking; nil if it was not measured.
    var cost: Double?
    /// The cost over that of the best.
    var ratio: Double?
    /// The number of right cells of the run, and of checked ones.
    var right = 0
    var checked = 0
    /// The number of cells with a wrong value, and not only a wrong text.
    var wrongValues = 0

    var wrong: Int { checked - right }
    /// Frames painted with a text that is not the keystroke's last, per keystroke; nil if nothing was painted.
    var flicker: Double? { entry.mean(.flickerFrames) }
    /// True if it reformats while the user types, which is the subject of the project.
    var formatsWhileTyping: Bool { promise == .formatted }
  }

  /// The workload that is ranked.
  let workload: Workload
  /// The metric of the ranking: time, or the one that was measured instead.
  let metric: Metric
  /// The strategies that have the workload, the cheapest first.
  let lines: [Line]
  /// True if the run states the promises of its strategies.
  let knowsPromises: Bool

  /// True if the field was laid out and painted, and is no model.
  var isPainted: Bool { lines.contains { $0.flicker != nil } }

  /// Makes the ranking of a run; nil for a run without cells.
  init?(_ table: RunTable, _ run: Run) {
    guard let workload = Self.reference(table.entries) else { return nil }
    self.workload = workload
    let entries = table.entries.filter { Workload($0) == workload }
    let measured = [Metric.time, .instructions, .allocations, .refreshes].first { metric in
      entries.contains { $0.mean(metric) != nil }
    }
    let metric = measured ?? .time
    self.metric = metric
    let promises = run.metadata.promises
    knowsPromises = promises != nil
    let tallies = Self.tallies(table.entries)
    var lines = entries.map { entry in
      var line =
        tallies[entry.cell.strategy] ?? Line(strategy: entry.cell.strategy, entry: entry)
      line.entry = entry
      line.promise = promises?[line.strategy]
      line.cost = entry.mean(metric)
      return line
    }
    lines.sort { ($0.cost ?? .infinity, $0.strategy) < ($1.cost ?? .infinity, $1.strategy) }
    let best = lines.first { Self.leads($0, promises == nil) } ?? lines.first
    for place in lines.indices {
      if let cost = lines[place].cost, let least = best?.cost, least > 0 {
        lines[place].ratio = cost / least
      }
    }
    self.lines = lines
  }

  /// True if a strategy may be the reference for others: one that does less, or is wrong, may not.
  private static func leads(_ line: Line, _ anyPromise: Bool) -> Bool {
    (anyPromise || line.formatsWhileTyping) && line.entry.text != .wrong && line.cost != nil
  }

  /// The reference workload; otherwise the most similar of those that most strategies have.
  private static func reference(_ entries: [RunTableEntry]) -> Workload? {
    let counts = Dictionary(entries.map { (Workload($0), 1) }, uniquingKeysWith: +)
    if let exact = counts.keys.first(where: { $0.distance.allSatisfy { $0 == 0 } }) { return exact }
    return counts.min { a, b in
      if a.value != b.value { return a.value > b.value }
      if a.key.distance != b.key.distance {
        return a.key.distance.lexicographicallyPrecedes(b.key.distance)
      }
      return (a.key.suite, a.key.value, a.key.locale, a.key.script)
        < (b.key.suite, b.key.value, b.key.locale, b.key.script)
    }?.key
  }

  /// The numbers of right cells, and of wrong values, of each strategy.
  private static func tallies(_ entries: [RunTableEntry]) -> [String: Line] {
    var tallies: [String: Line] = [:]
    for entry in entries {
      let name = entry.cell.strategy
      var line = tallies[name] ?? Line(strategy: name, entry: entry)
      if entry.text != nil { line.checked += 1 }
      if entry.text == .ok { line.right += 1 }
      if let wrong = entry.wrongText, wrong.value != wrong.expectedValue { line.wrongValues += 1 }
      tallies[name] = line
    }
    return tallies
  }
}
