import BenchmarkModel
import Foundation
import ReformatCore

extension Worker {
  /// The maximum length of a request; those for instructions have a few hundred bytes.
  private static let longestRequest = 1 << 20

  /// Greets, then answers each line of standard input in a child.
  ///
  /// A cell's instructions depend on the state of the heap and of caches. Each child begins in the same state, whatever
  /// was requested before, since this process allocates nothing between two children.
  mutating func serveInChildren() throws {
    try warmUp()
    Self.reserveHeap()
    try send(line(greeting()))
    let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: Self.longestRequest)
    defer { buffer.deallocate() }
    while let length = Self.readLine(into: buffer) {
      let status = ForkedChild.run {
        let request = String(decoding: buffer[..<length], as: UTF8.self)
        return (try? send(reply(to: request), endsLine: false)) != nil
      }
      guard status == 0 else { throw SuiteError(Self.words(for: status)) }
      // Callgrind writes a last dump when the child ends. The answer is complete only then, and nobody may read the
      // file before.
      try Self.endLine()
    }
  }

  /// Answers for one cell of each strategy, because most of a child's time would be spent on translating and loading
  /// code again.
  private func warmUp() throws {
    guard !isCold else { return }
    let isCounted = PhaseCounter.problem == nil
    // All cells depend on what was executed until now, and on what only prepares for the cells that follow.
    if isCounted {
      PhaseCounter.reset()
      PhaseCounter.listFunctions()
    }
    let cells = Dictionary(grouping: suite.cells(matching: CellFilter()), by: \.strategy)
    for (_, cells) in cells.sorted(by: { $0.key < $1.key }) {
      guard let cell = cells.first else { continue }
      let measurement = InstructionMeasurement(
        sessions: try suite.forkableSessions(of: cell, seed: DefaultSeed.value))
      let parts = isCounted ? measurement.counts() : []
      if isCounted { PhaseCounter.listFunctions() } else { measurement.warmUp() }
      let request = InstructionsRequest(cell: cell, seed: DefaultSeed.value)
      _ = try JSONDecoder().decode(RequestLine.self, from: request.line())
      _ = try line([InstructionsRequest.name: CountedInstructions(parts: parts)])
    }
  }

  /// Leaves so much of the heap free that no child requests more from the system.
  ///
  /// Otherwise some keystroke would, which takes a system call and some hundred instructions; which one depends on all
  /// earlier allocations, also by other code. It reserves twice: the first block is mapped by itself, and when it is
  /// freed, glibc takes later blocks of its size from the heap; so the second makes the heap grow, and it stays that
  /// large (mallopt(3), dynamic threshold).
  private static func reserveHeap() {
    for _ in 0..<2 { free(reserve()) }
  }

  /// Not inlined, since a compiler leaves out a block that is freed at once.
  @inline(never)
  private static func reserve() -> UnsafeMutableRawPointer? { malloc(8 << 20) }

  /// Reads up to the next line break, and allocates nothing.
  ///
  /// - Returns: the number of bytes before it, or nil at the end of the input.
  private static func readLine(into line: UnsafeMutableBufferPointer<UInt8>) -> Int? {
    var length = 0
    while length < line.count, let base = line.baseAddress {
      let count = read(STDIN_FILENO, base + length, 1)
      if count < 0 && errno == EINTR { continue }
      guard count == 1 else { return nil }
      if line[length] == UInt8(ascii: "\n") { return length }
      length += 1
    }
    return nil
  }

  /// Writes a line break, and allocates nothing.
  private static func endLine() throws {
    var byte = UInt8(ascii: "\n")
    while write(STDOUT_FILENO, &byte, 1) != 1 {
      guard errno == EINTR else {
        throw SuiteError("nobody reads the answers of this worker any more")
      }
    }
  }

  private static func words(for status: CInt?) -> String {
    guard let status else {
      return "no child could be forked to answer: \(String(cString: strerror(errno)))"
    }
    let signal = status & 0x7f
    return "the child that was to answer ended with "
      + (signal == 0 ? "status \((status >> 8) & 0xff)" : "signal \(signal)")
  }
}
