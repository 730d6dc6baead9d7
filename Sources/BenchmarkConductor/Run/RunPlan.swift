import BenchmarkModel
import BenchmarkResults
import Foundation

/// The plan of a run: the cells to measure, and how.
package struct RunPlan: Sendable {
  /// The default seed.
  package static let defaultSeed = DefaultSeed.value

  /// The default number of rounds.
  package static let defaultRounds = 5
  /// The default number of milliseconds per cell and round.
  package static let defaultMilliseconds = 30.0

  /// The benchmark executable.
  package var worker: String
  /// The preloaded library; needed if allocations are counted.
  package var shim: String
  /// The filter of the cells.
  package var filter = CellFilter()
  /// The part of the cells; nil for all.
  package var shard: Shard?
  /// The number of fresh processes in which each cell is timed.
  package var rounds = RunPlan.defaultRounds
  /// The time for which a cell is timed in a round, in milliseconds.
  package var millisecondsACell = RunPlan.defaultMilliseconds
  /// True if the user gave neither rounds nor time, so that many cells may be timed for less; see ``fitted(to:)``.
  package var isFlexible = false
  /// The seed of the scripts and of the order of cells.
  package var seed = RunPlan.defaultSeed
  /// True if keystrokes are timed.
  package var times = true
  /// True if allocations are counted.
  package var allocations = true
  /// The counter of instructions.
  package var instructions = InstructionSource.none
  /// True if the user did not request instructions, so that they may be left out for many cells; see ``fitted(to:)``.
  package var instructionsAreOptional = false
  /// True if the sites of allocations, instructions, retains and releases are stored.
  package var sites = false
  /// The cells of which the sites of allocations are stored even so, because the baseline has them.
  package var sitedCells: Set<Cell> = []
  /// True if a debug build may be measured.
  package var allowsDebug = false
  /// The start of the run, which its identifier contains.
  package var start = Date()
  /// Its number among the runs that begin in the same second, which its identifier has from 2 on.
  package var number = 1
  /// The folder of the run.
  package var folder: String
  /// The strategies that are left out, by name, each with the way in which it ended its process when it was tried.
  package var trapped: [String: String] = [:]
  /// The command line, program first.
  package var argv: [String]
  /// The commit that the worker was built from, and whether there were uncommitted changes; nil for that of the working
  /// folder.
  package var commit: (id: String, dirty: Bool)?
  /// The folder that keeps the worker's counts; nil if it was built elsewhere.
  package var countsFolder: String?
  /// The working folder of the worker, from which it reads files of its commit; nil for that of this program, or the root
  /// under valgrind.
  package var workingFolder: String?
  /// The paired comparison that the run is a side of; nil if there is none.
  package var paired: PairedRecord?
  /// The identifier of the run.
  package var id: String {
    Self.folderName(start, number) + (paired.map { "-\($0.role.rawValue)" } ?? "")
  }

  /// A plan with the default settings.
  package init(worker: String, shim: String, folder: String, argv: [String]) {
    self.worker = worker
    self.shim = shim
    self.folder = folder
    self.argv = argv
  }

  /// The number of fresh processes in which each cell is counted: two, so that counts that are not exact show.
  package static let countingRounds = 2

  /// The cells that the run measures: all, or those of its shard.
  func cells(of whole: [Cell]) -> [Cell] { shard?.cells(of: whole) ?? whole }

  /// Makes the run one side of a paired comparison; the other side begins at the same time.
  ///
  /// - Parameters:
  ///   - role: the side.
  ///   - budget: the time for all rounds, in seconds.
  ///   - seed: the seed of orders, layouts, links and permutations.
  package mutating func pair(as role: PairedRecord.Role, budget: Double, seed: UInt64) {
    let other: PairedRecord.Role = role == .baseline ? .candidate : .baseline
    paired = PairedRecord(
      role: role, partner: "\(Self.folderName(start, number))-\(other.rawValue)", budget: budget,
      seed: seed)
  }

  /// The name of a run that begins now, sortable and short, in UTC: `20261121-014500`, and `20261121-014500-2` for another one
  /// in that second.
  package static func folderName(_ start: Date, _ number: Int = 1) -> String {
    start.formatted(
      Date.VerbatimFormatStyle(
        format:
          """
          \(year: .defaultDigits)\(month: .twoDigits)\(day: .twoDigits)-\
          \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased))\
          \(minute: .twoDigits)\(second: .twoDigits)
          """,
        timeZone: .gmt, calendar: Calendar(identifier: .gregorian)))
      + (number > 1 ? "-\(number)" : "")
  }
}

/// The counters of the instructions of keystrokes.
package enum InstructionSource: String, CaseIterable, Sendable {
  /// A counter in valgrind, which executes the program instruction by instruction: exact, and slower.
  case valgrind
  /// Instructions are not counted.
  case none
}
