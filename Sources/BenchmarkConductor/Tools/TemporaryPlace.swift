import Foundation
import Synchronization

/// The one folder for the temporary files of this process.
///
/// It is removed when the process ends normally; ``sweep()`` removes the folders of killed processes. The owner has the
/// folder locked, and the kernel releases that lock when the owner ends, however it ends.
public enum TemporaryPlace {
  private struct Own {
    var path: String
    /// The folder, open and locked.
    var descriptor: CInt
    /// The number of folders made in it.
    var count = 0
  }

  private static let own = Mutex<Own?>(nil)

  /// Not the user's temporary folder, whose name may be of any length: see `ValgrindFolder`.
  private static let parent = "/tmp"
  private static let prefix = "keystroke_"
  /// The number of letters that follow, which mkdtemp(3) fills in.
  private static let letters = 6
  /// Only a folder that contains this file is removed with its contents.
  private static let mark = ".temporary-place-of-keystroke-bench"

  /// Lends a fresh folder to `body`, and removes it afterwards; its path always has the same length.
  ///
  /// - Throws: ``RunError`` if it cannot be made; the errors of `body`.
  package static func with<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    let path = try fresh()
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try await body(path)
  }

  /// Makes a folder that stays until the process ends.
  ///
  /// - Throws: ``RunError`` if it cannot be made.
  public static func fresh() throws -> String {
    try own.withLock { own in
      if own == nil { own = try make() }
      guard var place = own else { throw failure(ENOENT) }
      place.count += 1
      own = place
      let number = String(place.count)
      let path = "\(place.path)/\(String(repeating: "0", count: max(0, 5 - number.count)))\(number)"
      guard mkdir(path, 0o700) == 0 else { throw failure(errno) }
      return path
    }
  }

  /// Removes the folder with its contents.
  public static func remove() {
    own.withLock { place in
      guard let removed = place else { return }
      try? FileManager.default.removeItem(atPath: removed.path)
      close(removed.descriptor)
      place = nil
    }
  }

  private static func make() throws -> Own {
    while true {
      var name = "\(parent)/\(prefix)\(String(repeating: "X", count: letters))".utf8CString
        .map(\.self)
      guard mkdtemp(&name) != nil else { throw failure(errno) }
      let path = String(
        decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      // Another process that sweeps may have found it empty.
      guard let descriptor = lock(path) else { continue }
      let marked = open("\(path)/\(mark)", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
      guard marked >= 0 else {
        let reason = errno
        rmdir(path)
        close(descriptor)
        throw failure(reason)
      }
      close(marked)
      return Own(path: path, descriptor: descriptor)
    }
  }

  /// The folder, open and locked; nil if another process has it or it no longer exists.
  private static func lock(_ path: String) -> CInt? {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, OpenFile.isStill(descriptor, at: path) else {
      close(descriptor)
      return nil
    }
    return descriptor
  }

  /// Removes the folders of this user whose owners have ended.
  public static func sweep() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    for name in names
    where name.hasPrefix(prefix) && name.utf8.count == prefix.utf8.count + letters {
      let path = "\(parent)/\(name)"
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
        status.st_uid == geteuid(), let descriptor = lock(path)
      else { continue }
      if access("\(path)/\(mark)", F_OK) == 0 {
        try? FileManager.default.removeItem(atPath: path)
      } else {
        // A process may be killed before it marks its folder. An unmarked folder with contents belongs to somebody
        // else.
        rmdir(path)
      }
      close(descriptor)
    }
  }

  private static func failure(_ reason: CInt) -> RunError {
    RunError(
      "no folder could be made in \(parent), where workers are copied to: \(String(cString: strerror(reason))); make \(parent) writable, with room in it"
    )
  }
}
