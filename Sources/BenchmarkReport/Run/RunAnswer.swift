import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults

/// The answer of a run on one screen: the verdict first, what changed, and which strategy to use.
package struct RunAnswer {
  let run: Run
  let table: RunTable
  private let comparison: Comparison?
  private let program: String
  private let options: [String]
  private let acceptances: [Acceptance]
  /// True if all cells are below it, which it need not mention then.
  private let isAboveAll: Bool

  /// Makes the answer of a run, or of one that was compared with a baseline.
  ///
  /// `program` is what its reader types to start this program, such as `.build/release/keystroke-bench`, and `options` are
  /// those that a report of the same comparison needs. `acceptances` are those of the thresholds.
  package init(
    _ run: Run, table: RunTable, comparison: Comparison? = nil, program: String = "keystroke-bench",
    options: [String] = [], acceptances: [Acceptance] = [], isAboveAll: Bool = false
  ) {
    self.isAboveAll = isAboveAll
    self.options = options
    self.acceptances = acceptances
    self.run = run
    self.table = table
    self.comparison = comparison
    self.program = program
  }

  /// The costs that no figure of a run holds.
  private static func absent(_ ranking: Ranking?) -> String {
    ranking?.isPainted == true
      ? "UIKit's and SwiftUI's own fields, a GPU, a phone's processor; refreshes are counted in a model."
      : "Layout, drawing, input methods, a phone's processor; refreshes are counted in a model."
  }
  /// The maximum number of strategies that are ranked on a screen, in all tables.
  private static let ranked = 14
  /// The maximum number of tables on a screen.
  private static let tables = 3

  /// The maximum number of lines of a screen, and of columns of each.
  package static let height = 40
  package static let width = 110

  /// The answer for a terminal.
  package func screen(inColour: Bool) -> String {
    document.text(width: min(Self.width, Screen.width ?? Self.width), inColour: inColour)
  }

  private var document: Document {
    let all = Ranking.all(table, run)
    let rankings = Array(all.prefix(Self.tables))
    let rows = Self.ranked / max(1, rankings.count)
    let terms =
      advice(rankings)
      + [
        rankings.lazy.compactMap(firstWrong).first.map {
          Document.Term(label: "wrong", text: $0, tone: .warning, lines: rankings.count > 1 ? 2 : 3)
        },
        Self.legend(rankings).map { Document.Term(label: "ranks", text: $0, tone: .faint) },
        notShown(rankings, rows: rows).map {
          Document.Term(label: "not shown", text: $0, tone: .faint, lines: 1)
        },
        Document.Term(label: "not in it", text: Self.absent(rankings.first), tone: .faint),
      ].compactMap(\.self) + acceptedTerms + machine
    let (line, next) = next(among: rankings)
    return Document(
      [
        .code([verdict], comparison?.verdict.tone ?? .strong), .terms(changes),
        .code(line, .strong),
      ]
        + rankings.map { .section(Self.title($0), [.table(Self.grid($0, rows: rows))]) }
        + [.terms(terms), .code(next, .strong), .code(isAboveAll ? [] : more)])
  }

  // MARK: The parts

  /// The advice for each kind of value, which is named if there are several.
  private func advice(_ rankings: [Ranking]) -> [Document.Term] {
    rankings.compactMap { ranking in
      advice(ranking).map { rankings.count > 1 ? "\(ranking.workload.value): \($0)" : $0 }
    }.enumerated().map { place, text in
      Document.Term(label: place == 0 ? "advice" : "", text: text, tone: .good)
    }
  }

  /// The advice, and which of the strategies that it names fail the comparison.
  func advice(_ ranking: Ranking) -> String? {
    let advice = Advice(ranking)
    let failing = Set((comparison?.failures ?? []).map(\.cell.strategy))
    let worse = advice.strategies.filter(failing.contains)
    return advice.sentence(by: ranking.metric).map {
      $0 + (worse.isEmpty ? "" : " But \(worse.joined(separator: " and ")) got worse.")
    }
  }

  /// The meaning of the marks in the tables; nil if there are none.
  static func legend(_ rankings: [Ranking]) -> String? {
    let lines = rankings.flatMap(\.lines)
    guard let rounds = rankings.filter({ $0.metric == .time }).map(\.rounds).max() else {
      return nil
    }
    guard rounds > 1 else {
      return "By one round, or rounds folded into one, which shows no spread: ranks may be chance."
    }
    return "± is half the range of the middle half of \(rounds) rounds"
      + (lines.contains(where: \.isTied)
        ? "; = marks ranks that they do not tell apart." : ".")
  }

  /// The strategies, kinds of value and cells that were measured and are in no table; nil if all are in one.
  private func notShown(_ rankings: [Ranking], rows: Int) -> String? {
    let cut = rankings.reduce(0) { $0 + max(0, $1.lines.count - rows) }
    let kinds = Set(table.entries.map(\.cell.value)).subtracting(rankings.map(\.workload.value))
    let cells = table.entries.count - rankings.reduce(0) { $0 + $1.lines.count } + cut
    guard cells > 0 else { return nil }
    let named = kinds.sorted().prefix(3).joined(separator: ", ")
    let others =
      kinds.isEmpty
      ? "" : ", also of \(named)" + (kinds.count > 3 ? " and \(kinds.count - 3) more kinds" : "")
    return Words.count(cells, "cell") + others
      + (cut > 0 ? "; \(cut) more strategies" : "")
      + ". Right counts all cells of the kind."
  }

  static func title(_ ranking: Ranking) -> String {
    workload(ranking) + ", by \(ranking.timeName.map { "\($0) time" } ?? ranking.metric.rawValue)"
      + (ranking.knowsPromises && ranking.workload.value != "none"
        ? "; ratio to the best that formats at each edit" : "")
  }

  /// The keystroke that is ranked.
  static func workload(_ ranking: Ranking) -> String {
    let workload = ranking.workload
    return workload.value == "none"
      ? "\(workload.script), \(workload.length)"
      : "One keystroke of \(Words.count(workload.length, "digit")), \(workload.value), \(workload.locale), \(workload.script)"
  }

  static func grid(_ ranking: Ranking, rows: Int) -> Grid {
    // The metric of the ranking has a column of its own, unless it is one of the others.
    let ranks = [.time, .instructions].contains(ranking.metric)
    let isAmbiguous = ranking.lines.contains { $0.ambiguous > 0 }
    let isPainted = ranking.isPainted
    let heading = ranking.timeName ?? ranking.metric.rawValue
    var grid = Grid(
      [.init("strategy"), .init("rank"), .init("formats")]
        + (ranks ? [.init(heading, number: true)] : [])
        + [.init("ratio", number: true)]
        + (isAmbiguous ? [.init("ambiguous", number: true)] : [])
        + [
          .init(isPainted ? "flicker" : "refreshes", number: true),
          .init("allocations", number: true), .init("right", number: true),
          .init("wrong value", number: true),
        ])
    for (place, line) in ranking.lines.prefix(rows).enumerated() {
      grid.tones[place] = tone(line)
      let cost =
        ranking.metric == .time ? time(line) : Units.count(line.cost?.rounded())
      grid.rows.append(
        [name(line, longest: 28), "\(line.rank)\(line.isTied ? "=" : "")"]
          + [line.promise?.rawValue ?? Units.missing] + (ranks ? [cost] : [])
          + [short(line.ratio)] + (isAmbiguous ? ["\(line.ambiguous)"] : [])
          + [
            short(isPainted ? line.flicker : line.entry.mean(.refreshes)),
            short(line.entry.mean(.allocations)),
            line.checked == 0 ? Units.missing : "\(line.right)/\(line.checked)",
            line.checked == 0 ? Units.missing : "\(line.wrongValues)",
          ])
    }
    // Names give way to figures.
    let excess = grid.widths.reduce(-2) { $0 + $1 + 2 } - width
    if excess > 0 {
      let longest = max(12, grid.widths[0] - excess)
      for (place, line) in ranking.lines.prefix(rows).enumerated() {
        grid.rows[place][0] = name(line, longest: longest)
      }
    }
    return grid
  }

  /// The time of a keystroke, with its spread over rounds.
  private static func time(_ line: Ranking.Line) -> String {
    guard let spread = line.spread else { return Units.time(line.cost) }
    return "\(Units.time(line.cost)) ±\(Units.fixed(spread * 100, 0)) %"
  }

  /// The name of a strategy, marked if its text is wrong in this cell, because it has not done the same work.
  private static func name(_ line: Ranking.Line, longest: Int) -> String {
    let mark = line.entry.text == .wrong ? " (wrong)" : ""
    let most = longest - mark.count
    return (line.strategy.count > most ? line.strategy.prefix(most - 1) + "…" : line.strategy)
      + mark
  }

  private static func tone(_ line: Ranking.Line) -> Document.Tone {
    if line.wrong > 0 { return .warning }
    if line.isOwn { return .strong }
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

  /// The wrong cells that are accepted.
  private var acceptedTerms: [Document.Term] {
    let wrong = WrongCells(table.entries.compactMap(\.wrongText), by: acceptances)
    return wrong.sentence.map { [.init(label: "accepted", text: $0, lines: 2)] } ?? []
  }

  private var machine: [Document.Term] {
    let disturbance = MachineState.disturbance(run)
    guard let comparison, let shift = MachineState.shift(comparison) else {
      return disturbance.map { [.init(label: "machine", text: $0, tone: .warning)] } ?? []
    }
    let difference = comparison.hosts.difference
    let words =
      if let difference {
        "Times are of another machine than the baseline's (\(difference.words)), and say little."
      } else if shift.isMachine, let sentence = shift.sentence {
        sentence
      } else {
        "The times of \(shift.subject) are \(Units.fixed(shift.range.lowerBound, 2)) to \(Units.fixed(shift.range.upperBound, 2)) of the baseline's, by the mean over cells; only ab decides on times."
      }
    // If the machine is known to be slow, no further sign of it is shown.
    let isKnownSlow = difference == nil && shift.isMachine
    return [.init(label: "machine", text: words, tone: isKnownSlow ? .warning : .plain)]
      + (isKnownSlow
        ? [] : disturbance.map { [.init(label: "", text: $0, tone: .warning)] } ?? [])
  }

  /// The maximum number of sentences about changes.
  private static let changed = 2

  private var changes: [Document.Term] {
    func notes(_ words: [String]) -> [Document.Term] {
      words.prefix(2).map { .init(label: "note", text: $0, tone: .warning, lines: 1) }
    }
    guard let comparison else { return notes(table.warnings) }
    let sentences = comparison.changeSentences
    let rest = sentences.count - Self.changed
    let equal = comparison.entries(.unchanged).count { $0.metric != .time }
    let baseline = comparison.baseline
    let commit = baseline.commit.isEmpty ? "" : ", of commit \(baseline.commit)"
    let unchanged =
      "\(Words.count(equal, "exact metric")) unchanged, in \(Words.count(comparison.commonCells, "common cell")) with \(ShownText.line(baseline.name))\(commit)."
    let terms: [Document.Term] =
      sentences.isEmpty
      ? [.init(label: "changed", text: "Nothing: \(unchanged)")]
      : sentences.prefix(Self.changed).enumerated().map { place, sentence in
        .init(
          label: place == 0 ? "changed" : "", text: sentence.text,
          tone: sentence.fails ? .bad : .plain, lines: 3)
      } + [.init(label: "", text: (rest > 0 ? "and \(rest) more; " : "") + unchanged)]
    // The notes on machines are shown above.
    let others = comparison.notes.filter { if case .machines = $0 { false } else { true } }
    return terms + notes(others.map(\.words))
  }

  /// The name of this program on a command line, without its folder if the line would be too long.
  private var command: String {
    let typed =
      program.utf8.count <= 40 ? program : String(program.split(separator: "/").last ?? "")
    return ShellText.path(typed, or: "keystroke-bench")
  }

  /// The line at which a failing count grew, if it is known, and the command that shows more; of a ranked cell if it fails
  /// there, none if no count fails.
  private func next(among rankings: [Ranking]) -> (line: [String], command: [String]) {
    let ranked = Set(rankings.flatMap { $0.lines.map(\.entry.cell) })
    let failing = (comparison?.census ?? []).filter {
      $0.fails && ![.setup, .first].contains($0.phase)
    }
    // The calls within a function are known of allocations alone.
    let allocating = failing.first { [.allocations, .bytes].contains($0.metric) }
    let executing = failing.first { [.instructions, .retains, .releases].contains($0.metric) }
    guard let line = allocating ?? executing else { return ([], []) }
    let cells = line.changes.map(\.cell)
    guard let cell = cells.first(where: ranked.contains) ?? cells.last else { return ([], []) }
    let phase = line.phase == .total ? [] : ["--phase", line.phase.rawValue]
    let grown = allocating == nil ? nil : growth(in: cell, line.phase)
    if let comparison, let grown {
      let pair = "\(comparison.baseline.name)..\(run.name)"
      let words = ["profile", pair, cell.id, "--metric", "allocations"] + phase
      return ([grown], nextCommand(words))
    }
    var words = ["profile", cell.id, "--kind", allocating == nil ? "instructions" : "allocations"]
    words += phase
    // The same program is profiled.
    let argv = run.metadata.argv
    for option in ["--suite", "--worker"] {
      guard let place = argv.firstIndex(of: option), place + 1 < argv.count else { continue }
      words += [
        option,
        option == "--suite" ? run.metadata.plan.suites.first ?? argv[place + 1] : argv[place + 1],
      ]
    }
    return ([], nextCommand(words))
  }

  /// The line of a command, unless it has what a shell would not read as it is shown.
  private func nextCommand(_ words: [String]) -> [String] {
    ShellText.isPrintable(words) ? ["next       \(command) \(ShellText.line(words))"] : []
  }

  /// The place of a package whose allocations grew the most in a cell and phase; nil if not both runs have its sites.
  private func growth(in cell: Cell, _ phase: RowPhase) -> String? {
    let entry = comparison?.entries.first {
      $0.cell == cell && $0.phase == phase && $0.metric == .allocations && !$0.sites.isEmpty
    }
    // Lines are not compared, since an edit above may have moved them all.
    let sites = Dictionary(grouping: entry?.sites ?? []) { site in
      site.stack.last(where: \.isOfPackage).map { StackFrame(function: $0.function, file: $0.file) }
    }
    let growths = sites.compactMap { place, sites in
      place.map { (growth: sites.reduce(0) { $0 + $1.change }, place: $0, sites: sites) }
    }
    guard
      let most = growths.max(by: { ($0.growth, $1.place.function) < ($1.growth, $0.place.function) }
      ),
      most.growth > 0,
      let site = most.sites.max(by: { $0.change < $1.change }),
      let place = site.stack.last(where: \.isOfPackage)?.place
    else { return nil }
    return ShownText.line(
      "line       \(place): \(Units.shortDifference(most.growth, .allocations)) allocations in \(most.place.function)"
    )
  }

  /// The commands that show more of the run; a line that is copied must be whole, so none is wrapped.
  private var more: [String] {
    let name = ShownText.line(ShellText.path(run.name, or: "RUN"))
    guard let comparison else {
      return [
        "more       --details shows every cell; a page: \(command) report \(name) --out page.html"
      ]
    }
    let other = ShellText.path(comparison.baseline.name, or: "BASELINE")
    let needed = options.isEmpty ? "" : " \(ShellText.line(options))"
    return [
      "changes    \(command) compare \(other) \(name)\(needed)",
      "page       \(command) report \(name) --against \(other)\(needed) --out page.html",
    ]
  }

  /// The verdict and the name of the run.
  package var verdict: String {
    let place = "; run: \(ShownText.line(run.name))"
    guard let comparison else {
      let checked = table.entries.count { $0.text != nil }
      let right = table.entries.count { $0.text == .ok }
      return "DONE: \(Words.count(table.entries, "cell")) measured"
        + (checked == 0 ? "" : ", \(right) of \(checked) right") + place
    }
    let words = (-1...Comparison.named).reversed().map(comparison.lead)
    return (words.first { $0.count + place.count <= Self.width } ?? comparison.verdict.word) + place
  }
}
