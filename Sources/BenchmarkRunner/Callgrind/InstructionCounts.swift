import BenchmarkResults
import KeystrokeWorkload

/// The instructions, retains and releases of a cell, by phase.
struct InstructionCounts {
  let cell: Cell
  /// The phases that occur, with what their keystrokes cost in all.
  private let phases: [(phase: RowPhase, keystrokes: Int, counts: CallgrindCounts)]

  /// Where they were spent; what collecting costs is among it.
  let functions: [(phase: RowPhase, keystrokes: Int, functions: [CallgrindDump.Function])]

  /// Takes off what collecting costs.
  ///
  /// - Throws: ``RunError`` where a dump is of no phase.
  init(
    cell: Cell, _ dumps: [(part: CallgrindPart, dump: CallgrindDump)], price: InstructionPrice
  ) throws(RunError) {
    self.cell = cell
    var phases: [(phase: RowPhase, keystrokes: Int, counts: CallgrindCounts)] = []
    for (part, dump) in dumps {
      guard let phase = RowPhase(rawValue: part.name) else {
        throw RunError("\(part.name) is no phase, and \(cell.id) was dumped under it")
      }
      guard part.keystrokes > 0 else { continue }
      phases.append(
        (phase, part.keystrokes, CallgrindCounts(dump) - price.added(to: part, phase: phase)))
    }
    self.phases = phases
    functions = zip(phases, dumps.filter { $0.part.keystrokes > 0 }).map { phase, dump in
      (phase.phase, phase.keystrokes, dump.dump.functions)
    }
  }

  /// A row a phase and metric; callgrind tells no single keystroke, so all but the mean is missing.
  func rows() -> [SampleRow] {
    let metrics: [(Metric, KeyPath<CallgrindCounts, Int>)] = [
      (.instructions, \.instructions), (.retains, \.retains), (.releases, \.releases),
    ]
    return metrics.flatMap { metric, count in
      phases.map { phase, keystrokes, counts in
        // Below 0 comes out where the compiler fitted a mark better into its surroundings than into an empty keystroke.
        let mean = Double(max(0, counts[keyPath: count])) / Double(keystrokes)
        return SampleRow(
          phase: phase, metric: metric, instrument: .callgrind, count: keystrokes,
          summary: Summary(mean: mean.rounded(places: 6)))
      }
    }
  }
}
