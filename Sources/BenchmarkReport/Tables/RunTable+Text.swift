import BenchmarkComparison
import BenchmarkResults
import KeystrokeWorkload
import WorkerProtocol

extension RunTable {
  private var headings: [Grid.Heading] {
    [
      .init("locale"), .init("length", number: true), .init("script"),
      .init("mean", number: true), .init("p50", number: true), .init("p99", number: true),
      .init("max†", number: true),
      .init("refreshes", number: true), .init("allocations", number: true),
      .init("bytes", number: true),
    ] + (hasInstructions ? [.init("instructions", number: true)] : []) + [.init("text")]
  }

  var hasInstructions: Bool { entries.contains { $0.instructions != nil } }

  /// The table for people: a group a strategy and kind of value, a line a cell.
  func prose(markdown: Bool) -> String {
    var page = Page(markdown: markdown)
    page.line("run  \(label.line)")
    page.list(warnings.map { "warning: \($0)" })
    let footnotes = Footnotes(entries)
    let groups = groups(footnotes)
    // One set of widths, so that the groups line up below each other.
    let widths = Grid(headings, rows: groups.flatMap(\.grid.rows)).widths
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
  static let caption = "A line is what one keystroke costs, the first of a fresh field left out."

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
    var groups: [Group] = []
    for entry in entries {
      let cell = entry.cell
      let title =
        (suites.count > 1 ? "\(entry.suite): " : "") + "\(cell.strategy), \(cell.value)"
      if groups.last?.title != title {
        groups.append(Group(title: title, grid: Grid(headings)))
      }
      groups[groups.count - 1].grid.rows.append(line(entry, footnotes))
    }
    return groups
  }

  private func line(_ entry: RunTableEntry, _ footnotes: Footnotes) -> [String] {
    func time(_ value: Double?) -> String {
      (entry.batch > 1 && value != nil ? "~" : "") + Units.time(value)
    }
    func count(_ value: Double?, _ metric: Metric) -> String {
      (entry.varying.contains(metric) ? "±" : "") + Units.count(value)
    }
    return [
      entry.cell.locale, String(entry.cell.length), entry.cell.script, time(entry.time?.mean),
      time(entry.time?.p50), time(entry.time?.p99), time(entry.time?.max),
      count(entry.refreshes, .refreshes), count(entry.allocations, .allocations),
      count(entry.bytes, .bytes),
    ] + (hasInstructions ? [Units.count(entry.instructions?.rounded())] : [])
      + [footnotes.mark(entry)]
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
    if entries.contains(where: { $0.time == nil || $0.refreshes == nil || $0.allocations == nil }) {
      lines.append("\(Units.missing): not measured.")
    }
    return lines
  }
}
