import BenchmarkResults
import KeystrokeWorkload
import WorkerClient
import WorkerProtocol

/// The instructions, locked operations, retains and releases of a cell, by phase, and its system calls.
struct InstructionCounts {
  let cell: Cell
  /// The phases that occur, with what their keystrokes cost in all.
  private let phases: [(phase: RowPhase, keystrokes: Int, counts: CallgrindCounts)]

  /// The system calls of whole keystrokes, and how many keystrokes these are; nil where they were not dumped.
  ///
  /// Valgrind counts them whether or not it collects. So it is the difference between a replay of whole sessions and one
  /// of their first keystrokes.
  private let systemCalls: (keystrokes: Int, count: Int)?

  /// Where they were spent; what collecting costs is among it.
  let functions: [(phase: RowPhase, keystrokes: Int, functions: [CallgrindDump.Function])]

  /// Takes off what collecting costs.
  ///
  /// - Throws: `RunError` where a dump is of no phase.
  init(
    cell: Cell, _ dumps: [(part: CallgrindPart, dump: CallgrindDump)], overhead: InstructionOverhead
  ) throws(RunError) {
    self.cell = cell
    var phases: [(phase: RowPhase, keystrokes: Int, counts: CallgrindCounts)] = []
    for (part, dump) in dumps {
      guard let phase = RowPhase(rawValue: part.name) else {
        throw RunError("\(part.name) is no phase, and \(cell.id) was dumped under it")
      }
      guard part.keystrokes > 0 else { continue }
      phases.append(
        (phase, part.keystrokes, try CallgrindCounts(dump) - overhead.added(to: part, phase: phase))
      )
    }
    self.phases = phases
    func part(_ phase: RowPhase) -> (part: CallgrindPart, dump: CallgrindDump)? {
      dumps.first { $0.part.name == phase.rawValue }
    }
    if let whole = part(.total), let first = part(.first), whole.part.keystrokes > 0,
      let after = whole.dump[.systemCalls], let before = first.dump[.systemCalls]
    {
      systemCalls = (
        whole.part.keystrokes, max(0, after - before)
      )
    } else {
      systemCalls = nil
    }
    functions = zip(phases, dumps.filter { $0.part.keystrokes > 0 }).map { phase, dump in
      (phase.phase, phase.keystrokes, dump.dump.functions)
    }
  }

  /// A row a phase and metric; callgrind tells no single keystroke, so all but the mean is missing.
  func rows() -> [SampleRow] {
    let calls = systemCalls.map { keystrokes, count in
      SampleRow(
        phase: .total, metric: .systemCalls, instrument: .callgrind, count: keystrokes,
        summary: Summary(mean: (Double(count) / Double(keystrokes)).rounded(places: 6)))
    }
    return [calls].compactMap(\.self)
      + phases.flatMap { phase, keystrokes, counts in
        counts.figures.map { metric, count in
          // Below 0 comes out where the compiler fitted a mark better into its surroundings than into an empty keystroke.
          let mean = Double(max(0, count)) / Double(keystrokes)
          return SampleRow(
            phase: phase, metric: metric, instrument: .callgrind, count: keystrokes,
            summary: Summary(mean: mean.rounded(places: 6)))
        }
      }
  }
}
