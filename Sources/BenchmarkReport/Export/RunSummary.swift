import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults
import Foundation

/// A run in a sentence.
enum RunSummary {
  /// The cells measured, the cost of a keystroke, and the number of wrong texts.
  static func sentence(_ table: RunTable) -> String {
    let strategies = Dictionary(grouping: table.entries, by: \.cell.strategy)
    let day = table.label.start.formatted(.iso8601.year().month().day())
    let commit = table.label.commit.isEmpty ? "no commit" : "commit \(table.label.commit)"
    var text =
      "\(Words.count(table.entries, "cell")) of \(noun(strategies.count)) at \(commit), \(day): "
    // A cell with a wrong text has not done the same work.
    let medians = strategies.compactMap { name, entries in
      SortedSample(entries.filter { $0.text != .wrong }.compactMap { $0.mean(.time) })
        .map { (name: name, time: $0.median) }
    }.sorted { ($0.time, $0.name) < ($1.time, $1.name) }
    if let least = medians.first, let most = medians.last {
      text +=
        medians.count == 1
        ? "a keystroke takes \(Units.time(least.time)) on the mean; "
        : "a keystroke takes from \(Units.time(least.time)) (\(least.name)) to \(Units.time(most.time)) (\(most.name)) on the mean; "
    } else {
      text += "no times were taken; "
    }
    return text + texts(table) + "."
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
