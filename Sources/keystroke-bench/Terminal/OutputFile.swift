import BenchmarkResults
import Foundation
import Glibc

/// A file that results are written to instead of standard output: it is replaced atomically.
enum OutputFile {
  /// Writes the text to the file, or to standard output if none is named.
  ///
  /// - Throws: ``Problem`` if that fails; the former contents of the file are kept then.
  static func write(_ text: String, to path: String?) throws {
    guard let path else { return try StandardOutput.write(text) }
    let text = ShownText.document(text)
    var status = stat()
    let exists = stat(path, &status) == 0
    if exists && status.st_mode & S_IFMT != S_IFREG {
      // A pipe or a device cannot be replaced.
      return try fill(path, text, O_WRONLY, name: path)
    }
    // The target of a link is replaced, and not the link.
    let target = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
    let waiting = "\(target).\(getpid()).part"
    try fill(waiting, text, O_WRONLY | O_CREAT | O_EXCL, name: path)
    if exists { chmod(waiting, status.st_mode & 0o7777) }
    guard rename(waiting, target) == 0 else {
      let reason = errno
      unlink(waiting)
      throw failure(path, reason)
    }
  }

  private static func fill(
    _ file: String, _ text: String, _ flags: Int32, name: String
  ) throws(Problem) {
    let descriptor = open(file, flags | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw failure(name, errno) }
    var written = StandardStreams.write(text, to: descriptor)
    var reason = errno
    if close(descriptor) != 0 && written { (written, reason) = (false, errno) }
    if !written {
      if flags & O_CREAT != 0 { unlink(file) }
      throw failure(name, reason)
    }
  }

  private static func failure(_ path: String, _ reason: Int32) -> Problem {
    Problem(
      "\(path) could not be written: \(String(cString: strerror(reason)))",
      hint: "name a file in a folder that is there, with room for it")
  }
}
