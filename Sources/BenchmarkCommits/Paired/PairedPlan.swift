import BenchmarkConductor
import BenchmarkModel
import BenchmarkResults

/// What a paired comparison is to measure, and for how long.
public struct PairedPlan: Sendable {
  /// The side compared against.
  public var baseline: RunPlan
  /// The side in question; its filter, and the seed of its scripts, are those of the baseline.
  public var candidate: RunPlan
  /// How long the rounds of a stage may take in all with their links, in seconds; building and counting are not in it.
  public var budget: Double
  /// How many rounds a stage has at most; nil for as many as the budget allows.
  public var rounds: Int?

  /// What links each side again, baseline first; nil where all rounds have the one link of the build.
  public var relinkers: [Relinker]?
  /// What orders, layouts and links are drawn with.
  public var seed: UInt64
  /// Whether what is large and undecided after the budget is measured again, for as long at most.
  public var confirms = false

  /// On how many processors pairs run side by side; on fewer where there are not so many.
  public var jobs = 1

  /// The budget where none is asked for, in seconds.
  public static let defaultBudget = 60.0

  /// A slice lasts so long, in nanoseconds, half of it in whole keystrokes and half phase by phase.
  ///
  /// What differs between processes is larger than what a longer slice would take off the noise.
  static let slice = 500_000.0
  /// So many repetitions are the least of which one is not interrupted.
  static let fewestRepetitions = 3
  /// So many are the most: a very short cell gains nothing from more.
  static let mostRepetitions = 40

  /// The work of a stage in milliseconds: the budget, or the rounds, of some 10 ms a cell.
  package func work(cells: Int) -> Double {
    min(budget * 1e3, rounds.map { Double($0) * (100 + 10 * Double(cells)) } ?? .infinity)
  }

  /// A comparison of two sides.
  public init(
    baseline: RunPlan, candidate: RunPlan, seed: UInt64, budget: Double = Self.defaultBudget
  ) {
    self.seed = seed
    self.baseline = baseline
    self.candidate = candidate
    self.budget = budget
  }

  /// Leaves out times and instructions, and says in both runs that both sides are the same program.
  public mutating func countOnly() {
    for side in [\PairedPlan.baseline, \.candidate] {
      self[keyPath: side].times = false
      self[keyPath: side].instructions = .none
      self[keyPath: side].paired?.links = .same
    }
  }
}

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
