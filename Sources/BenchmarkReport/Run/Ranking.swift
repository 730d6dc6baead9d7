import BenchmarkModel
import BenchmarkResults

/// The strategies of a run by what one keystroke of the same workload costs them on the mean.
struct Ranking {
  /// What is typed: cells that differ in their strategy alone.
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

    /// How far it is from the reference workload; the least is the nearest.
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
    /// What it promises; nil where the run does not say.
    var promise: Promise?
    /// What it costs in the workload.
    var entry: RunTableEntry
    /// That cost in the metric of the ranking; nil where it was not measured.
    var cost: Double?
    /// The cost over that of the best.
    var ratio: Double?
    /// How many cells of the run are right, of those that were checked.
    var right = 0
    var checked = 0
    /// How many cells have a value that is wrong, and not only a text.
    var wrongValues = 0

    var wrong: Int { checked - right }
    /// Frames painted with a text that is not the keystroke's last, per keystroke; nil where nothing was painted.
    var flicker: Double? { entry.mean(.flickerFrames) }
    /// Whether it reformats while one types, as what the project is about does.
    var formatsWhileTyping: Bool { promise == .formatted }
  }

  /// The workload that is ranked.
  let workload: Workload
  /// What it is ranked by: time, or what was measured in its place.
  let metric: Metric
  /// The strategies that have the workload, the cheapest first.
  let lines: [Line]
  /// Whether the run says what its strategies promise.
  let knowsPromises: Bool

  /// Whether the field was laid out and painted, and is no model.
  var isPainted: Bool { lines.contains { $0.flicker != nil } }

  /// The ranking of a run; nil of one without cells.
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

  /// Whether a strategy may be what others are measured by: what does less, or is wrong, may not.
  private static func leads(_ line: Line, _ anyPromise: Bool) -> Bool {
    (anyPromise || line.formatsWhileTyping) && line.entry.text != .wrong && line.cost != nil
  }

  /// The reference workload, or the most like it that most strategies have.
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

  /// How many cells of each strategy are right, and how many have a wrong value.
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
