import KeystrokeWorkload

/// The distinct keys of a table, put together from their numbers when they are asked for.
package struct SeriesList: RandomAccessCollection, Sendable {
  /// The distinct cells.
  let cells: [SuiteCell]
  /// The keys, of which each names a cell by its place.
  let keys: [SeriesNumbers.Key]

  /// The place of the first key.
  package var startIndex: Int { 0 }
  /// The place after the last key.
  package var endIndex: Int { keys.count }

  /// The key at a place.
  package subscript(position: Int) -> Series {
    let key = keys[position]
    let subject = cells[Int(key.cell)]
    return Series(
      suite: subject.suite, cell: subject.cell, phase: key.code.phase, metric: key.code.metric,
      instrument: key.code.instrument)
  }
}
