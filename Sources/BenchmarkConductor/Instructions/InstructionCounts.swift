import BenchmarkModel
import BenchmarkResults

/// What the keystrokes of a cell execute, by phase: instructions, locked operations, system calls, retains and releases.
struct InstructionCounts {
  /// The phases that occur, with what their keystrokes cost in all.
  private let phases: [(phase: RowPhase, keystrokes: Int, counts: ExecutedCounts)]

  /// Takes off what counting costs.
  ///
  /// - Throws: `RunError` where a part is of no phase.
  init(
    _ counted: CountedInstructions, of cell: Cell, overhead: InstructionOverhead
  ) throws(RunError) {
    var phases: [(phase: RowPhase, keystrokes: Int, counts: ExecutedCounts)] = []
    for part in counted.parts where part.keystrokes > 0 {
      guard let phase = RowPhase(rawValue: part.name) else {
        throw RunError("\(part.name) is no phase, and \(cell.id) was counted under it")
      }
      phases.append(
        (phase, part.keystrokes, try ExecutedCounts(part) - overhead.added(to: part, phase: phase)))
    }
    self.phases = phases
  }

  /// A row a phase and metric; the counter tells no single keystroke, so all but the mean is missing.
  func rows() -> [SampleRow] {
    phases.flatMap { phase, keystrokes, counts in
      counts.figures.map { metric, count in
        // Below 0 comes out where the compiler fitted a mark better into its surroundings than into an empty keystroke.
        let mean = Double(max(0, count)) / Double(keystrokes)
        return SampleRow(
          phase: phase, metric: metric, instrument: .valgrind, count: keystrokes,
          summary: Summary(mean: mean.rounded(places: 6)))
      }
    }
  }
}
