import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults

extension RunTable {
  /// The columns for people; the strategy and the kind of value head a group.
  private func columns(_ footnotes: Footnotes) -> [TableColumn<RunTableEntry>] {
    [
      TableColumn("locale") { .text($0.cell.locale) },
      TableColumn("length", number: true) { .integer($0.cell.length) },
      TableColumn("script") { .text($0.cell.script) },
    ]
      + FigureColumn.all.filter { $0.metric != .instructions || hasInstructions }
      .flatMap(\.columns)
      + [TableColumn("text") { .text(footnotes.mark($0)) }]
  }

  private var hasInstructions: Bool { entries.contains { $0.mean(.instructions) != nil } }

  /// The table for people: a group a strategy and kind of value, a line a cell.
  func prose(markdown: Bool) -> String {
    var page = Page(markdown: markdown)
    page.line("run  \(label.line)")
    page.list(warnings.map { "warning: \($0)" })
    let footnotes = Footnotes(entries)
    let groups = groups(footnotes)
    // One set of widths, so that the groups line up below each other.
    let widths = Table(columns: columns(footnotes), rows: entries).grid.widths
    for group in groups {
      page.heading(group.title)
      page.grid(group.grid, widths: widths)
    }
    page.line(Self.caption)
    page.list(legend)
    overBudget(&page)
    growthSection(&page)
    if !footnotes.lines.isEmpty {
      page.heading("Wrong texts")
      page.list(footnotes.lines)
    }
    return page.text
  }

  /// What a line of the table is.
  static let caption =
    "Each row shows the cost of one keystroke; the first keystroke of a fresh field is not included."

  /// How costs grow with the length, where enough lengths were measured.
  func growthSection(_ page: inout Page) {
    guard !growth.isEmpty else { return }
    page.heading("Growth with length")
    page.grid(growthGrid)
    page.list(growthLegend)
  }

  /// The cells by strategy and kind of value.
  struct Group {
    var title: String
    var grid: Grid
  }

  func groups(_ footnotes: Footnotes) -> [Group] {
    let suites = Set(entries.map(\.suite))
    let columns = columns(footnotes)
    var groups: [(title: String, entries: [RunTableEntry])] = []
    for entry in entries {
      let title =
        (suites.count > 1 ? "\(entry.suite): " : "")
        + "\(entry.cell.strategy), \(entry.cell.value)"
      if groups.last?.title != title { groups.append((title, [])) }
      groups[groups.count - 1].entries.append(entry)
    }
    return groups.map {
      Group(title: $0.title, grid: Table(columns: columns, rows: $0.entries).grid)
    }
  }

  /// What the figures of the table mean.
  var legend: [String] {
    var lines = [
      "†: the longest keystroke: mostly how long the system gave the processor to others.",
      "refreshes: counted in a model of toolkits that do not exist on Linux.",
      hasInstructions
        ? "refreshes, allocations, bytes and instructions: means per keystroke."
        : "refreshes, allocations and bytes: means per keystroke.",
    ]
    if entries.contains(where: { $0.batch > 1 }) {
      lines.append(
        "~: too short for the clock, so timed several keystrokes at once: p99 and max are of batches."
      )
    }
    if entries.contains(where: { !$0.varying.isEmpty }) {
      lines.append("±: differs between rounds, though it should be exact.")
    }
    if entries.contains(where: { entry in
      [Metric.time, .refreshes, .allocations].contains { entry.costs[$0] == nil }
    }) {
      lines.append("\(Units.missing): not measured.")
    }
    return lines
  }
}
