import BenchmarkModel
import BenchmarkResults

/// The plan of a paired comparison: the two sides to measure, and for how long.
package struct PairedPlan: Sendable {
  /// The side compared against.
  package var baseline: RunPlan
  /// The side in question; its filter, and the seed of its scripts, are those of the baseline.
  package var candidate: RunPlan
  /// The time for the rounds of a stage with their links, in seconds; building and counting are not included.
  package var budget: Double
  /// The maximum number of rounds of a stage; nil for as many as the budget allows.
  package var rounds: Int?

  /// The relinkers of each side, baseline first; nil if all rounds use the one link of the build.
  package var relinkers: [Relinker]?
  /// The seed of orders, layouts and links.
  package var seed: UInt64
  /// True if every cell is counted, also those whose counts are kept.
  package var recounts = false
  /// Sentences about what the measurement depends on, which the candidate's run keeps.
  package var remarks: [String] = []
  /// True if large undecided effects are measured again after the budget, for at most the same time.
  package var confirms = false

  /// The places in which pairs of processes run in parallel: each has two processors if both sides run at the same time,
  /// one if they take turns, none if the kernel chooses.
  package private(set) var places: [[Int]] = [[]]

  /// The default budget, in seconds.
  package static let defaultBudget = 60.0

  /// The length of a slice, in nanoseconds, half of it for whole keystrokes and half for phases.
  ///
  /// The differences between processes are larger than the noise that a longer slice would remove.
  static let slice = 500_000.0
  /// The minimum number of repetitions of which one is probably not interrupted.
  static let fewestRepetitions = 3
  /// The maximum number of repetitions: a very short cell gains nothing from more.
  static let mostRepetitions = 40

  /// The work of a stage in milliseconds: the budget, or the rounds, of some 10 ms per cell.
  package func work(cells: Int) -> Double {
    min(budget * 1e3, rounds.map { Double($0) * (100 + 10 * Double(cells)) } ?? .infinity)
  }

  /// Makes a comparison of two sides.
  package init(
    baseline: RunPlan, candidate: RunPlan, seed: UInt64, budget: Double = Self.defaultBudget
  ) {
    self.seed = seed
    self.baseline = baseline
    self.candidate = candidate
    self.budget = budget
  }

  /// Chooses processors for pairs of processes, and says in both runs which.
  ///
  /// - Parameters:
  ///   - pairs: the number of pairs that run in parallel; fewer if the machine has fewer processors.
  ///   - atOnce: true if both sides of a pair run at the same time, if there are two processors that are alike.
  package mutating func place(pairs: Int, atOnce: Bool) {
    var chosen = atOnce ? Processors.pairs(atMost: pairs) : []
    if chosen.isEmpty {
      // The last ones first, because the first ones serve interrupts.
      chosen = Processors.allowed().suffix(pairs).reversed().map { [$0] }
    }
    baseline.paired?.processors = chosen
    candidate.paired?.processors = chosen
    places = chosen.isEmpty ? [[]] : chosen
  }

  /// Leaves out times and instructions, and says in both runs that both sides are the same program.
  package mutating func countOnly() {
    for side in [\PairedPlan.baseline, \.candidate] {
      self[keyPath: side].times = false
      self[keyPath: side].instructions = .none
      self[keyPath: side].paired?.links = .same
    }
  }
}

/// A rule that decides which cells of a paired comparison need more rounds.
package protocol StoppingRule: Sendable {
  /// Adds the instructions per keystroke, before the first round; none if they are not counted.
  func add(instructions: [PairedFigure]) async
  /// Adds a round: nanoseconds per keystroke, of each cell that was measured.
  func add(times: [PairedFigure]) async
  /// Looks at everything that was added so far.
  ///
  /// - Parameter look: the number of rounds so far, and the share of the budget that is spent.
  /// - Returns: the cells that are not decided yet; an empty set ends the stage.
  func undecided(at look: PairedRecord.Look) async -> Set<Cell>
  /// Chooses the cells to time first, if the budget does not hold enough rounds of all: not by times, since the test of
  /// these times would not be valid then.
  ///
  /// - Parameters:
  ///   - most: the maximum number of cells.
  ///   - likely: kinds of cells that have probably changed, the likeliest first, besides those whose instructions did.
  /// - Returns: the cells; empty if there are none, and then all are timed together.
  func chooseFirst(atMost most: Int, likely: [[Cell]]) async -> Set<Cell>
  /// Begins the rounds of the cells that were not chosen.
  func beginRest() async
  /// Begins the second stage.
  ///
  /// - Returns: the cells to measure again; empty if there is nothing to confirm.
  func beginConfirmation() async -> Set<Cell>
}
