import BenchmarkResults
import Foundation
import Synchronization
import SystemPackage

/// The standard error of a worker, passed on line by line: marked with the worker's name, without control sequences, and only
/// up to a limit.
///
/// A worker may be a stranger's. Whatever it writes is read to the end, so that it never waits for a reader.
final class WorkerErrorOutput: Sendable {
  /// The maximum number of bytes that are shown of all workers together.
  private static let most = 1 << 16
  private static let shown = Mutex(0)
  /// A line that is longer is shown in pieces.
  private static let longestLine = 2_048

  private let name: String
  private let descriptor: CInt
  /// A pipe on which nothing is written: to close it ends the thread that reads.
  private let ending: (read: FileDescriptor, write: FileDescriptor)
  /// The beginning of a line whose end has not come; nil once nothing is read any more.
  private let line: Mutex<[UInt8]?> = Mutex([])

  /// Begins to read.
  ///
  /// - Parameter name: what the worker is called.
  /// - Returns: the reader, and the worker's end, which the caller closes after the launch.
  /// - Throws: the system's error if there is no pipe.
  static func of(_ name: String) throws -> (WorkerErrorOutput, FileDescriptor) {
    let (read, write) = try FileDescriptor.pipe(options: .closeOnExec)
    do {
      let ending = try FileDescriptor.pipe(options: .closeOnExec)
      return (WorkerErrorOutput(of: name, from: read, ending: ending), write)
    } catch {
      try? read.close()
      try? write.close()
      throw error
    }
  }

  private init(
    of name: String, from read: FileDescriptor,
    ending: (readEnd: FileDescriptor, writeEnd: FileDescriptor)
  ) {
    self.name = name
    descriptor = read.rawValue
    self.ending = (ending.readEnd, ending.writeEnd)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    // A thread and not Dispatch, which corrupts its list of descriptors if a pipe hangs up while it is released.
    Thread.detachNewThread { self.readToTheEnd() }
  }

  private func readToTheEnd() {
    defer {
      try? FileDescriptor(rawValue: descriptor).close()
      try? ending.read.close()
    }
    while line.withLock({ $0 != nil }) {
      var ready = [descriptor, ending.read.rawValue].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      guard poll(&ready, 2, -1) > 0 else { continue }
      if ready[0].revents != 0 { read(atMost: 1 << 20) }
    }
  }

  /// Passes on what has come, now that the worker has ended, and reads no more.
  func finish() {
    read(atMost: 1 << 24)
    line.withLock { end(&$0) }
  }

  private func read(atMost most: Int) {
    line.withLock { line in
      guard var bytes = line else { return }
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      var done = 0
      var isAtEnd = false
      while done < most, !isAtEnd {
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        if count < 0 && errno == EINTR { continue }
        guard count >= 0 else { break }
        isAtEnd = count == 0
        done += count
        bytes += buffer[..<count]
        showLines(of: &bytes)
      }
      line = bytes
      if isAtEnd { end(&line) }
    }
  }

  /// Shows the rest and gives the pipe back, after which its number may be that of another file.
  private func end(_ line: inout [UInt8]?) {
    guard let rest = line else { return }
    if !rest.isEmpty { show(rest[...]) }
    line = nil
    try? ending.write.close()
  }

  private func showLines(of bytes: inout [UInt8]) {
    var rest = bytes[...]
    while true {
      if let end = rest.firstIndex(of: UInt8(ascii: "\n")),
        end - rest.startIndex <= Self.longestLine
      {
        show(rest[..<end])
        rest = rest[(end + 1)...]
      } else if rest.count > Self.longestLine {
        show(rest.prefix(Self.longestLine))
        rest = rest.dropFirst(Self.longestLine)
      } else {
        break
      }
    }
    bytes = Array(rest)
  }

  private func show(_ bytes: ArraySlice<UInt8>) {
    let before = Self.shown.withLock { shown in
      defer { shown += bytes.count + 1 }
      return shown
    }
    guard before <= Self.most else { return }
    let text =
      before + bytes.count <= Self.most
      ? String(decoding: bytes, as: UTF8.self) : "what workers write beyond 64 KB is left out"
    let shown = ShownText.line("\(name): \(text)", limit: Self.longestLine + name.utf8.count + 2)
    try? FileHandle.standardError.write(contentsOf: Data((shown + "\n").utf8))
  }
}
