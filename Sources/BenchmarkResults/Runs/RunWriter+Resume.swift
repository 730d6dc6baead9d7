import BenchmarkModel
import Glibc

extension RunWriter {
  /// Goes on with a run that was cut short.
  ///
  /// The rows of the last call to ``append(_:)`` may not all have been written: they are taken back, to be measured
  /// again.
  ///
  /// - Parameter folder: the folder of the run.
  /// - Returns: a writer that adds to it, and what is left of the run.
  /// - Throws: ``ResultsError`` where the folder holds no run, one that is damaged, or one that is finished.
  package static func resume(folder: String) throws(ResultsError) -> (RunWriter, Run) {
    let run = try RunReader.read(folder)
    let paths = RunFolder(folder)
    guard run.metadata.status != .finished else {
      throw ResultsError(
        file: paths.path, problem: "the run is finished, so there is nothing to resume")
    }
    FreshFolder.sweepFiles(in: paths.path)
    let kept = run.rows.count - run.rows.lastAppended
    var bytes = try FileAccess.read(paths.samples)
    SampleFile.keep(lines: kept + 1, of: &bytes)
    let descriptor = open(paths.samples, O_WRONLY | O_APPEND | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw FileAccess.failure(paths.samples, "the file could not be opened")
    }
    guard ftruncate(descriptor, bytes.count) == 0 else {
      defer { close(descriptor) }
      throw FileAccess.failure(paths.samples, "the file could not be cut to whole cells")
    }
    let digest = SHA256()
    digest.update(bytes)
    let writer = RunWriter(
      folder: paths.path,
      state: State(
        descriptor: descriptor, length: bytes.count, rows: kept, digest: digest,
        metadata: run.metadata))
    try writer.update {
      $0.status = .running
      $0.end = nil
      // They spoke of what is about to be measured.
      $0.warnings = []
    }
    let rows = RowTable(run.rows.prefix(kept))
    return (writer, Run(name: run.name, metadata: run.metadata, rows: rows))
  }
}

extension RowTable {
  /// How many rows at the end belong to the last cell that was counted, or timed in a round.
  fileprivate var lastAppended: Int {
    guard let last = records.last else { return 0 }
    let key = series[Int(last.series)]
    let others = records.reversed().prefix { record in
      let other = series[Int(record.series)]
      return other.cell == key.cell && other.metric.isExact == key.metric.isExact
        && (key.metric.isExact || record.round == last.round)
    }
    return others.count
  }
}

extension SampleFile {
  /// Keeps so many lines; no writer of this project breaks a row over two.
  fileprivate static func keep(lines: Int, of bytes: inout [UInt8]) {
    var left = lines
    let end = bytes.firstIndex { byte in
      if byte == CSVReader.lineFeed { left -= 1 }
      return left == 0
    }
    if let end { bytes.removeSubrange((end + 1)...) }
  }
}
