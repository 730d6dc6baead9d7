import Foundation
import Subprocess

/// The lines that a worker writes, as they arrive.
///
/// Subprocess has lines too, but takes longer to find their ends than the worker takes to measure their contents, and
/// breaks them at U+2028, which JSON need not escape.
struct AnswerLines {
  private var buffers: SubprocessOutputSequence.AsyncIterator
  /// The bytes that have arrived, and the number of them that contain no line break.
  private var bytes = Data()
  private var searched = 0

  /// Makes the lines of a process's output.
  init(_ output: SubprocessOutputSequence) { buffers = output.makeAsyncIterator() }

  /// The error for a line that is too long.
  struct TooLong: Error {}

  /// The next line; an incomplete one at the end of the output counts, too.
  ///
  /// - Parameters:
  ///   - most: its maximum number of bytes.
  ///   - onOutput: called whenever bytes have arrived.
  /// - Returns: the line without its line break, or nil at the end of the output.
  /// - Throws: ``TooLong``.
  mutating func next(atMost most: Int, onOutput: () -> Void) async throws -> Data? {
    while true {
      if let end = bytes[(bytes.startIndex + searched)...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = Data(bytes[..<end])
        bytes = Data(bytes[(end + 1)...])
        searched = 0
        return line
      }
      searched = bytes.count
      guard searched <= most else { throw TooLong() }
      guard let buffer = try await buffers.next() else {
        defer { bytes = Data() }
        searched = 0
        return bytes.isEmpty ? nil : bytes
      }
      onOutput()
      buffer.withUnsafeBytes { bytes.append(contentsOf: $0) }
    }
  }
}
