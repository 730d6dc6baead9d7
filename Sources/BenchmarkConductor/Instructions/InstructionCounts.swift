import BenchmarkModel
import BenchmarkResults

/// The executed counts of a cell's keystrokes, by phase: instructions, locked operations, system calls, retains and
/// releases.
struct InstructionCounts {
  /// The phases that occur, with the total cost of their keystrokes.
  private let phases: [(phase: RowPhase, keystrokes: Int, counts: ExecutedCounts)]

  /// Subtracts the cost of counting.
  ///
  /// - Throws: `Problem` if a part belongs to no phase.
  init(
    _ counted: CountedInstructions, of cell: Cell, overhead: InstructionOverhead
  ) throws(Problem) {
    var phases: [(phase: RowPhase, keystrokes: Int, counts: ExecutedCounts)] = []
    for part in counted.parts where part.keystrokes > 0 {
      guard let phase = RowPhase(rawValue: part.name) else {
        throw Problem("\(part.name) is not a phase of this version", hint: "build the worker anew")
      }
      phases.append(
        (phase, part.keystrokes, try ExecutedCounts(part) - overhead.added(to: part, phase: phase)))
    }
    self.phases = phases
  }

  /// A row for each phase and metric; only with the mean, because the counter does not separate keystrokes.
  func rows() -> [SampleRow] {
    phases.flatMap { phase, keystrokes, counts in
      counts.figures.map { metric, count in
        // The result is below 0 if the compiler fitted a mark better into its surroundings than into an empty
        // keystroke.
        let mean = Double(max(0, count)) / Double(keystrokes)
        return SampleRow(
          phase: phase, metric: metric, instrument: .valgrind, count: keystrokes,
          summary: Summary(mean: mean.rounded(places: 6)))
      }
    }
  }
}
