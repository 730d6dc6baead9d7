import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults

/// What a run tells who asked for it, on one screen: which strategy to use, what changed, and the verdict last.
package struct RunAnswer {
  private let run: Run
  private let table: RunTable
  private let comparison: Comparison?
  private let program: String

  /// The answer of a run, or of one that was compared with a baseline.
  ///
  /// `program` is what its reader types to start this program, such as `.build/release/keystroke-bench`.
  package init(
    _ run: Run, table: RunTable, comparison: Comparison? = nil, program: String = "keystroke-bench"
  ) {
    self.run = run
    self.table = table
    self.comparison = comparison
    self.program = program
  }

  /// What no figure of a run holds.
  private static func absent(_ ranking: Ranking?) -> String {
    ranking?.isPainted == true
      ? "UIKit's and SwiftUI's own fields, a GPU, a phone's processor; refreshes are counted in a model."
      : "Layout, drawing, input methods, a phone's processor; refreshes are counted in a model."
  }
  /// So many strategies are ranked at most.
  private static let ranked = 14

  /// The screen.
  package var screen: Screen {
    var screen = Screen()
    let ranking = Ranking(table, run)
    if let ranking {
      rank(ranking, on: &screen)
      screen.line()
      if let advice = Advice(ranking).sentence(by: ranking.metric) {
        screen.labelled("advice", advice, .good)
      }
    }
    if let wrong = ranking.flatMap(firstWrong) {
      screen.labelled("wrong", wrong, .warning, lines: 3)
    }
    screen.labelled("not in it", Self.absent(ranking), .faint)
    machine(on: &screen)
    changes(on: &screen)
    more(on: &screen)
    screen.line(
      verdict, comparison.map { $0.fails ? .bad : .good } ?? .strong, mayOverflow: true)
    return screen
  }

  // MARK: The parts

  private func rank(_ ranking: Ranking, on screen: inout Screen) {
    screen.line(Self.title(ranking), .strong)
    let rows = Self.grid(ranking).rendered(markdown: false).split(separator: "\n").map(String.init)
    for (place, row) in rows.enumerated() {
      screen.line(row, place < 2 ? .faint : Self.tone(ranking.lines[place - 2]))
    }
    let rest = ranking.lines.count - Self.ranked
    if rest > 0 { screen.line("and \(rest) more; --details has all") }
  }

  /// The ranking and the advice, for a page; nothing of a run with one strategy.
  func page() -> Page {
    var page = Page(markdown: false)
    guard let ranking = Ranking(table, run), ranking.lines.count > 1 else { return page }
    page.line(Self.title(ranking))
    page.grid(Self.grid(ranking))
    if let advice = Advice(ranking).sentence(by: ranking.metric) { page.line(advice, strong: true) }
    return page
  }

  private static func title(_ ranking: Ranking) -> String {
    let workload = ranking.workload
    let isTyped = workload.value != "none"
    return
      (isTyped
      ? "One keystroke of \(Words.count(workload.length, "digit")), \(workload.value), \(workload.locale), \(workload.script)"
      : "\(workload.script), \(workload.length)")
      + (ranking.metric == .time ? ", by mean time" : ", by \(ranking.metric.rawValue)")
      + (ranking.knowsPromises && isTyped ? "; ratio to the best that formats at each edit" : "")
  }

  private static func grid(_ ranking: Ranking) -> Grid {
    // What ranks has a column of its own, unless it is one of the others.
    let ranks = [.time, .instructions].contains(ranking.metric)
    let heading = ranking.metric == .time ? "mean" : ranking.metric.rawValue
    var grid = Grid(
      [.init("strategy"), .init("formats")] + (ranks ? [.init(heading, number: true)] : [])
        + [
          .init("ratio", number: true),
          .init(ranking.isPainted ? "flicker" : "refreshes", number: true),
          .init("allocations", number: true), .init("cells right", number: true),
          .init("wrong value", number: true),
        ])
    for line in ranking.lines.prefix(ranked) {
      let cost =
        ranking.metric == .time ? Units.time(line.cost) : Units.count(line.cost?.rounded())
      grid.rows.append(
        [name(line), line.promise?.rawValue ?? Units.missing] + (ranks ? [cost] : [])
          + [
            short(line.ratio),
            short(ranking.isPainted ? line.flicker : line.entry.mean(.refreshes)),
            short(line.entry.mean(.allocations)),
            line.checked == 0 ? Units.missing : "\(line.right) of \(line.checked)",
            line.checked == 0 ? Units.missing : "\(line.wrongValues)",
          ])
    }
    return grid
  }

  /// The name of a strategy, marked where its text is wrong in this very cell: it has not done the same work.
  private static func name(_ line: Ranking.Line) -> String {
    let mark = line.entry.text == .wrong ? " (wrong)" : ""
    let most = 28 - mark.count
    return (line.strategy.count > most ? line.strategy.prefix(most - 1) + "…" : line.strategy)
      + mark
  }

  private static func tone(_ line: Ranking.Line) -> Screen.Tone {
    if line.wrong > 0 { return .warning }
    return line.promise == nil || line.formatsWhileTyping ? .plain : .faint
  }

  /// A figure in at most three digits.
  private static func short(_ value: Double?) -> String {
    guard let value else { return Units.missing }
    if value == 0 { return "0" }
    return Units.fixed(value, value < 9.995 ? 2 : value < 99.95 ? 1 : 0)
  }

  /// The first wrong keystroke of the cheapest strategy that has one; nil if none was judged wrong.
  private func firstWrong(_ ranking: Ranking) -> String? {
    let wrong = table.entries.filter { $0.wrongText?.keystroke != nil }
    let strategy = ranking.lines.lazy.map(\.strategy).first { name in
      wrong.contains { $0.cell.strategy == name }
    }
    guard let entry = wrong.first(where: { $0.cell.strategy == strategy }),
      let text = entry.wrongText
    else { return nil }
    return "\(entry.cell.id): \(VisibleText.difference(text))"
  }

  private func machine(on screen: inout Screen) {
    let disturbance = MachineState.disturbance(run)
    guard let comparison, let shift = MachineState.shift(comparison) else {
      if let disturbance { screen.labelled("machine", disturbance, .warning) }
      return
    }
    if let difference = comparison.hosts.difference {
      screen.labelled(
        "machine",
        "Times are of another machine than the baseline's (\(difference.words)), and say little.")
    } else if shift.isMachine, let equal = shift.equal {
      screen.labelled(
        "machine",
        "Every strategy is \(shift.words) than in the baseline, with \(equal): that is the machine, not the code.",
        .warning)
    } else {
      screen.labelled(
        "machine",
        "Times are \(Units.fixed(shift.range.lowerBound, 2)) to \(Units.fixed(shift.range.upperBound, 2)) of the baseline's, by strategy; only ab decides on times."
      )
    }
    // A machine that is known to be slow needs no further sign of it.
    if comparison.hosts.difference != nil || !shift.isMachine, let disturbance {
      screen.labelled("", disturbance, .warning)
    }
  }

  /// How many lines say what changed.
  private static let changed = 5

  private func changes(on screen: inout Screen) {
    guard let comparison else {
      for warning in table.warnings.prefix(2) {
        screen.labelled("note", warning, .warning, lines: 1)
      }
      return
    }
    let sentences = comparison.changeSentences
    let equal = comparison.entries(.unchanged).count { $0.metric != .time }
    let cells = Words.count(comparison.commonCells, "common cell")
    if sentences.isEmpty {
      screen.labelled(
        "changed", "Nothing: \(Words.count(equal, "exact metric")) unchanged, in \(cells).")
    } else {
      for (place, sentence) in sentences.prefix(Self.changed).enumerated() {
        screen.labelled(
          place == 0 ? "changed" : "", sentence.text, sentence.fails ? .bad : .plain, lines: 1)
      }
      let rest = sentences.count - Self.changed
      screen.labelled(
        "",
        (rest > 0 ? "and \(rest) more; " : "")
          + "\(Words.count(equal, "exact metric")) unchanged, in \(cells).")
    }
    // What the machines say stands above.
    let notes = comparison.notes.filter { if case .machines = $0 { false } else { true } }
    for note in notes.prefix(2) { screen.labelled("note", note.words, .warning, lines: 1) }
  }

  private func more(on screen: inout Screen) {
    let name = ShownText.line(ShellText.path(run.name, or: "RUN"))
    let against = comparison.map {
      " --against \(ShellText.path($0.baseline.name, or: "BASELINE"))"
    }
    // A long path would push the run out of the line.
    let typed =
      program.utf8.count <= 40 ? program : String(program.split(separator: "/").last ?? "")
    let command = ShellText.path(typed, or: "keystroke-bench")
    let every = comparison == nil ? "every cell" : "every cell and change"
    screen.labelled(
      "more",
      "--details shows \(every); a page: \(command) report \(name)\(against ?? "") --out page.html")
  }

  /// What came of it, and where it is.
  package var verdict: String {
    let place = "; run: \(ShownText.line(run.name))"
    guard let comparison else {
      let checked = table.entries.count { $0.text != nil }
      let right = table.entries.count { $0.text == .ok }
      return "DONE: \(Words.count(table.entries, "cell")) measured"
        + (checked == 0 ? "" : ", \(right) of \(checked) right") + place
    }
    let words = (0...Comparison.named).reversed().map { named in
      String(comparison.headline(naming: named).prefix { $0 != ";" })
    }
    let short = comparison.fails ? "FAIL" : "PASS"
    return (words.first { $0.count + place.count <= Screen.width } ?? short) + place
  }
}
