import BenchmarkModel
import BenchmarkResults

extension Comparison {
  /// The cells, and the rows of common cells, that one side has and the other lacks.
  ///
  /// - Parameters:
  ///   - having: the side whose cells are looked for.
  ///   - lacking: the side on which they are looked for.
  ///   - finding: the finding for a whole cell that is missing.
  ///   - rows: the finding for some missing rows of a cell. It fails, because a metric that one side lacks could change
  ///     unseen.
  ///   - times: True if rows of times count, and those that are sampled with them.
  /// - Returns: an entry for each cell that is missing, or lacks rows.
  static func absences(
    _ having: RunIndex, _ lacking: RunIndex, cells finding: Finding, rows: Finding,
    ofTimes times: Bool
  ) -> [ComparisonEntry] {
    having.cells.compactMap { cell, places -> ComparisonEntry? in
      guard let others = lacking.cells[cell] else {
        return ComparisonEntry(cell, finding, .wholeCell)
      }
      // Rows of keystrokes over a limit exist only if a keystroke was over it.
      let measures = places.map { having.series[$0].measure }.filter {
        $0.metric.limit == nil
          && (rows == .vanished || lacking.judgesKeystrokes || !$0.metric.isJudgement)
          && (rows == .vanished || lacking.measuresSetUp || $0.phase != .setup)
      }
      let known = others.map { lacking.series[$0].measure }
      guard measures != known else { return nil }
      let missing = measures.filter {
        // The strategy's own counts that are sampled belong to the timed rounds.
        !known.contains($0) && (times || ($0.instrument != .clock && !$0.metric.isSampled))
      }
      return missing.isEmpty ? nil : ComparisonEntry(cell, rows, .rows(missing))
    }.sorted { $0.subject < $1.subject }
  }

  /// Compares one cell that both sides have.
  static func compare(
    _ cell: SeriesKey.Subject, _ before: RunIndex, _ after: RunIndex, _ toolchain: ToolchainPair,
    _ thresholds: Thresholds, _ pairedTest: PairedTest?
  ) -> [ComparisonEntry] {
    let text = textEntry(cell, before, after)
    let sameText = hasSameText(cell, before, after)
    var entries = text.map { [$0] } ?? []
    var counts: [ComparisonEntry] = []
    for (place, other) in commonKeys(cell, before, after) {
      let series = before.series[place]
      if series.metric.isExact, let mean = equalMean(place, before, other, after) {
        // Nearly all rows of a large run take this path, so it allocates as little as possible.
        var entry = ComparisonEntry(series, .unchanged)
        entry.show(.mean, mean, mean)
        entries.append(entry)
        continue
      }
      let a = before.records(place)
      let b = after.records(other)
      if series.metric.isExact {
        var entry = exactEntry(
          series, a, b, gates: series.metric.canGate && toolchain.gates(series))
        if entry.finding == .regressed {
          entry.worsenings = Worsening.all(
            from: RowTable.Record.folded(a).summary, to: RowTable.Record.folded(b).summary,
            lowerIsBetter: series.metric.lowerIsBetter)
        }
        if entry.isChange, let tolerance = thresholds.tolerance(for: series) {
          entry.tolerate(by: tolerance, a, b)
        }
        if entry.isChange, !series.metric.canGate {
          entry.finding = .advisory
          entry.remarks = []
        }
        if entry.finding == .workload { counts.append(entry) }
        if entry.finding == .improved && !sameText { entry.finding = .otherText }
        if entry.finding != .workload { entries.append(entry) }
      } else if sameText {
        // The p99 of batches is not the same figure as the p99 of keystrokes.
        let figures: [Figure] =
          before.batch(of: cell) == after.batch(of: cell) ? [.mean, .p50, .p99] : [.mean, .p50]
        if let pairedTest, series.metric.isSampled {
          var entry = timedEntry(series, pairedTest)
          if entry.figure == nil, series.metric.own != nil {
            // A count that was 0 has no ratio, and is shown all the same.
            entry.show(
              .mean, RowTable.Record.folded(a).summary.mean, RowTable.Record.folded(b).summary.mean)
          }
          entries.append(entry)
          entries += otherTimedEntries(series, pairedTest)
        } else {
          entries += timedEntries(series, a, b, figures)
        }
      }
    }
    if case .keystrokes(let row, let before, let after, _) = counts.first?.remarks.first {
      entries.append(
        ComparisonEntry(
          cell, .workload, gates: toolchain.sameKeys(cell.cell),
          .keystrokes(row, before: before, after: after, others: counts.count - 1)))
    }
    attributeToPhases(&entries)
    for place in entries.indices { entries[place].text = after.texts[cell] }
    return entries
  }

  /// The mean if both sides have one row and the rows are equal; nil otherwise, or if there is no mean.
  static func equalMean(
    _ place: Int, _ before: RunIndex, _ other: Int, _ after: RunIndex
  ) -> Double? {
    guard let a = before.onlyRecord(place), let b = after.onlyRecord(other), a.count == b.count,
      a.summary == b.summary
    else { return nil }
    return a.summary.mean
  }

  /// The keys of a cell that both sides have, in the order of tables, as the position of each on either side.
  static func commonKeys(
    _ cell: SeriesKey.Subject, _ before: RunIndex, _ after: RunIndex
  ) -> [(Int, Int)] {
    let others = after.cells[cell] ?? []
    var next = 0
    return (before.cells[cell] ?? []).compactMap { place in
      let measure = before.series[place].measure
      func other() -> SeriesKey.Measure { after.series[others[next]].measure }
      while next < others.count, other() < measure { next += 1 }
      guard next < others.count, other() == measure else { return nil }
      return (place, others[next])
    }
  }

  /// True if both sides have the same text, right or wrong; otherwise they have not done the same work.
  static func hasSameText(
    _ cell: SeriesKey.Subject, _ before: RunIndex, _ after: RunIndex
  ) -> Bool {
    let (old, new) = verdicts(cell, before, after)
    return old == new && textEntry(cell, before, after) == nil
  }

  /// The verdicts of both sides on a cell's text.
  ///
  /// If only one side judged keystrokes, only the ends of sessions count.
  private static func verdicts(
    _ cell: SeriesKey.Subject, _ before: RunIndex, _ after: RunIndex
  ) -> (TextVerdict?, TextVerdict?) {
    func verdict(_ side: RunIndex) -> TextVerdict? {
      guard before.judgesKeystrokes != after.judgesKeystrokes,
        side.wrongText(cell)?.endsRight == true
      else { return side.texts[cell] }
      return .ok
    }
    return (verdict(before), verdict(after))
  }

  /// Returns an entry about how the text of a cell changed; nil if it did not change.
  private static func textEntry(
    _ cell: SeriesKey.Subject, _ before: RunIndex, _ after: RunIndex
  ) -> ComparisonEntry? {
    let old = before.wrongText(cell)
    let new = after.wrongText(cell)
    switch verdicts(cell, before, after) {
    case (.wrong, .ok):
      return ComparisonEntry(cell, .textFixed, old.map(Remark.wasWrong))
    case (.ok, .wrong), (nil, .wrong):
      return ComparisonEntry(cell, .textBroke, .isWrong(new))
    case (.wrong, .wrong):
      if let old, let new, old.text == new.text, old.value == new.value { return nil }
      if old == nil && new == nil { return nil }
      return ComparisonEntry(cell, .textChanged, .isOtherwiseWrong(new, was: old))
    case (.ok, nil), (.wrong, nil):
      return ComparisonEntry(cell, .vanished, .textCheck)
    case (.ok, .ok), (nil, .ok), (nil, nil):
      return nil
    }
  }
}
