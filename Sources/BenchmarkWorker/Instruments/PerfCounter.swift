import CInstruments
import Glibc

/// A performance counter of Linux, of the thread that opened it, in user space.
package final class PerfCounter {
  /// The events that can be counted.
  package enum Event: Sendable {
    /// Instructions that the processor has retired; not in most virtual machines.
    case instructions
    /// Page faults, which the kernel counts itself.
    case pageFaults
  }

  private let descriptor: CInt

  /// Opens a counter, and starts it.
  ///
  /// - Throws: ``PerfError`` if the processor or the kernel does not offer it.
  package init(_ event: Event) throws(PerfError) {
    descriptor = keystroke_perf_open(
      event == .instructions ? KEYSTROKE_PERF_INSTRUCTIONS : KEYSTROKE_PERF_PAGE_FAULTS)
    guard descriptor >= 0 else { throw PerfError(errno: errno) }
  }

  deinit { close(descriptor) }

  /// True if the counter could not be read at some time; then none of its counts may be used.
  package private(set) var hasFailed = false

  /// The count so far; see ``hasFailed``.
  package var count: UInt64 {
    var count: UInt64 = 0
    if !keystroke_perf_read(descriptor, &count) { hasFailed = true }
    return count
  }

  /// Proves that instructions are counted: a body of known cost, and one of twice that cost, must differ by exactly
  /// that cost.
  ///
  /// - Throws: ``PerfError`` with the difference that was read instead.
  package func selfTest() throws(PerfError) {
    func cost(_ times: Int) -> Int {
      (0..<100).map { _ in
        let start = count
        for _ in 0..<times { Valgrind.knownWork() }
        return Int(count &- start)
      }.min() ?? 0
    }
    let difference = cost(20) - cost(10)
    let known = 10 * Valgrind.knownInstructions
    guard (known...known + known / 10).contains(difference) else {
      throw PerfError(expected: known, read: difference)
    }
  }
}

/// The reason why the processor cannot count instructions.
package struct PerfError: Error, Equatable, CustomStringConvertible {
  /// The cause and the hint.
  package let description: String

  private static let alternative = "count them with --instructions valgrind"

  init(errno number: CInt) {
    let cause: String
    switch number {
    case ENOENT, EOPNOTSUPP, ENODEV:
      cause =
        "this processor offers no counter of instructions, as in most virtual machines"
    case EACCES, EPERM:
      cause =
        "the kernel forbids it: as root, run sysctl kernel.perf_event_paranoid=2; in a container, also allow perf_event_open"
    default:
      cause = "perf_event_open: \(String(cString: strerror(number)))"
    }
    description = "instructions cannot be counted by the processor: \(cause); \(Self.alternative)"
  }

  init(expected: Int, read: Int) {
    description =
      "instructions are not counted rightly by the processor: a body of \(expected) reads as \(read); \(Self.alternative)"
  }
}
