import BenchmarkModel
import Glibc

/// Reads and writes whole files, with errors that name the file and the system's reason.
package enum FileAccess {
  /// The error for the system call that has just failed.
  static func failure(_ file: String, _ problem: String, hint: String? = nil) -> Problem {
    let code = errno
    return Problem(
      file: file, problem: "\(problem): \(String(cString: strerror(code)))",
      hint: hint ?? SystemProblem.hint(of: code))
  }

  /// True if there is anything at the path.
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// True if the path is a folder.
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The number of bytes of a regular file; nil if there is none.
  static func size(_ path: String) -> Int? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  /// Makes a folder and those above it.
  package static func makeFolder(_ path: String) throws(Problem) {
    if isFolder(path) { return }
    if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      try makeFolder(String(path[..<slash]))
    }
    if mkdir(path, 0o777) != 0 {
      // Another process may have made it meanwhile; isFolder changes errno, so the error is made first.
      let error = failure(path, "the folder could not be made")
      if !isFolder(path) { throw error }
    }
  }

  /// Reads a whole regular file; anything else, such as a pipe, is refused.
  static func read(_ path: String, limit: Int = largestTable) throws(Problem) -> [UInt8] {
    let bytes: [UInt8]
    do throws(RegularFile.Refusal) { bytes = try RegularFile.read(path, limit: limit) } catch {
      let code: CInt? = if case .system(_, let code) = error { code } else { nil }
      throw Problem(
        file: path, problem: error.description, hint: code.flatMap(SystemProblem.hint))
    }
    // The first line of every pointer, as of git-lfs's specification.
    guard !bytes.starts(with: "version https://git-lfs.github.com/spec/".utf8) else {
      throw Problem(
        file: path, problem: "a pointer of Git LFS in place of the file", hint: "git lfs pull"
      )
    }
    return bytes
  }

  /// The maximum number of bytes of a table: some two million rows, of which two fit into 1.4 GB.
  static let largestTable = 1 << 28
  /// The maximum number of bytes of `run.json`: some ten thousand cells with a wrong text.
  static let largestMetadata = 1 << 22

  /// Writes all bytes; returns false with the reason in errno if it fails.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var done = 0
    while done < bytes.count {
      let put = bytes.withUnsafeBytes { buffer in
        Glibc.write(descriptor, buffer.baseAddress.map { $0 + done }, bytes.count - done)
      }
      if put < 0 && errno == EINTR { continue }
      // A write of 0 bytes does not set errno.
      if put == 0 { errno = ENOSPC }
      if put <= 0 { return false }
      done += put
    }
    return true
  }

  /// Makes a file that must not exist yet; an incomplete one is removed again.
  static func create(_ path: String, _ bytes: [UInt8]) throws(Problem) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw failure(path, "the file could not be made") }
    let written = write(bytes, to: descriptor) && fsync(descriptor) == 0
    let reason = errno
    close(descriptor)
    if !written {
      unlink(path)
      errno = reason
      throw failure(path, "the file could not be written")
    }
  }

  /// Replaces a file atomically: readers see the old file or the new one.
  static func replace(_ path: String, _ bytes: [UInt8]) throws(Problem) {
    let fresh = "\(path).\(getpid()).new"
    unlink(fresh)
    try create(fresh, bytes)
    if rename(fresh, path) != 0 {
      let error = failure(path, "the file could not be replaced")
      unlink(fresh)
      throw error
    }
  }
}
