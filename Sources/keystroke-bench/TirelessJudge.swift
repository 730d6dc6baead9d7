import BenchmarkConductor
import BenchmarkResults
import KeystrokeWorkload

/// Never has enough of any cell.
actor TirelessJudge: LockStepJudge {
  private var cells: Set<Cell> = []

  func hear(instructions: [PairedFigure]) {}
  func hear(times: [PairedFigure]) { cells.formUnion(times.map(\.cell)) }
  func undecided(at look: LockStepRecord.Look) -> Set<Cell> { cells }
  func beginConfirmation() -> Set<Cell> { [] }
}
