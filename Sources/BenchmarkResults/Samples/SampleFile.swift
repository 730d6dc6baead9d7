/// The layout of `samples.csv`: names and order of the columns.
package enum SampleFile {
  /// The name of the file in the folder of a run.
  package static let name = "samples.csv"

  /// The columns, in order.
  package static let columns = [
    "run", "commit", "round", "suite", "strategy", "value", "locale", "length", "script", "phase",
    "metric", "instrument", "unit", "count", "min", "p50", "p90", "p99", "p999", "max", "mean",
    "text",
  ]

  /// The header line, without its line break.
  package static let header = columns.joined(separator: ",")
}

extension SampleFile {
  /// Removes a last line that has no line break, which a kill in the middle of a write leaves.
  ///
  /// - Returns: true if there was one.
  static func dropCutLine(from bytes: inout [UInt8]) -> Bool {
    let end = bytes.lastIndex(of: CSVReader.lineFeed).map { $0 + 1 } ?? 0
    guard end < bytes.count else { return false }
    bytes.removeSubrange(end...)
    return true
  }

  /// Reads the bytes of a file.
  ///
  /// - Parameters:
  ///   - bytes: the bytes.
  ///   - file: the name of the file in errors.
  ///   - owner: the run whose rows they must be; nil for any.
  /// - Returns: the rows in the order of the file.
  /// - Throws: ``Problem`` with the line of the first damage.
  package static func parse(
    _ bytes: [UInt8], file: String, of owner: RunMetadata? = nil
  ) throws(Problem) -> RowTable {
    try SampleParser.parse(bytes, file: file, of: owner)
  }
}
