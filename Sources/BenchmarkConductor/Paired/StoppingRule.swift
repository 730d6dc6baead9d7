import BenchmarkResults
import KeystrokeWorkload

/// Says which cells of a paired comparison need more rounds.
public protocol StoppingRule: Sendable {
  /// Adds the instructions per keystroke, before the first round; none where they are not counted.
  func add(instructions: [PairedFigure]) async
  /// Adds a round: nanoseconds per keystroke, of each cell that was measured.
  func add(times: [PairedFigure]) async
  /// Looks at all that was added so far.
  ///
  /// - Parameter look: after how many rounds, and what share of the budget is spent.
  /// - Returns: the cells that are not decided yet; none ends the stage.
  func undecided(at look: PairedRecord.Look) async -> Set<Cell>
  /// Begins the second stage.
  ///
  /// - Returns: the cells to measure again; none where there is nothing to confirm.
  func beginConfirmation() async -> Set<Cell>
}
