import BenchmarkModel
import Foundation

extension RunPlan {
  /// The time for all timing, in seconds, if the user gave neither rounds nor time.
  ///
  /// Counting takes additional time: all locales with all scripts take less than five minutes.
  package static let secondsOfTiming = 120.0

  /// The maximum number of cells whose instructions are counted without a request: that takes 70 seconds on two cores.
  package static let cellsWithInstructions = 1_000

  /// The time per cell and round besides timing, in milliseconds: recording its sessions and warming up.
  private static let millisecondsBeside = 3.5
  /// The minimum time per cell and round: a shorter one says too little.
  private static let leastMilliseconds = 2.0

  /// The time to count a cell in a round, in milliseconds on two cores, like the other figures here; progress uses
  /// their ratios.
  package static let workOfCounting = 3.0
  /// The time to find the allocation sites of a cell.
  package static let workOfSites = 10.0
  /// The time to find the functions that execute its instructions.
  package static let workOfFunctions = 500.0
  /// The time to count the instructions of a cell.
  package static let workOfInstructions = 60.0
  /// The time to time a cell, per round.
  package var workOfTiming: Double { millisecondsACell + Self.millisecondsBeside }

  /// The time to start under valgrind: a worker translates and warms up every strategy.
  package static let workOfStart = 5_500.0

  /// The time of the whole run, in milliseconds.
  package func work(cells: Int, findsSites: Bool = false) -> Double {
    let aCell =
      Double(Self.countingRounds) * Self.workOfCounting
      + (instructions == .valgrind ? Self.workOfInstructions : 0)
      + (sites && findsSites ? Self.workOfSites : 0)
      + (sites && instructions == .valgrind ? Self.workOfFunctions : 0)
      + (times ? Double(rounds) * workOfTiming : 0)
    return Double(cells) * aCell + (instructions == .valgrind ? Self.workOfStart : 0)
  }

  /// The plan with as many rounds, and as long ones, as fit into ``secondsOfTiming``.
  ///
  /// More rounds are worth more than long rounds, since they are fresh processes; so rounds are shortened first.
  package func fitted(to cells: Int) -> RunPlan {
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

  /// The remarks about a fitted plan that a reader must know; empty if the plan did not change.
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
