import BenchmarkConductor
import BenchmarkResults
import KeystrokeWorkload

/// Never has enough of any cell.
actor NeverStop: StoppingRule {
  private var cells: Set<Cell> = []

  func add(instructions: [PairedFigure]) {}
  func add(times: [PairedFigure]) { cells.formUnion(times.map(\.cell)) }
  func undecided(at look: PairedRecord.Look) -> Set<Cell> { cells }
  func beginConfirmation() -> Set<Cell> { [] }
}
