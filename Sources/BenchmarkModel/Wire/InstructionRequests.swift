/// Asks a worker under valgrind's counter for the instructions of a cell's keystrokes.
package struct InstructionsRequest: WorkerRequest {
  package typealias Reply = CountedInstructions
  package static let name = "instructions"
  package var cell: Cell
  package var seed: UInt64
  /// True to count the making of a field, too.
  package var setUp: Bool

  package init(cell: Cell, seed: UInt64, setUp: Bool = false) {
    self.setUp = setUp
    self.cell = cell
    self.seed = seed
  }

  package var activity: String { "while it counted the instructions of \(cell.id)" }

  package func check(_ counted: CountedInstructions) throws(WrongReply) { try counted.check() }
}

/// Asks for the instructions that counting adds.
package struct InstructionOverheadRequest: WorkerRequest {
  package typealias Reply = CountedInstructions
  package static let name = "instructionOverhead"

  package init() {}

  package var activity: String { "while it measured an empty phase" }

  package func check(_ counted: CountedInstructions) throws(WrongReply) { try counted.check() }
}

/// Asks a worker under callgrind for dumps of the functions that a cell's keystrokes execute.
package struct InstructionDumpsRequest: WorkerRequest {
  package typealias Reply = CallgrindDumps
  package static let name = "instructionDumps"
  package var cell: Cell
  package var seed: UInt64

  package init(cell: Cell, seed: UInt64) {
    self.cell = cell
    self.seed = seed
  }

  package var activity: String { "while it looked for the instructions of \(cell.id)" }

  package func check(_ dumps: CallgrindDumps) throws(WrongReply) {
    guard dumps.process > 0,
      dumps.parts.allSatisfy({ (0...mostKeystrokes).contains($0.keystrokes) })
    else { throw WrongReply("impossible dumps") }
  }
}

/// The maximum number of keystrokes that are counted at once.
private let mostKeystrokes = 1 << 24

/// The counts of a worker under valgrind's counter.
package struct CountedInstructions: Codable, Equatable, Sendable {
  /// The parts of keystrokes, each with its counts.
  package var parts: [CountedPart]
  /// The number of instructions in the known body; only in a reply about the overhead.
  package var knownInstructions: Int?

  package init(parts: [CountedPart], knownInstructions: Int? = nil) {
    self.parts = parts
    self.knownInstructions = knownInstructions
  }

  fileprivate func check() throws(WrongReply) {
    for part in parts {
      guard (0...mostKeystrokes).contains(part.keystrokes),
        ([part.intervals] + part.counts).areCounts
      else { throw WrongReply("impossible counts of \(part.name.quotedName)") }
    }
  }
}

/// The counts of one part of keystrokes.
package struct CountedPart: Codable, Equatable, Sendable {
  /// The phase of a row, or an ``OverheadPart``.
  package var name: String
  /// The number of keystrokes that it covers.
  package var keystrokes: Int
  /// The number of intervals in which it was counted; counting adds its own cost to each.
  package var intervals: Int
  /// The counts, in the order of the counter's events.
  package var counts: [Int]

  package init(name: String, keystrokes: Int, intervals: Int, counts: [Int]) {
    self.name = name
    self.keystrokes = keystrokes
    self.intervals = intervals
    self.counts = counts
  }
}

/// A part that measures the cost of counting, besides empty phases, which have the name of their phase.
package enum OverheadPart: String {
  /// A body of ``CountedInstructions/knownInstructions`` instructions.
  case known
  /// Empty keystrokes.
  case total
  /// The rest of empty keystrokes without a phase.
  case rest
  /// The rest of empty keystrokes with a phase.
  case interruptedRest = "interrupted rest"
}

/// The dumps of a worker under callgrind; the figures are in callgrind's own file.
package struct CallgrindDumps: Codable, Equatable, Sendable {
  /// The process that dumped, whose number is in the name of the file.
  package var process: Int32
  /// The dumps in their order.
  package var parts: [CallgrindPart]

  package init(process: Int32, parts: [CallgrindPart]) {
    self.process = process
    self.parts = parts
  }
}

/// One dump.
package struct CallgrindPart: Codable, Equatable, Sendable {
  /// The name of the dump: the phase of a row.
  package var name: String
  /// The number of keystrokes that it covers.
  package var keystrokes: Int

  package init(name: String, keystrokes: Int) {
    self.name = name
    self.keystrokes = keystrokes
  }
}
