import Foundation
import Synchronization

/// A file that one process holds at a time, and that has its number in it.
///
/// The kernel lets go of it when the holder ends, however that ends: no lock is ever left over.
package final class FileLock: Sendable {
  private let path: String
  private let descriptor: Mutex<CInt?>

  /// Takes the lock, and makes the file if need be.
  ///
  /// - Throws: ``Held`` where another process has it, ``RunError`` where the file cannot be made.
  package init(_ path: String) throws {
    self.path = path
    while true {
      let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
      guard descriptor >= 0 else { throw Self.failure(path) }
      guard OpenFile.isRegular(descriptor) else {
        close(descriptor)
        throw RunError("\(path) is no file, and so cannot be locked: remove it")
      }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        let reason = errno
        let holder = Self.holder(descriptor)
        close(descriptor)
        if reason == EWOULDBLOCK { throw Held(path: path, holder: holder) }
        throw Self.failure(path, reason)
      }
      // Whoever had it before may have removed it meanwhile.
      guard OpenFile.isStill(descriptor, at: path) else {
        close(descriptor)
        continue
      }
      let text = "\(getpid())\n"
      ftruncate(descriptor, 0)
      // On a full disk it stays empty, and holds all the same.
      _ = text.withCString { pwrite(descriptor, $0, strlen($0), 0) }
      self.descriptor = Mutex(descriptor)
      return
    }
  }

  deinit { release() }

  /// Gives the lock back and removes the file; once more does nothing.
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
    /// The number of the process; nil where it has not written it yet.
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

  private static func failure(_ path: String, _ reason: CInt = errno) -> RunError {
    RunError("\(path) could not be written: \(String(cString: strerror(reason)))")
  }
}

/// What the kernel says of a descriptor.
enum OpenFile {
  /// Whether it is one of a file, and not of a pipe or a device.
  static func isRegular(_ descriptor: CInt) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether the path still names what is open.
  static func isStill(_ descriptor: CInt, at path: String) -> Bool {
    var open = stat()
    var named = stat()
    return fstat(descriptor, &open) == 0 && lstat(path, &named) == 0
      && (open.st_dev, open.st_ino) == (named.st_dev, named.st_ino)
  }
}

/// Keeps two processes from writing one run.
package struct RunLock: Sendable {
  private let lock: FileLock

  /// The name of the file; it is there as long as a process writes the run, or was killed while it did.
  private static let name = "run.lock"

  /// Takes the run in a folder.
  ///
  /// - Throws: ``RunError`` that names the process that has it.
  package init(folder: String) throws {
    do { lock = try FileLock("\(folder)/\(Self.name)") } catch let held as FileLock.Held {
      throw RunError(
        "\(folder) is being measured by \(held.words): wait for it, or end it and use run --resume")
    }
  }

  /// Gives the run back.
  package func release() { lock.release() }
}
