import BenchmarkModel
import BenchmarkResults

/// The instructions of a cell by phase and stack.
struct InstructionStacks {
  /// Phase, symbols from the outermost to the innermost, the object of the innermost, and instructions per keystroke.
  let stacks: [(phase: RowPhase, symbols: [String], object: String, instructions: Double)]

  /// Reads dumps of a worker that was launched with ``ValgrindFolder/dumpingStacks``.
  ///
  /// - Throws: `Problem` if a dump belongs to no phase.
  init(_ dumps: [(part: CallgrindPart, dump: CallgrindDump)]) throws(Problem) {
    var stacks: [(phase: RowPhase, symbols: [String], object: String, instructions: Double)] = []
    for (part, dump) in dumps where part.keystrokes > 0 {
      let phase = try part.phase
      for function in dump.functions {
        stacks.append(
          (
            phase, Self.symbols(function.name), function.object,
            Double(function.instructions) / Double(part.keystrokes)
          ))
      }
    }
    self.stacks = stacks
  }

  /// The parts of `f'caller'outermost'2`.
  ///
  /// The number marks recursion; it is dropped, so that the costs are added up.
  static func symbols(_ name: String) -> [String] {
    var parts = name.split(separator: "'").map(String.init)
    if parts.count > 1, let last = parts.last, last.allSatisfy(\.isNumber) { parts.removeLast() }
    return parts.reversed()
  }
}

extension CallgrindPart {
  /// The phase that was dumped.
  ///
  /// - Throws: `Problem` if the name is not a phase.
  var phase: RowPhase {
    get throws(Problem) {
      guard let phase = RowPhase(rawValue: name) else {
        throw Problem("\(name) is not a phase of this version", hint: "build the worker anew")
      }
      return phase
    }
  }
}
