import BenchmarkModel
import Foundation

extension RunPlan {
  /// What timing may take in all where nobody said how often and how long, in seconds.
  ///
  /// Counting takes its time beside it: all locales under all scripts end in under five minutes.
  public static let secondsOfTiming = 120.0

  /// So many cells at most have their instructions counted where nobody asked for it: 70 seconds on two cores.
  public static let cellsWithInstructions = 1_000

  /// What a cell costs a round beside its time, in milliseconds: recording its sessions and warming up.
  private static let millisecondsBeside = 3.5
  /// A round in which a cell is timed for less says too little.
  private static let leastMilliseconds = 2.0

  /// What counting a cell in a round takes, in milliseconds, as each of these on two cores; progress is told by their
  /// ratios.
  package static let workOfCounting = 3.0
  /// What finding the allocation sites of a cell takes.
  package static let workOfSites = 10.0
  /// What finding the functions that execute its instructions takes.
  package static let workOfFunctions = 500.0
  /// What counting the instructions of a cell takes, a round.
  package var workOfInstructions: Double { instructions == .valgrind ? 60 : 20 }
  /// What timing a cell takes, a round.
  package var workOfTiming: Double { millisecondsACell + Self.millisecondsBeside }

  /// What starting under valgrind takes: a worker translates and warms up every strategy.
  package static let workOfStart = 5_500.0

  /// What the whole run takes, in milliseconds.
  package func work(cells: Int, findsSites: Bool = false) -> Double {
    let aCell =
      Double(Self.countingRounds) * Self.workOfCounting
      + Double(instructionRounds) * workOfInstructions
      + (sites && findsSites ? Self.workOfSites : 0)
      + (sites && instructions == .valgrind ? Self.workOfFunctions : 0)
      + (times ? Double(rounds) * workOfTiming : 0)
    return Double(cells) * aCell + (instructions == .valgrind ? Self.workOfStart : 0)
  }

  /// The plan with as many rounds, and as long ones, as fit into ``secondsOfTiming``.
  ///
  /// Rounds are worth more than long ones, since they are fresh processes; so time is taken from each first.
  public func fitted(to cells: Int) -> RunPlan {
    var plan = self
    if instructionsAreOptional && cells > Self.cellsWithInstructions { plan.instructions = .none }
    return plan.withFittingRounds(cells)
  }

  private func withFittingRounds(_ cells: Int) -> RunPlan {
    guard isFlexible, times, cells > 0 else { return self }
    let share = Self.secondsOfTiming * 1e3 / Double(cells)
    func milliseconds(_ rounds: Int) -> Double { share / Double(rounds) - Self.millisecondsBeside }
    var plan = self
    plan.rounds =
      (1...rounds).last { milliseconds($0) >= Self.leastMilliseconds } ?? 1
    plan.millisecondsACell = min(
      millisecondsACell, max(Self.leastMilliseconds, milliseconds(plan.rounds))
    ).rounded(places: 1)
    return plan
  }

  /// What a reader must know of a fitted plan; nothing where it is as it was.
  func remarks(on fitted: RunPlan, cells: Int) -> [String] {
    [roundsRemark(on: fitted, cells: cells), instructionsRemark(on: fitted, cells: cells)]
      .compactMap(\.self)
  }

  private func instructionsRemark(on fitted: RunPlan, cells: Int) -> String? {
    fitted.instructions == instructions
      ? nil
      : "the instructions of \(cells) cells are not counted, to end in minutes: --instructions valgrind counts them"
  }

  private func roundsRemark(on fitted: RunPlan, cells: Int) -> String? {
    guard (fitted.rounds, fitted.millisecondsACell) != (rounds, millisecondsACell) else {
      return nil
    }
    func words(_ plan: RunPlan) -> String {
      "\(plan.rounds) x \(plan.millisecondsACell.formatted(.number.locale(Locale(identifier: "en_US_POSIX")))) ms"
    }
    return "\(cells) cells are timed \(words(fitted)) each, not \(words(self)), to end in minutes: "
      + "--rounds and --cell-time set it"
  }
}
