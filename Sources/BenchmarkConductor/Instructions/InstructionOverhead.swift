import BenchmarkResults
import WorkerClient
import WorkerProtocol

/// What collecting adds to each interval, measured with empty keystrokes and empty phases, and taken off.
struct InstructionOverhead: Equatable {
  /// What a whole keystroke without any work costs.
  let keystroke: CallgrindCounts
  /// What an empty phase costs, by phase.
  let phases: [RowPhase: CallgrindCounts]
  /// What is left over of a keystroke without phases.
  let rest: CallgrindCounts
  /// What each phase adds to the rest of its keystroke.
  let interruption: CallgrindCounts

  /// Reads the overhead off dumps, and with it whether callgrind counts rightly.
  ///
  /// - Throws: `RunError` where the known body does not read back as known, or equal keystrokes differ.
  init(
    _ dumps: [(part: CallgrindPart, dump: CallgrindDump)], knownInstructions: Int?
  ) throws(RunError) {
    guard let knownInstructions else {
      throw RunError("instructions are not counted: the worker does not say what it is known to do")
    }
    func each(_ name: String) throws(RunError) -> CallgrindCounts {
      guard let (part, dump) = dumps.first(where: { $0.part.name == name }) else {
        throw RunError("instructions are not counted: callgrind did not dump \"\(name)\"")
      }
      guard let counts = try CallgrindCounts(dump).divided(by: part.keystrokes) else {
        throw RunError(
          "instructions are not counted rightly: \(part.keystrokes) equal keystrokes (\(name)) took \(dump.instructions) instructions, which is not the same for each"
        )
      }
      return counts
    }
    keystroke = try each(OverheadDump.total.rawValue)
    let known = try each(OverheadDump.known.rawValue).instructions - keystroke.instructions
    // A call, its return and the stack frame around it may come on top.
    guard (knownInstructions...knownInstructions + 20).contains(known) else {
      throw RunError(
        "instructions are not counted rightly: a body of \(knownInstructions) reads as \(known)"
      )
    }
    rest = try each(OverheadDump.rest.rawValue)
    interruption = try each(OverheadDump.interruptedRest.rawValue) - rest
    var phases: [RowPhase: CallgrindCounts] = [:]
    // A worker that was built earlier may know fewer phases.
    for phase in RowPhase.parts where dumps.contains(where: { $0.part.name == phase.rawValue }) {
      phases[phase] = try each(phase.rawValue)
    }
    self.phases = phases
  }

  /// What collecting added to a dump.
  func added(to part: CallgrindPart, phase: RowPhase) -> CallgrindCounts {
    switch phase {
    case .total, .first: part.intervals * keystroke
    case .rest: part.keystrokes * rest + (part.intervals - part.keystrokes) * interruption
    default: part.intervals * (phases[phase] ?? .zero)
    }
  }
}

extension WorkerProcess {
  /// What collecting costs, by a worker under callgrind.
  ///
  /// - Throws: `RunError` where callgrind does not count rightly.
  mutating func instructionOverhead(in folder: CallgrindFolder) async throws -> InstructionOverhead
  {
    let dumps = try await dumps(.instructionOverhead, doing: "while it measured an empty phase")
    return try InstructionOverhead(
      folder.read(dumps), knownInstructions: dumps.knownInstructions)
  }
}
