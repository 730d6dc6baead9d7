import BenchmarkResults
import Instruments

/// What collecting adds to each interval, measured with empty keystrokes and empty phases, and taken off.
struct InstructionPrice: Equatable {
  /// What a whole keystroke without any work costs.
  let keystroke: CallgrindCounts
  /// What an empty phase costs, by phase.
  let phases: [RowPhase: CallgrindCounts]
  /// What is left over of a keystroke without phases.
  let rest: CallgrindCounts
  /// What each phase adds to the rest of its keystroke.
  let interruption: CallgrindCounts

  /// Reads the price off dumps, and with it whether callgrind counts rightly.
  ///
  /// - Throws: ``RunError`` where the known body does not read back as known, or equal keystrokes differ.
  init(_ dumps: [(part: CallgrindPart, dump: CallgrindDump)]) throws(RunError) {
    func each(_ name: String) throws(RunError) -> CallgrindCounts {
      guard let (part, dump) = dumps.first(where: { $0.part.name == name }) else {
        throw RunError("instructions are not counted: callgrind did not dump \"\(name)\"")
      }
      guard let counts = CallgrindCounts(dump).divided(by: part.keystrokes) else {
        throw RunError(
          "instructions are not counted rightly: \(part.keystrokes) equal keystrokes (\(name)) took \(dump.instructions) instructions, which is not the same for each"
        )
      }
      return counts
    }
    keystroke = try each(Name.total)
    let known = try each(Name.known).instructions - keystroke.instructions
    // A call, its return and the stack frame around it may come on top.
    guard (Callgrind.knownInstructions...Callgrind.knownInstructions + 20).contains(known) else {
      throw RunError(
        "instructions are not counted rightly: a body of \(Callgrind.knownInstructions) reads as \(known)"
      )
    }
    rest = try each(Name.rest)
    interruption = try each(Name.interruptedRest) - rest
    var phases: [RowPhase: CallgrindCounts] = [:]
    for phase in [RowPhase.filter, .parse, .format, .refresh] {
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
