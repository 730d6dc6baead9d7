extension RowTable {
  /// The places of the rows, grouped by key.
  package struct Groups: Sendable {
    /// The index in ``places`` of each key's first row, and of the end of the last key's rows.
    fileprivate(set) var starts: [Int]
    /// The places of rows in the table.
    fileprivate(set) var places: [Int32]

    /// The places of the rows of a key, in the order of the file.
    package subscript(series: Int) -> ArraySlice<Int32> {
      places[starts[series]..<starts[series + 1]]
    }

    /// The place of the row of a key, if it has only one.
    package func only(_ series: Int) -> Int? {
      let start = starts[series]
      return starts[series + 1] == start + 1 ? Int(places[start]) : nil
    }
  }

  /// Groups the rows by key: a counting sort, so one pass to count and one to place.
  package func groups() -> Groups {
    var starts = [Int](repeating: 0, count: series.count + 1)
    for record in records { starts[Int(record.series) + 1] += 1 }
    for key in series.indices { starts[key + 1] += starts[key] }
    var next = starts
    var places = [Int32](repeating: 0, count: records.count)
    for (place, record) in records.enumerated() {
      places[next[Int(record.series)]] = Int32(place)
      next[Int(record.series)] += 1
    }
    return Groups(starts: starts, places: places)
  }
}
