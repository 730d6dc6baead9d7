/// Reads the folder of a run and refuses damage, with the file, the line and what was expected.
public enum RunReader {
  /// Reads a run.
  ///
  /// One that was cut short reads like any other; ``RunMetadata/status`` says so. Where it was killed, a last line
  /// that was being written is left out, with a warning; in any other run it is damage. Rows of zeros that a baseline
  /// leaves out are there again.
  /// - Throws: ``ResultsError`` where the folder is no run, or is damaged, or is of another schema version.
  public static func read(_ path: String) throws(ResultsError) -> Run {
    let folder = RunFolder(path)
    guard FileAccess.exists(folder.path) else {
      throw ResultsError(
        file: folder.path, problem: "there is no such folder",
        expected: "the folder of a run, or the name of a stored baseline")
    }
    guard FileAccess.isFolder(folder.path) else {
      throw ResultsError(
        file: folder.path, problem: "not a folder",
        expected: "the folder of a run, with run.json and samples.csv")
    }
    for file in [folder.metadata, folder.samples] where !FileAccess.exists(file) {
      throw ResultsError(
        file: folder.path, problem: "not a run: it has no \(file.dropFirst(folder.path.count + 1))",
        expected: "the folder of a run, with run.json and samples.csv")
    }
    var metadata = try RunMetadata(
      json: FileAccess.read(folder.metadata), file: folder.metadata)
    var samples = try FileAccess.read(folder.samples)
    if metadata.status == .running, SampleFile.dropCutLine(from: &samples) {
      metadata.warnings.append("the last row was cut when the run was killed, and is left out")
    }
    var rows = try SampleFile.parse(samples, file: folder.samples)
    if metadata.omitsZeroRows == true { rows = RowTable(ImpliedZeros.restored(Array(rows))) }
    return Run(name: folder.path, metadata: metadata, rows: rows)
  }
}
