import BenchmarkComparison
import BenchmarkConductor
import BenchmarkReport
import BenchmarkResults
import KeystrokeWorkload

/// Judges a comparison while it is measured.
actor LiveJudge: LockStepJudge {
  private var judgement: LockStepJudgement
  /// Whether cells that are decided are measured on.
  private let keepsAll: Bool
  private var cells: Set<Cell> = []

  init(_ judgement: LockStepJudgement, keepsAll: Bool) {
    self.judgement = judgement
    self.keepsAll = keepsAll
  }

  func hear(instructions: [PairedFigure]) { judgement.hear(instructions: instructions) }

  func hear(times: [PairedFigure]) {
    judgement.hear(times: times)
    cells.formUnion(times.map(\.cell))
  }

  func undecided(at look: LockStepRecord.Look) -> Set<Cell> {
    let undecided = judgement.look(spent: look.spent)
    return keepsAll ? cells : undecided
  }

  func beginConfirmation() -> Set<Cell> { judgement.beginConfirmation() }
}
