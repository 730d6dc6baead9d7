import BenchmarkResults
import KeystrokeWorkload

extension Comparison {
  /// The cells, and the rows of common cells, that one side has and the other has not.
  static func absences(
    _ having: ComparisonSide, _ lacking: ComparisonSide, _ finding: Finding
  ) -> [ComparisonEntry] {
    having.cells.sorted { $0.key < $1.key }.compactMap { cell, places in
      let fails = finding == .vanished
      guard lacking.cells[cell] != nil else {
        return ComparisonEntry(cell, finding, fails: fails, note: "the whole cell")
      }
      let missing = places.map { having.run.rows.series[$0] }
        .filter { lacking.series[$0] == nil && lacking.instruments.contains($0.instrument) }
        .sorted()
      guard !missing.isEmpty else { return nil }
      return ComparisonEntry(cell, finding, fails: fails, note: rows(missing))
    }
  }

  /// Which instruments one side was measured with and the other was not; their rows are no cells that vanished.
  static func instrumentNotes(_ before: ComparisonSide, _ after: ComparisonSide) -> [String] {
    func notes(_ having: ComparisonSide, _ lacking: ComparisonSide, _ name: String) -> [String] {
      Instrument.allCases.filter {
        having.instruments.contains($0) && !lacking.instruments.contains($0)
      }.map { instrument in
        let metrics = Set(
          having.series.keys.filter { $0.instrument == instrument }.map(\.metric.rawValue))
        return
          "\(metrics.sorted().joined(separator: ", ")) cannot be compared, since \(name) was measured without \(instrument.rawValue)."
      }
    }
    return notes(before, after, "the candidate") + notes(after, before, "the baseline")
  }

  /// Names rows, metrics of one phase together.
  private static func rows(_ series: [Series]) -> String {
    let phases = RowPhase.allCases.compactMap { phase -> String? in
      let metrics = series.filter { $0.phase == phase }.map(\.metric.rawValue)
      return metrics.isEmpty ? nil : "\(phase.rawValue) \(metrics.joined(separator: ", "))"
    }
    return "rows: " + phases.joined(separator: "; ")
  }

  /// Compares one cell that both sides have.
  static func compare(
    _ cell: SuiteCell, _ before: ComparisonSide, _ after: ComparisonSide, _ toolchain: Toolchain,
    _ thresholds: Thresholds, _ judgement: LockStepJudgement?
  ) -> [ComparisonEntry] {
    let text = textEntry(cell, before, after)
    let sameText =
      text == nil && before.texts[cell] == after.texts[cell]
    var entries = text.map { [$0] } ?? []
    var counts: [String] = []
    for place in (before.cells[cell] ?? []).sorted(by: {
      before.run.rows.series[$0] < before.run.rows.series[$1]
    }) {
      let series = before.run.rows.series[place]
      guard let other = after.series[series] else { continue }
      let a = before.records(place)
      let b = after.records(other)
      if series.metric.isExact {
        var entry = exactEntry(series, a, b, gates: toolchain.gates(series))
        if entry.finding == .regressed {
          entry.rise = Rise(
            from: RowTable.Record.folded(a).summary, to: RowTable.Record.folded(b).summary)
        }
        if let allowance = thresholds.allowance(for: series) { entry.allow(by: allowance, a, b) }
        if entry.finding == .workload, let note = entry.note { counts.append(note) }
        if entry.finding == .improved && !sameText { entry.finding = .otherText }
        if entry.finding != .workload { entries.append(entry) }
      } else if sameText {
        entries +=
          judgement.map { [timedEntry(series, $0)].compactMap(\.self) }
          ?? timedEntries(series, a, b)
      }
    }
    if let first = counts.first {
      let more = counts.count - 1
      entries.append(
        ComparisonEntry(
          cell, .workload, fails: true, note: first + (more > 0 ? ", and \(more) more" : "")))
    }
    attributeToPhases(&entries)
    for place in entries.indices { entries[place].text = after.texts[cell] }
    return entries
  }

  /// Says how the text of a cell changed; nil where it did not.
  private static func textEntry(
    _ cell: SuiteCell, _ before: ComparisonSide, _ after: ComparisonSide
  ) -> ComparisonEntry? {
    let old = before.wrongText(cell)
    let new = after.wrongText(cell)
    switch (before.texts[cell], after.texts[cell]) {
    case (.wrong, .ok):
      return ComparisonEntry(
        cell, .textFixed, note: old.map { "was \(VisibleText.quoted($0.text))" })
    case (.ok, .wrong), (nil, .wrong):
      return ComparisonEntry(
        cell, .textBroke, fails: true, note: new.map(VisibleText.difference) ?? unknownText)
    case (.wrong, .wrong):
      if let old, let new, old.text == new.text, old.value == new.value { return nil }
      if old == nil && new == nil { return nil }
      let now = new.map(VisibleText.difference) ?? unknownText
      let then = old.map { "was \(VisibleText.quoted($0.text))" } ?? "was not recorded"
      return ComparisonEntry(cell, .textChanged, fails: true, note: "\(now), \(then)")
    case (.ok, nil), (.wrong, nil):
      return ComparisonEntry(
        cell, .vanished, fails: true, note: "the check of the text")
    case (.ok, .ok), (nil, .ok), (nil, nil):
      return nil
    }
  }

  private static let unknownText = "the run does not say which text"
}
