import BenchmarkResults
import Foundation
import Synchronization

/// A file that one process locks at a time, and that contains its process number.
///
/// The kernel releases the lock when the owner ends, however it ends: no lock is ever left over.
package final class FileLock: Sendable {
  private let path: String
  private let descriptor: Mutex<CInt?>

  /// Takes the lock, and makes the file if it does not exist.
  ///
  /// - Throws: ``Held`` if another process has it, ``Problem`` if the file cannot be made.
  package init(_ path: String) throws {
    self.path = path
    while true {
      let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
      guard descriptor >= 0 else { throw Self.failure(path) }
      guard OpenFile.isRegular(descriptor) else {
        close(descriptor)
        throw Problem("\(path) is not a file, and so cannot be locked: remove it")
      }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        let reason = errno
        let holder = Self.holder(descriptor)
        close(descriptor)
        if reason == EWOULDBLOCK { throw Held(path: path, holder: holder) }
        throw Self.failure(path, reason)
      }
      // The former owner may have removed it meanwhile.
      guard OpenFile.isStill(descriptor, at: path) else {
        close(descriptor)
        continue
      }
      let text = "\(getpid())\n"
      ftruncate(descriptor, 0)
      // On a full disk it stays empty, and the lock is valid all the same.
      _ = text.withCString { pwrite(descriptor, $0, strlen($0), 0) }
      self.descriptor = Mutex(descriptor)
      return
    }
  }

  deinit { release() }

  /// Releases the lock and removes the file; a second call does nothing.
  package func release() {
    descriptor.withLock { held in
      guard let descriptor = held else { return }
      if OpenFile.isStill(descriptor, at: path) { unlink(path) }
      close(descriptor)
      held = nil
    }
  }

  /// Another process has the lock.
  package struct Held: Error {
    /// The file.
    package var path: String
    /// The number of the process; nil if it has not written it yet.
    package var holder: pid_t?

    /// The process, in words.
    package var words: String { holder.map { "process \($0)" } ?? "another process" }
  }

  private static func holder(_ descriptor: CInt) -> pid_t? {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    guard count > 0 else { return nil }
    return pid_t(String(decoding: bytes.prefix(count).prefix { $0 != 0x0A }, as: UTF8.self))
  }

  private static func failure(_ path: String, _ reason: CInt = errno) -> Problem {
    Problem(
      "\(path) could not be written: \(String(cString: strerror(reason)))"
        + (SystemProblem.hint(of: reason).map { "; \($0)" } ?? ""))
  }
}

/// Facts of the kernel about a descriptor.
enum OpenFile {
  /// True if it belongs to a file, not to a pipe or a device.
  static func isRegular(_ descriptor: CInt) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// True if the path still names the open file.
  static func isStill(_ descriptor: CInt, at path: String) -> Bool {
    var open = stat()
    var named = stat()
    return fstat(descriptor, &open) == 0 && lstat(path, &named) == 0
      && (open.st_dev, open.st_ino) == (named.st_dev, named.st_ino)
  }
}

/// The lock that keeps two processes from writing one run.
package struct RunLock: Sendable {
  private let lock: FileLock

  /// The name of the file; it exists as long as a process writes the run, or if that process was killed.
  private static let name = "run.lock"

  /// Locks the run in a folder.
  ///
  /// - Throws: ``Problem`` with the process that has it.
  package init(folder: String) throws {
    do { lock = try FileLock("\(folder)/\(Self.name)") } catch let held as FileLock.Held {
      throw Problem(
        "\(folder) is being measured by \(held.words): wait for it, or name another folder")
    }
  }

  /// Releases the run.
  package func release() { lock.release() }
}
