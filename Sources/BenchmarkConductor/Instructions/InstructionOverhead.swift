import BenchmarkModel
import BenchmarkResults

/// The cost that counting adds to each interval, measured with empty keystrokes and empty phases, to be subtracted.
struct InstructionOverhead: Equatable {
  /// The cost of a whole keystroke without any work.
  let keystroke: ExecutedCounts
  /// The cost of an empty phase, by phase.
  let phases: [RowPhase: ExecutedCounts]
  /// The rest of a keystroke without phases.
  let rest: ExecutedCounts
  /// The cost that each phase adds to the rest of its keystroke.
  let interruption: ExecutedCounts

  /// Reads the overhead from counts, and checks that they are correct.
  ///
  /// - Throws: `Problem` if the body of known cost has another count, or equal keystrokes differ.
  init(_ counted: CountedInstructions) throws(Problem) {
    guard let knownInstructions = counted.knownInstructions else {
      throw Problem(
        "instructions are not counted: no body of known cost", hint: "build the worker anew")
    }
    func each(_ name: String) throws(Problem) -> ExecutedCounts {
      guard let part = counted.parts.first(where: { $0.name == name }) else {
        throw Problem(
          "instructions are not counted: no count of \(name)", hint: "build the worker anew")
      }
      let counts = try ExecutedCounts(part)
      guard let each = counts.divided(by: part.keystrokes) else {
        throw Problem(
          "instructions are not counted rightly: \(part.keystrokes) equal keystrokes (\(name)) took \(counts.instructions) instructions, which is not the same for each",
          hint: "measure again, \(ValgrindTools.alternative)"
        )
      }
      return each
    }
    keystroke = try each(OverheadPart.total.rawValue)
    let known = try each(OverheadPart.known.rawValue).instructions - keystroke.instructions
    // A call, its return and the stack frame around it may be added.
    guard (knownInstructions...knownInstructions + 20).contains(known) else {
      throw Problem(
        "instructions are not counted rightly: a body of \(knownInstructions) reads as \(known)",
        hint: "measure again, \(ValgrindTools.alternative)"
      )
    }
    rest = try each(OverheadPart.rest.rawValue)
    interruption = try each(OverheadPart.interruptedRest.rawValue) - rest
    var phases: [RowPhase: ExecutedCounts] = [:]
    for phase in RowPhase.parts { phases[phase] = try each(phase.rawValue) }
    self.phases = phases
  }

  /// The cost that counting added to a part.
  func added(to part: CountedPart, phase: RowPhase) -> ExecutedCounts {
    switch phase {
    case .total, .first, .setup: part.intervals * keystroke
    case .rest: part.keystrokes * rest + (part.intervals - part.keystrokes) * interruption
    default: part.intervals * (phases[phase] ?? .zero)
    }
  }
}

extension WorkerProcess {
  /// The cost of counting, measured by a worker under the counter.
  ///
  /// - Throws: `Problem` if it does not count correctly.
  mutating func instructionOverhead() async throws -> InstructionOverhead {
    try InstructionOverhead(
      await ask(InstructionOverheadRequest()))
  }

  /// The counts of a cell's keystrokes, without the cost of counting.
  mutating func instructionCounts(
    of request: InstructionsRequest, overhead: InstructionOverhead
  ) async throws -> InstructionCounts {
    try InstructionCounts(
      await ask(request), of: request.cell, overhead: overhead)
  }
}
