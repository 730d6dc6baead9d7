import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults
import Foundation

/// A run in a sentence.
enum RunSummary {
  /// The cells measured, the cost of a keystroke, and the number of wrong texts.
  ///
  /// Beside a ranking, `withTimes` is false: its times are of one workload, and these of all cells.
  static func sentence(_ table: RunTable, withTimes: Bool = true) -> String {
    let withTimes = withTimes || table.entries.allSatisfy { $0.mean(.time) == nil }
    let strategies = Set(table.entries.map(\.cell.strategy)).count
    let day = table.label.start.formatted(.iso8601.year().month().day())
    let commit = table.label.commit.isEmpty ? "no commit" : "commit \(table.label.commit)"
    return "\(Words.count(table.entries, "cell")) of \(noun(strategies)) at \(commit), \(day): "
      + (withTimes ? "\(times(table)); " : "") + texts(table) + "."
  }

  private static func times(_ table: RunTable) -> String {
    // A cell with a wrong text has not done the same work.
    let right = table.entries.filter { $0.text != .wrong }
    let isTypical = right.allSatisfy { $0.rounds.isEmpty || $0.isTypical }
    let name = isTypical ? "typical" : "on the mean"
    let medians = Dictionary(grouping: right, by: \.cell.strategy).compactMap { name, entries in
      // One stall would decide a mean.
      SortedSample(entries.compactMap { SortedSample(Array($0.rounds.values))?.median })
        .map { (name: name, time: $0.median) }
    }.sorted { ($0.time, $0.name) < ($1.time, $1.name) }
    guard let least = medians.first, let most = medians.last else { return "no times were taken" }
    return medians.count == 1
      ? "a keystroke takes \(Units.time(least.time)) (\(name))"
      : "a keystroke takes from \(Units.time(least.time)) (\(least.name)) to \(Units.time(most.time)) (\(most.name)), \(name)"
  }

  /// The worst cells: those with the most wrong keystrokes, then those whose keystrokes take the longest.
  static func worst(_ table: RunTable) -> [String] {
    let wrong = table.entries.compactMap { entry in
      entry.wrongText?.counts.map { (id: entry.cell.id, count: $0.keystrokes) }
    }.sorted { ($1.count, $0.id) < ($0.count, $1.id) }.prefix(2)
    let slow = table.entries.compactMap { entry in
      SortedSample(Array(entry.rounds.values)).map { (id: entry.cell.id, time: $0.median) }
    }.sorted { ($1.time, $0.id) < ($0.time, $1.id) }.prefix(1)
    return wrong.map { "\($0.id): \(Words.count($0.count, "wrong keystroke"))" }
      + slow.map { "\($0.id): \(Units.time($0.time)) a keystroke" }
  }

  private static func texts(_ table: RunTable) -> String {
    let checked = table.entries.count { $0.text != nil }
    let wrong = table.entries.filter { $0.text == .wrong }
    if checked == 0 { return "texts were not checked" }
    let rest =
      checked == table.entries.count
      ? "" : ", and \(table.entries.count - checked) were not checked"
    if wrong.isEmpty {
      return "every text \(rest.isEmpty ? "" : "that was checked ")is right\(rest)"
    }
    let strategies = Set(wrong.map(\.cell.strategy))
    return
      "the text is wrong in \(Words.count(wrong, "cell")) of \(noun(strategies.count))\(rest)"
  }

  private static func noun(_ count: Int) -> String {
    count == 1 ? "1 strategy" : "\(count) strategies"
  }
}
