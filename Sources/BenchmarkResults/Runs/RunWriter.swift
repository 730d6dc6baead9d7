import Glibc
import Synchronization

/// Writes a run so that a kill at any moment leaves it readable: whole lines only, and a `run.json` that records how
/// far it got.
///
/// It may be used from several tasks at once.
package final class RunWriter: Sendable {
  /// The folder of the run, as the caller named it.
  package let folder: String
  private let state: Mutex<State>

  struct State {
    var descriptor: Int32
    /// The length of the file up to the last whole row.
    var length: Int
    /// The number of rows.
    var rows: Int
    /// The digest of the file as it was written, whatever another process may have done to it meanwhile.
    var digest: SHA256
    var metadata: RunMetadata
  }

  init(folder: String, state: sending State) {
    self.folder = folder
    self.state = Mutex(state)
  }

  deinit {
    state.withLock { _ = close($0.descriptor) }
  }

  /// Begins a run in a folder that holds none yet; the folder is made if it does not exist.
  ///
  /// Writes the header, then `run.json` as given, whose status should be running.
  package static func create(
    folder: String, metadata: RunMetadata
  ) throws(Problem) -> RunWriter {
    let folder = RunFolder(folder)
    let header = Array("\(SampleFile.header)\n".utf8)
    // A process that was killed before it wrote `run.json` has left only the header of the samples.
    if !FileAccess.exists(folder.metadata), FileAccess.size(folder.samples) ?? 0 <= header.count {
      unlink(folder.samples)
    }
    for file in [folder.metadata, folder.samples] where FileAccess.exists(file) {
      throw Problem(
        file: folder.path, problem: "the folder already holds a run",
        hint: "name another folder, or remove this one")
    }
    try FileAccess.makeFolder(folder.path)
    try FileAccess.create(folder.samples, header)
    do throws(Problem) {
      try FileAccess.replace(folder.metadata, metadata.json(file: folder.metadata))
    } catch {
      // Without run.json the header alone would only prevent the next attempt.
      unlink(folder.samples)
      throw error
    }
    let descriptor = open(folder.samples, O_WRONLY | O_APPEND | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw FileAccess.failure(folder.samples, "the file could not be opened")
    }
    let digest = SHA256()
    digest.update(header)
    return RunWriter(
      folder: folder.path,
      state: State(
        descriptor: descriptor, length: header.count, rows: 0, digest: digest, metadata: metadata))
  }

  /// The present contents of `run.json`.
  package var metadata: RunMetadata { state.withLock { $0.metadata } }

  /// Adds rows, all of them or none.
  ///
  /// On an error, such as a full disk, the file ends with the last row of the last successful call.
  package func append(_ rows: some Sequence<Row>) throws(Problem) {
    let file = RunFolder(folder).samples
    var encoder = RowEncoder(file: file)
    var count = 0
    for row in rows {
      try encoder.append(row)
      count += 1
    }
    let bytes = encoder.bytes
    try state.withLock { (state) throws(Problem) in
      guard FileAccess.write(bytes, to: state.descriptor) else {
        let error = FileAccess.failure(file, "\(count) rows could not be written")
        if ftruncate(state.descriptor, state.length) != 0 {
          throw FileAccess.failure(file, "an unfinished row could not be taken back")
        }
        throw error
      }
      state.length += bytes.count
      state.rows += count
      state.digest.update(bytes)
    }
  }

  /// Changes `run.json` atomically: on an error the old file stays.
  package func update(_ change: (inout RunMetadata) -> Void) throws(Problem) {
    try state.withLock { (state) throws(Problem) in
      var metadata = state.metadata
      change(&metadata)
      if metadata.status != .finished { metadata.files = nil }
      let file = RunFolder(folder).metadata
      try FileAccess.replace(file, metadata.json(file: file))
      state.metadata = metadata
    }
  }

  /// Ends the run: the rows are on the disk before `run.json` says so.
  ///
  /// If the run is finished, `run.json` then has the number of rows and the digest of each file.
  package func finish(_ change: (inout RunMetadata) -> Void) throws(Problem) {
    try state.withLock { (state) throws(Problem) in
      guard fsync(state.descriptor) == 0 else {
        throw FileAccess.failure(RunFolder(folder).samples, "the rows could not be saved")
      }
    }
    var ended = metadata
    change(&ended)
    var files: [String: FileRecord]?
    if ended.status == .finished {
      files = [
        SampleFile.name: state.withLock {
          FileRecord(rows: $0.rows, sha256: $0.digest.hexadecimal)
        }
      ]
      files?[SiteFile.name] = try SiteFile.record(ofRun: folder)
    }
    try update {
      change(&$0)
      $0.files = files
    }
  }
}
