import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults

/// The strategies of a run that hold one kind of value, ranked by the cost of one keystroke of the same workload.
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
    /// True if the suite is about it, and lists others to compare with.
    var isOwn = false
    /// Its costs in the workload.
    var entry: RunTableEntry
    /// The cost in the metric of the ranking, of times the median over rounds; nil if it was not measured.
    var cost: Double?
    /// Half of the range of the middle half of the rounds, as a share of the cost; nil if the cost is not a time, or there is
    /// one round.
    var spread: Double?
    /// The cost over that of the best.
    var ratio: Double?
    /// The number of cheaper strategies that the rounds distinguish from it, and one.
    var rank = 1
    /// True if the rounds do not distinguish it from another strategy of the same rank.
    var isTied = false
    /// The number of right cells of the kind of value, and of checked ones.
    var right = 0
    var checked = 0
    /// The number of cells with a wrong value, and not only a wrong text.
    var wrongValues = 0
    /// The number of cells with keystrokes that were taken for what somebody else means by them.
    var ambiguous = 0

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
  /// The name of the time; nil if the metric is another.
  var timeName: String? {
    metric == .time ? (lines.allSatisfy(\.entry.isTypical) ? "typical" : "mean") : nil
  }
  /// The number of rounds behind the times.
  let rounds: Int
  /// The strategies that have the workload: the suite's own first, each part with the cheapest first.
  let lines: [Line]
  /// True if the run states the promises of its strategies.
  let knowsPromises: Bool

  /// True if the field was laid out and painted, and is not a model.
  var isPainted: Bool { lines.contains { $0.flicker != nil } }

  /// Makes the ranking of a kind of value; nil without cells.
  private init?(_ entries: [RunTableEntry], _ run: Run, own: Set<String>) {
    guard let workload = Self.reference(entries) else { return nil }
    self.workload = workload
    let ranked = entries.filter { Workload($0) == workload }
    let measured = [Metric.time, .instructions, .allocations, .refreshes].first { metric in
      ranked.contains { $0.mean(metric) != nil }
    }
    let metric = measured ?? .time
    self.metric = metric
    rounds = metric == .time ? ranked.map(\.rounds.count).max() ?? 0 : 0
    let promises = run.metadata.promises
    knowsPromises = promises != nil
    let tallies = Self.tallies(entries)
    var lines = ranked.map { entry in
      var line =
        tallies[entry.cell.strategy] ?? Line(strategy: entry.cell.strategy, entry: entry)
      line.entry = entry
      line.promise = promises?[line.strategy]
      line.isOwn = own.contains(line.strategy)
      line.cost = entry.mean(metric)
      if metric == .time, let sample = SortedSample(Array(entry.rounds.values)) {
        line.cost = sample.median
        let range = sample.quantile(0.75) - sample.quantile(0.25)
        if entry.rounds.count > 1, sample.median > 0 { line.spread = range / 2 / sample.median }
      }
      return line
    }
    lines.sort { ($0.cost ?? .infinity, $0.strategy) < ($1.cost ?? .infinity, $1.strategy) }
    let best = lines.first { Self.leads($0, promises == nil) } ?? lines.first
    for place in lines.indices {
      if let cost = lines[place].cost, let least = best?.cost, least > 0 {
        lines[place].ratio = cost / least
      }
    }
    Self.rank(&lines, byTime: metric == .time)
    self.lines = lines.filter(\.isOwn) + lines.filter { !$0.isOwn }
  }

  /// The rankings of a run: of the kinds of value that its own strategies hold, then of as many others as it takes until
  /// every strategy is in one.
  ///
  /// Empty for a run without cells.
  static func all(_ table: RunTable, _ run: Run) -> [Ranking] {
    let strategies = Set(table.entries.map(\.cell.strategy))
    let own = strategies.intersection(run.metadata.ownStrategies ?? [])
    // If all strategies are the suite's own, none of them is marked.
    let marked = own.count < strategies.count ? own : []
    let kinds = Dictionary(grouping: table.entries) { [$0.suite, $0.cell.value] }.values
    let rankings = kinds.compactMap { Ranking($0, run, own: marked) }.sorted { a, b in
      func order(_ ranking: Ranking) -> [Int] {
        let names = Set(ranking.lines.map(\.strategy))
        return [
          -own.intersection(names).count, ranking.workload.value == "int" ? 0 : 1, -names.count,
        ]
      }
      if order(a) != order(b) { return order(a).lexicographicallyPrecedes(order(b)) }
      if a.workload.distance != b.workload.distance {
        return a.workload.distance.lexicographicallyPrecedes(b.workload.distance)
      }
      return (a.workload.value, a.workload.suite) < (b.workload.value, b.workload.suite)
    }
    var shown: Set<String> = []
    return rankings.filter { ranking in
      let names = Set(ranking.lines.map(\.strategy))
      defer { shown.formUnion(names) }
      return !own.isDisjoint(with: names) || !names.isSubset(of: shown)
    }
  }

  /// True if a strategy may be the reference for others: one that does less, or is wrong, may not.
  private static func leads(_ line: Line, _ anyPromise: Bool) -> Bool {
    (anyPromise || line.formatsWhileTyping) && line.entry.text != .wrong && line.cost != nil
  }

  /// Ranks strategies, the cheapest first.
  private static func rank(_ lines: inout [Line], byTime: Bool) {
    var first = 0
    for place in lines.indices.dropFirst() {
      let isCheaper =
        byTime
        ? differs(lines[first].entry.rounds, lines[place].entry.rounds)
        : lines[first].cost != lines[place].cost
      if isCheaper {
        first = place
      } else {
        lines[first].isTied = true
        lines[place].isTied = true
      }
      lines[place].rank = first + 1
    }
  }

  /// The share of the rounds that may contradict an order: one of five, since a single round may be disturbed.
  private static let contradicting = 0.2

  /// True if one time is smaller than another in most rounds, each of which measures both in one process.
  ///
  /// One round cannot be contradicted by another, so it decides.
  private static func differs(_ a: [Int32: Double], _ b: [Int32: Double]) -> Bool {
    let common = a.compactMap { round, time in b[round].map { (time, $0) } }
    let contrary = common.count { $0.0 >= $0.1 }
    return Double(contrary) <= contradicting * Double(common.count)
  }

  /// The workload that most strategies have; of several the most similar to the reference workload.
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
      if let share = entry.mean(.ambiguousKeystrokes), share > 0 { line.ambiguous += 1 }
      if let wrong = entry.wrongText, wrong.value != wrong.expectedValue { line.wrongValues += 1 }
      tallies[name] = line
    }
    return tallies
  }
}
