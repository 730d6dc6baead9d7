import BenchmarkModel
import Glibc

extension RunWriter {
  /// Continues an interrupted run.
  ///
  /// The rows of the last call to ``append(_:)`` may be incomplete: they are removed, to be measured again.
  ///
  /// - Parameter folder: the folder of the run.
  /// - Returns: a writer that adds to it, and the remaining run.
  /// - Throws: ``Problem`` if the folder holds no run, a damaged one, or a finished one.
  package static func resume(folder: String) throws(Problem) -> (RunWriter, Run) {
    let run = try RunReader.read(folder)
    let paths = RunFolder(folder)
    guard run.metadata.status != .finished else {
      throw Problem(
        file: paths.path, problem: "the run is finished, so there is nothing to resume",
        hint: "read it with: keystroke-bench report \(paths.path) --out page.html")
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
      // The warnings are about figures that will be measured again.
      $0.warnings = []
    }
    let rows = RowTable(run.rows.prefix(kept))
    return (writer, Run(name: run.name, metadata: run.metadata, rows: rows))
  }
}

extension RowTable {
  /// The number of rows at the end that belong to the last cell that was counted, or timed in a round.
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
  /// Keeps this many lines; no writer of this project breaks a row over two lines.
  fileprivate static func keep(lines: Int, of bytes: inout [UInt8]) {
    var left = lines
    let end = bytes.firstIndex { byte in
      if byte == CSVReader.lineFeed { left -= 1 }
      return left == 0
    }
    if let end { bytes.removeSubrange((end + 1)...) }
  }
}
