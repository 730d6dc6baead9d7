#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Reads whole files that somebody else may have written.
///
/// Reading a pipe would block, and a device has no end, so both are refused.
package enum RegularFile {
  /// The reason why a file was not read.
  package enum Refusal: Error, Hashable, CustomStringConvertible {
    /// The system could not open or read it; with the verb and the error code.
    case system(String, code: Int32)
    /// It is not a regular file; the text names its kind.
    case kind(String)
    /// It has too many bytes.
    case size(Int, limit: Int)

    /// The reason in words.
    package var description: String {
      switch self {
      case .system(let what, let code):
        "the file could not be \(what): \(String(cString: strerror(code)))"
      case .kind(let kind): "\(kind), not a regular file"
      case .size(let size, let limit): "\(size) bytes, more than \(limit)"
      }
    }

    /// The reason as a predicate, to follow the name of the file.
    package var predicate: String {
      switch self {
      case .system: "cannot be read"
      case .kind: "is \(description)"
      case .size: "has \(description)"
      }
    }
  }

  /// Reads all of a regular file; `/dev/null` reads as an empty one.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - limit: the maximum number of bytes.
  /// - Returns: its bytes.
  /// - Throws: a refusal, without the name of the file.
  package static func read(_ path: String, limit: Int = 1 << 30) throws(Refusal) -> [UInt8] {
    // Without O_NONBLOCK, opening a pipe would wait for a writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      // A socket cannot be opened at all.
      if errno == ENXIO { throw .kind("a socket or a pipe") }
      throw .system("opened", code: errno)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system("read", code: errno) }
    if isNull(status) { return [] }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .kind(kind(status)) }
    let size = Int(status.st_size)
    guard size <= limit else { throw .size(size, limit: limit) }
    guard hasRoom(size) else { throw .system("read", code: ENOMEM) }
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let got = readBytes(descriptor, buffer.baseAddress.map { $0 + count }, size - count)
        if got < 0 && errno == EINTR { continue }
        if got < 0 { code = errno }
        if got <= 0 { break }
        count += got
      }
    }
    guard code == 0 else { throw .system("read", code: code) }
    return bytes
  }

  /// True if the process may take the memory for a file and for what is made of it; a failed allocation would be a trap.
  private static func hasRoom(_ size: Int) -> Bool {
    // Measured: a comparison of two tables takes up to three times their bytes.
    let wanted = 6 * size + 1
    let room = mmap(
      nil, wanted, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    guard room != MAP_FAILED else { return false }
    munmap(room, wanted)
    return true
  }

  /// True if a folder has an entry of this name.
  ///
  /// A broken link counts, so that reading it reports the error.
  package static func isNamed(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  private static func isNull(_ status: stat) -> Bool {
    var null = stat()
    return status.st_mode & S_IFMT == S_IFCHR && stat("/dev/null", &null) == 0
      && null.st_rdev == status.st_rdev
  }

  private static func kind(_ status: stat) -> String {
    switch status.st_mode & S_IFMT {
    case S_IFDIR: "a folder"
    case S_IFIFO: "a pipe"
    case S_IFSOCK: "a socket"
    default: "a device"
    }
  }
}

/// The system's `read`, which ``RegularFile/read(_:limit:)`` hides.
private func readBytes(_ file: CInt, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(file, bytes, count)
}
