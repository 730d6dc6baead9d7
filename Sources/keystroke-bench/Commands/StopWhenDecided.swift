import BenchmarkConductor
import BenchmarkComparison
import BenchmarkModel
import BenchmarkReport
import BenchmarkResults

/// Decides a comparison while it is measured, and stops when nothing is left to decide.
actor StopWhenDecided: StoppingRule {
  private var pairedTest: PairedTest
  /// True if decided cells are still measured.
  private let keepsAll: Bool
  private var cells: Set<Cell> = []

  init(_ pairedTest: PairedTest, keepsAll: Bool) {
    self.pairedTest = pairedTest
    self.keepsAll = keepsAll
  }

  func add(instructions: [PairedFigure]) { pairedTest.add(instructions: instructions) }

  func add(times: [PairedFigure]) {
    pairedTest.add(times: times)
    cells.formUnion(times.map(\.cell))
  }

  func undecided(at look: PairedRecord.Look) -> Set<Cell> {
    let undecided = pairedTest.look(spent: look.spent)
    return keepsAll ? cells : undecided
  }

  func chooseFirst(atMost most: Int, likely: [[Cell]]) -> Set<Cell> {
    keepsAll ? [] : pairedTest.chooseFirst(atMost: most, likely: likely)
  }

  func beginRest() { pairedTest.beginRest() }

  func beginConfirmation() -> Set<Cell> { pairedTest.beginConfirmation() }
}
