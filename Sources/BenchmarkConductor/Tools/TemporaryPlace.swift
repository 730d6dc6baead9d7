import BenchmarkResults
import Foundation
import Synchronization

/// The one folder for the temporary files of this process.
///
/// It is removed when the process ends normally; ``sweep()`` removes the folders of killed processes. The owner has the
/// folder locked, and the kernel releases that lock when the owner ends, however it ends.
package enum TemporaryPlace {
  private struct Own {
    /// The folder where it is, and by the name that it is known by.
    var place: String
    var path: String
    /// The folder, open and locked.
    var descriptor: CInt
    /// The number of folders made in it.
    var count = 0
  }

  private static let own = Mutex<Own?>(nil)

  /// The folder that TMPDIR names, or /tmp.
  package static let parent: String = {
    let named = ProcessInfo.processInfo.environment["TMPDIR"] ?? ""
    return named.hasPrefix("/") ? URL(filePath: named).standardizedFileURL.path : "/tmp"
  }()
  private static let prefix = "keystroke_"
  /// The folder of its alias, which always has the same length: valgrind's counts depend on the length of paths.
  private static let usual = "/tmp"
  /// The number of letters behind the prefix, which mkdtemp(3) fills in.
  private static let letters = 6
  /// Only a folder that contains this file is removed with its contents.
  private static let mark = ".temporary-place-of-keystroke-bench"

  /// Lends a fresh folder to `body`, and removes it afterwards; its path always has the same length.
  ///
  /// - Throws: ``Problem`` if it cannot be made; the errors of `body`.
  package static func with<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    let path = try fresh()
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try await body(path)
  }

  /// Makes a folder that stays until the process ends.
  ///
  /// - Throws: ``Problem`` if it cannot be made.
  package static func fresh() throws -> String {
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
  package static func remove() {
    own.withLock { place in
      guard let removed = place else { return }
      if removed.path != removed.place { unlink(removed.path) }
      try? FileManager.default.removeItem(atPath: removed.place)
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
      return Own(place: path, path: alias(of: path), descriptor: descriptor)
    }
  }

  /// The name of a folder in the usual place, which leads to it; its own where there can be none.
  private static func alias(of path: String) -> String {
    guard parent != usual, let letters = path.split(separator: "/").last else { return path }
    let alias = "\(usual)/\(letters)"
    return symlink(path, alias) == 0 ? alias : path
  }

  /// The folder, open and locked; nil if another process has locked it or it is gone.
  private static func lock(_ path: String) -> CInt? {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, OpenFile.isStill(descriptor, at: path) else {
      close(descriptor)
      return nil
    }
    return descriptor
  }

  /// Removes the folders of this user whose owners have ended, also those under another TMPDIR whose names are in /tmp.
  package static func sweep() {
    for parent in Set([parent, usual]) { sweep(parent) }
  }

  private static func sweep(_ parent: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    for name in names
    where name.hasPrefix(prefix) && name.utf8.count == prefix.utf8.count + letters {
      let path = "\(parent)/\(name)"
      var status = stat()
      guard lstat(path, &status) == 0, status.st_uid == geteuid() else { continue }
      switch status.st_mode & S_IFMT {
      case S_IFDIR: removeFolder(path)
      case S_IFLNK: removeAlias(path, name)
      default: continue
      }
    }
  }

  /// Removes a folder whose owner has ended.
  private static func removeFolder(_ path: String) {
    guard let descriptor = lock(path) else { return }
    if access("\(path)/\(mark)", F_OK) == 0 {
      try? FileManager.default.removeItem(atPath: path)
    } else {
      // A process may be killed before it marks its folder. An unmarked folder with contents belongs to somebody
      // else.
      rmdir(path)
    }
    close(descriptor)
  }

  /// Removes an alias, and the folder that it leads to, if the owner has ended.
  private static func removeAlias(_ path: String, _ name: String) {
    if let place = try? FileManager.default.destinationOfSymbolicLink(atPath: path),
      place.hasSuffix("/\(name)")
    {
      var status = stat()
      if lstat(place, &status) == 0, status.st_uid == geteuid() { removeFolder(place) }
    }
    if access(path, F_OK) != 0, errno == ENOENT { unlink(path) }
  }

  private static func failure(_ reason: CInt) -> Problem {
    Problem(
      "no folder could be made in \(parent), where workers are copied to: \(String(cString: strerror(reason))); make \(parent) writable, with room in it, or name another folder with TMPDIR"
    )
  }
}
