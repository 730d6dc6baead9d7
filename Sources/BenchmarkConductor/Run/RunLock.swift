/// Keeps two processes from writing one run.
struct RunLock: Sendable {
  private let lock: FileLock

  /// The name of the file; it is there as long as a process writes the run, or was killed while it did.
  private static let name = "run.lock"

  /// Takes the run in a folder.
  ///
  /// - Throws: ``RunError`` that names the process that has it.
  init(folder: String) throws {
    do { lock = try FileLock("\(folder)/\(Self.name)") } catch let held as FileLock.Held {
      throw RunError(
        "\(folder) is being measured by \(held.words): wait for it, or end it and use run --resume")
    }
  }

  /// Gives the run back.
  func release() { lock.release() }
}
