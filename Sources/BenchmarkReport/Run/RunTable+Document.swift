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
      + figureColumns.filter { $0.metric != .instructions || hasInstructions }
      .flatMap(\.columns)
      + [TableColumn("text") { .text(footnotes.mark($0)) }]
  }

  private var hasInstructions: Bool { entries.contains { $0.mean(.instructions) != nil } }

  /// The table for people.
  package var document: Document {
    let footnotes = Footnotes(entries)
    return Document(
      [.paragraph("run  \(label.line)"), .list(warnings.map { "warning: \($0)" })]
        + groups(footnotes) + [.paragraph(Self.caption), .list(legend)]
        + [.section("Wrong texts", [.footnotes(footnotes.texts)])])
  }

  /// The meaning of a row of the table.
  static let caption =
    "Each row shows the cost of one keystroke; the first keystroke of a fresh field is not included."

  /// The cells, a section for each strategy and kind of value.
  func groups(_ footnotes: Footnotes) -> [Document.Block] {
    let suites = Set(entries.map(\.suite))
    let columns = columns(footnotes)
    // One set of widths, so that the groups are aligned with each other.
    let widths = Table(columns: columns, rows: entries).grid.widths
    var groups: [(title: String, entries: [RunTableEntry])] = []
    for entry in entries {
      let title =
        (suites.count > 1 ? "\(entry.suite): " : "")
        + "\(entry.cell.strategy), \(entry.cell.value)"
      if groups.last?.title != title { groups.append((title, [])) }
      groups[groups.count - 1].entries.append(entry)
    }
    return groups.map { title, entries in
      var grid = Table(columns: columns, rows: entries).grid
      grid.sharedWidths = widths
      return .section(title, [.table(grid)])
    }
  }

  /// The meaning of the figures of the table.
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
