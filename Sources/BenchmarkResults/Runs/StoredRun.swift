/// A run as a store hands it out: its `run.json`, and its rows with the rounds folded, machine by machine.
package enum StoredRun {
  /// The columns of the rows; a row names the machine as its run where the run has several, and `varies` where
  /// rounds of an exact metric differed.
  private static let columns = SampleFile.columns + ["varies"]

  /// Reads a run.
  ///
  /// - Parameters:
  ///   - path: the files, without `.json` and `.csv` at the end of their names.
  ///   - file: the file of the store, which errors name.
  /// - Returns: the run, named by its id.
  /// - Throws: ``ResultsError`` for what is no run, with the line where rows are to blame.
  package static func read(_ path: String, from file: String) throws(ResultsError) -> Run {
    let metadata = try RunMetadata(
      json: FileAccess.read("\(path).json", limit: FileAccess.largestMetadata), file: file)
    let machines = Dictionary(
      (metadata.mergedFrom ?? []).map { ($0.host.name, $0.id) },
      uniquingKeysWith: { first, _ in first })
    var parser = SampleParser(
      file: file, bytes: try FileAccess.read("\(path).csv"), columns: columns)
    parser.owners = (Set([metadata.id] + machines.keys), Set(metadata.suites))
    try parser.readRecords { (parser, source, plain) throws(ResultsError) in
      try parser.row(source, plain: plain, varies: parser.word(source, columns.count - 1) == "true")
    }
    parser.table.renameRuns(machines)
    return Run(name: metadata.id, metadata: metadata, rows: parser.table)
  }
}
