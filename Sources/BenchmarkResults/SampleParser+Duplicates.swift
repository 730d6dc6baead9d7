extension SampleParser {
  /// Refuses two rows for the same key and round.
  mutating func refuseDuplicates() throws(ResultsError) {
    // Rows of one key mostly come in the order of their rounds; only a key whose rounds do not rise is sorted.
    var last = [Int32](repeating: -1, count: table.series.count)
    var unsorted: Set<Int32> = []
    for record in table.records {
      let key = Int(record.series)
      if record.round <= last[key] { unsorted.insert(record.series) }
      last[key] = record.round
    }
    guard !unsorted.isEmpty else { return }
    var seen: [Int32: [Int32: Int32]] = [:]
    for record in table.records where unsorted.contains(record.series) {
      if let first = seen[record.series]?[record.round] {
        line = Int(record.line)
        throw failure(
          "a second row for \(table.series[Int(record.series)]), round \(record.round)",
          expected: "only that of line \(first)", hint: "remove one of them")
      }
      seen[record.series, default: [:]][record.round] = record.line
    }
  }
}
