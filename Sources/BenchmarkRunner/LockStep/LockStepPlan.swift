/// What a lock-step comparison is to measure, and for how long.
public struct LockStepPlan: Sendable {
  /// The side compared against.
  public var baseline: RunPlan
  /// The side in question; filter and seed are those of the baseline.
  public var candidate: RunPlan
  /// How long rounds may take in all, in seconds; what is counted beforehand is not in it.
  public var budget: Double
  /// How many rounds there are at most; nil for as many as the budget allows.
  public var rounds: Int?

  /// On how many processors pairs run side by side; on fewer where there are not so many.
  public var jobs = 1

  /// The budget where none is asked for, in seconds.
  public static let defaultBudget = 60.0

  /// A slice lasts so long, in nanoseconds, half of it in whole keystrokes and half phase by phase.
  ///
  /// What differs between processes is larger than what a longer slice would take off the noise.
  static let slice = 500_000.0
  /// So many turns are the least of which one is not interrupted.
  static let fewestTurns = 3
  /// So many are the most: a very short cell gains nothing from more.
  static let mostTurns = 40

  /// A comparison of two sides.
  public init(baseline: RunPlan, candidate: RunPlan, budget: Double = Self.defaultBudget) {
    self.baseline = baseline
    self.candidate = candidate
    self.budget = budget
  }
}
