import Dispatch
import Synchronization

/// Reads the folder of a run and refuses damage, with the file, the line and what was expected.
package enum RunReader {
  /// Reads a run.
  ///
  /// An interrupted run reads like any other; ``RunMetadata/status`` shows it. If it was killed, an incomplete last
  /// line is left out, with a warning; in any other run such a line is damage. In a finished run, a missing row or a
  /// changed file is damage, too.
  ///
  /// - Throws: ``Problem`` if the folder is no run, is damaged, or has another schema version.
  package static func read(_ path: String) throws(Problem) -> Run {
    let folder = RunFolder(path)
    guard FileAccess.exists(folder.path) else {
      throw Problem(
        file: folder.path, problem: "there is no such folder",
        expected: "the folder of a run, or the name of a stored baseline")
    }
    guard FileAccess.isFolder(folder.path) else {
      throw Problem(
        file: folder.path, problem: "not a folder",
        expected: "the folder of a run, with run.json and samples.csv")
    }
    for file in [folder.metadata, folder.samples] where !FileAccess.exists(file) {
      throw Problem(
        file: folder.path, problem: "not a run: it has no \(file.dropFirst(folder.path.count + 1))",
        expected: "the folder of a run, with run.json and samples.csv")
    }
    var metadata = try RunMetadata(
      json: FileAccess.read(folder.metadata, limit: FileAccess.largestMetadata),
      file: folder.metadata)
    var samples = try FileAccess.read(folder.samples)
    if metadata.status == .running, SampleFile.dropCutLine(from: &samples) {
      metadata.warnings.append("the last row was cut when the run was killed, and is left out")
    }
    let rows = try parse(samples, file: folder.samples, of: metadata)
    if metadata.files?[SiteFile.name] != nil, !SiteFile.exists(inRun: folder.path) {
      throw Problem(
        file: folder.path,
        problem: "\(SiteFile.name) is gone, which was there when the run finished",
        hint: RunMetadata.hintForDamage)
    }
    return Run(name: folder.path, metadata: metadata, rows: rows)
  }

  /// Reads the rows, and checks that they are those of the finished run.
  private static func parse(
    _ bytes: [UInt8], file: String, of metadata: RunMetadata
  ) throws(Problem) -> RowTable {
    guard metadata.status == .finished else {
      guard metadata.files == nil else {
        throw Problem(
          file: file,
          problem: "the run is \(metadata.status.rawValue), and yet run.json has its digest",
          expected: "that of a finished run alone", hint: RunMetadata.hintForDamage)
      }
      return try SampleFile.parse(bytes, file: file, of: metadata)
    }
    let digest = Mutex("")
    let parsed = Mutex<Result<RowTable, Problem>?>(nil)
    DispatchQueue.concurrentPerform(iterations: 2) { number in
      if number == 0 {
        let result = Result { () throws(Problem) in
          try SampleFile.parse(bytes, file: file, of: metadata)
        }
        parsed.withLock { $0 = result }
      } else {
        let text = SHA256.digest(of: bytes)
        digest.withLock { $0 = text }
      }
    }
    guard let rows = try parsed.withLock({ $0 })?.get() else { return RowTable() }
    try metadata.check(
      file, name: SampleFile.name, rows: rows.count, sha256: digest.withLock { $0 })
    return rows
  }
}

/// The names of the files in the folder of a run.
struct RunFolder {
  /// The folder, without a slash at its end.
  let path: String

  init(_ path: String) {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    self.path = path
  }

  /// The file with the run's metadata.
  var metadata: String { "\(path)/run.json" }
  /// The file with its rows.
  var samples: String { "\(path)/\(SampleFile.name)" }
}
