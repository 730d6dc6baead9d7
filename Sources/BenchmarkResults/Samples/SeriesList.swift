import BenchmarkModel

/// The distinct series of a table, put together from their parts when they are asked for.
package struct SeriesList: RandomAccessCollection, Sendable {
  /// A series: the place of its cell in ``cells``, and what of it.
  struct Key: Hashable, Sendable {
    var cell: Int32
    var code: SeriesCode
  }

  /// The distinct cells.
  let cells: [SuiteCell]
  /// The series, in the order in which they first appeared.
  let keys: [Key]

  /// The place of the first series.
  package var startIndex: Int { 0 }
  /// The place after the last series.
  package var endIndex: Int { keys.count }

  /// The series at a place.
  package subscript(position: Int) -> Series {
    let key = keys[position]
    let subject = cells[Int(key.cell)]
    return Series(
      suite: subject.suite, cell: subject.cell, phase: key.code.phase, metric: key.code.metric,
      instrument: key.code.instrument)
  }
}
