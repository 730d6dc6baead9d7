import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults
import Foundation

extension History {
  /// The number of lines of a table that are shown before the rest is only counted.
  private static let listed = 40
  /// The maximum number of runs in the table of whole keystrokes.
  private static let columns = 8

  /// The history for people.
  var document: Document {
    let shown = runs.suffix(Self.columns)
    let whole = wholeKeystrokes(
      shown.map { $0.label.commit.isEmpty ? $0.label.name : $0.label.commit },
      comparesWithFirst: false)
    return Document([
      .paragraph(headline, .strong), .list(["Order: \(order.words)."]),
      .list(notes.map { "note: \($0)" }), exactChanges,
      .section(
        runs.count > shown.count
          ? "Whole keystrokes, the last \(shown.count) of \(runs.count) runs" : "Whole keystrokes",
        [
          .table(whole.table),
          .list(
            whole.legend + [
              "One run proves nothing about times: scripts/history, in a clone of keystroke-bench, finds change points."
            ]),
        ]),
    ])
  }

  private var headline: String {
    let cells = Set(lines.map { $0.series.subject }).count
    let counts = "\(Words.count(runs, "run")), \(Words.count(cells, "cell"))"
    guard let first = runs.first, let last = runs.last else { return counts }
    return Set(runs.map(\.label.commit)).count == 1 && !first.label.commit.isEmpty && runs.count > 1
      ? "\(counts), all of the same commit, \(words(last))."
      : "\(counts), from \(words(first)) to \(words(last))."
  }

  private func words(_ run: HistoryRun) -> String {
    let day = run.label.start.formatted(.iso8601.year().month().day())
    return "\(run.label.commit.isEmpty ? "no commit" : run.label.commit) of \(day)"
  }

  private var notes: [String] {
    let unfinished = runs.filter { $0.label.status != .finished }
    let dirty = runs.count { $0.label.commit.hasSuffix("+") }
    return
      (unfinished.isEmpty
      ? []
      : [
        "\(Words.count(unfinished, "run")) not finished, so cells or rounds may be missing: "
          + unfinished.map(\.label.name).joined(separator: ", ")
      ])
      + (dirty == 0
        ? []
        : [
          "\(Words.count(dirty, "run")) of a tree with changes, marked +: the commit does not tell what ran."
        ])
  }

  /// The changes of exact metrics and texts, run by run.
  private var exactChanges: Document.Block {
    let parts = runs.indices.flatMap { place -> [Document.Block] in
      let here = changes.filter { $0.to == place }
      let texts = textChanges.filter { $0.to == place }
      guard !here.isEmpty || !texts.isEmpty else { return [] }
      return [
        .paragraph(title(place, from: Set((here.map(\.from)) + texts.map(\.from)))),
        .list(lines(texts)), .table(grid(here)),
      ]
    }
    return .section(
      "Where exact metrics changed", parts.isEmpty ? [.list(["Nowhere."])] : parts)
  }

  /// The run, with the facts besides the commit that are new in it.
  private func title(_ place: Int, from earlier: Set<Int>) -> String {
    let run = runs[place]
    var known: Set<String> = []
    let others = earlier.sorted().flatMap { changes(of: run, since: runs[$0]) }
      .filter { known.insert($0).inserted }
    let isRerun = !earlier.isEmpty && earlier.allSatisfy { runs[$0].commit == run.commit }
    let surroundings = others.joined(separator: "; ")
    return "\(words(run)), \(run.label.name)"
      + (isRerun
        ? "; the commit is the same as before, and so is the code unless it was changed"
          + (others.isEmpty ? "" : "; what changed: \(surroundings)")
        : others.isEmpty ? "" : "; not only the commit changed: \(surroundings)")
  }

  /// The facts besides the commit that changed since an earlier run.
  func changes(of run: HistoryRun, since earlier: HistoryRun) -> [String] {
    run.changes(since: earlier)
      .map { "\($0.name) \($0.before ?? ""), now \($0.after ?? "")" }
  }

  private func lines(_ changes: [TextChange]) -> [String] {
    let shown = changes.prefix(Self.listed).map { change in
      "text \(change.after == .wrong ? "wrong" : "right") from here on: \(change.subject.cell.id)"
    }
    return shown
      + (changes.count > shown.count ? ["and \(changes.count - shown.count) more texts"] : [])
  }

  /// The changes of one run, a line for each strategy, phase and metric.
  private func grid(_ changes: [Change]) -> Grid {
    let groups = Dictionary(grouping: changes) { change in
      [change.series.cell.strategy, change.series.phase.rawValue, change.series.metric.rawValue]
    }
    var grid = Grid([
      .init("strategy"), .init("phase"), .init("metric"), .init("cells", number: true),
      .init("figure"), .init("before", number: true), .init("after", number: true),
      .init("change", number: true), .init("for example"),
    ])
    var known: Set<[String]> = []
    for change in changes {
      let key = [
        change.series.cell.strategy, change.series.phase.rawValue, change.series.metric.rawValue,
      ]
      guard known.insert(key).inserted, let group = groups[key] else { continue }
      // Means and largest figures differ in kind, so the mean is taken over those that changed in the first one's
      // figure.
      let same = group.filter { $0.figure == change.figure }
      let before = mean(same.map(\.before))
      let after = mean(same.map(\.after))
      grid.rows.append(
        key + [
          String(group.count), change.figure.name, Units.count(before), Units.count(after),
          Units.change(from: before, to: after), change.series.cell.id,
        ])
    }
    return grid
  }

  /// The mean; nil if a figure is missing.
  private func mean(_ values: [Double?]) -> Double? {
    let known = values.compactMap(\.self)
    return known.count == values.count && !known.isEmpty
      ? known.reduce(0, +) / Double(known.count) : nil
  }
}

extension HistoryOrder {
  /// The order in words.
  package var words: String {
    switch self {
    case .ancestry: "by ancestry of the commits, and runs of one commit by their start"
    case .start(let reason): "by the start of the runs, since \(reason)"
    case .named: "as they were named"
    }
  }
}
