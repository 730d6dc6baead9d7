import BenchmarkResults
import KeystrokeWorkload

/// Whoever says which cells of a lock-step comparison need more rounds.
public protocol LockStepJudge: Sendable {
  /// Hears how many instructions a keystroke takes, before the first round; of no cell where they are not counted.
  func hear(instructions: [PairedFigure]) async
  /// Hears of a round: nanoseconds a keystroke, the least over turns, of each cell that was measured.
  func hear(times: [PairedFigure]) async
  /// Judges what was heard so far.
  ///
  /// - Parameter look: after how many rounds, and what share of the budget is spent.
  /// - Returns: the cells that are not decided yet; none ends the stage.
  func undecided(at look: LockStepRecord.Look) async -> Set<Cell>
  /// Begins the second stage.
  ///
  /// - Returns: the cells to measure again; none where there is nothing to confirm.
  func beginConfirmation() async -> Set<Cell>
}
