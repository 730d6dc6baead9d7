import BenchmarkModel
import BenchmarkResults
import Foundation

/// What a run is to measure, and how.
public struct RunPlan: Sendable {
  /// The seed where none is asked for.
  public static let defaultSeed = DefaultSeed.value

  /// The rounds where no number is asked for.
  public static let defaultRounds = 5
  /// The milliseconds a cell and round where no time is asked for.
  public static let defaultMilliseconds = 30.0

  /// The benchmark executable.
  public var worker: String
  /// The preloaded library; needed where allocations are counted.
  public var shim: String
  /// Which cells.
  public var filter = CellFilter()
  /// Which part of them; nil for all.
  public var shard: Shard?
  /// In how many fresh processes each cell is timed.
  public var rounds = RunPlan.defaultRounds
  /// How long a cell is timed in a round, in milliseconds.
  public var millisecondsACell = RunPlan.defaultMilliseconds
  /// Whether nobody said how often and how long, so that many cells may be timed less; see ``fitted(to:)``.
  public var isFlexible = false
  /// The seed of the scripts and of the order of cells.
  public var seed = RunPlan.defaultSeed
  /// Whether keystrokes are timed.
  public var times = true
  /// Whether allocations are counted.
  public var allocations = true
  /// What counts instructions.
  public var instructions = InstructionSource.none
  /// Whether nobody asked for instructions, so that many cells may go without; see ``fitted(to:)``.
  public var instructionsAreOptional = false
  /// Whether it is stored where allocations, instructions, retains and releases come from.
  public var sites = false
  /// Whether the distributions of times are stored whole.
  public var histograms = false
  /// Whether a debug build may be measured.
  public var allowsDebug = false
  /// When the run begins; its identifier says so.
  public var start = Date()
  /// Its number among the runs that begin in the same second, which its identifier has from 2 on.
  public var number = 1
  /// The folder of the run.
  public var folder: String
  /// Whether the folder holds a run that was cut short, and that is to be completed.
  public var resumes = false
  /// The command line, program first.
  public var argv: [String]
  /// The commit that the worker was built from, and whether it had changes beside it; nil for that of the working folder.
  public var commit: (id: String, dirty: Bool)?
  /// The folder that keeps the worker's instructions; nil if it was built elsewhere.
  public var countsFolder: String?
  /// Whether instructions are counted anew, although some are kept with the build.
  public var recounts = false
  /// The paired comparison that the run is a side of, or nil.
  public var paired: PairedRecord?
  /// The identifier of the run.
  public var id: String {
    Self.folderName(start, number) + (paired.map { "-\($0.role.rawValue)" } ?? "")
  }

  /// A plan with the default settings.
  public init(worker: String, shim: String, folder: String, argv: [String]) {
    self.worker = worker
    self.shim = shim
    self.folder = folder
    self.argv = argv
  }

  /// In how many fresh processes each cell is counted: two, so that what is not exact shows.
  static let countingRounds = 2

  /// How often instructions are counted: once where they are exact.
  var instructionRounds: Int {
    switch instructions {
    case .valgrind: 1
    case .perf: Self.countingRounds
    case .none: 0
    }
  }

  /// Those of all cells that the run measures: all, or what its shard does.
  func cells(of whole: [Cell]) -> [Cell] { shard?.cells(of: whole) ?? whole }

  /// Makes the run one side of a paired comparison; the other one begins at the same time.
  ///
  /// - Parameters:
  ///   - role: which side.
  ///   - budget: how long rounds may take in all, in seconds.
  ///   - seed: what orders, layouts, links and permutations are drawn with.
  public mutating func pair(as role: PairedRecord.Role, budget: Double, seed: UInt64) {
    let other: PairedRecord.Role = role == .baseline ? .candidate : .baseline
    paired = PairedRecord(
      role: role, partner: "\(Self.folderName(start, number))-\(other.rawValue)", budget: budget,
      seed: seed)
  }

  /// The name of a run that begins now, sortable and short, in UTC: `20261121-014500`, and `20261121-014500-2` for another one
  /// in that second.
  public static func folderName(_ start: Date, _ number: Int = 1) -> String {
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

/// What counts the instructions of keystrokes.
public enum InstructionSource: String, CaseIterable, Sendable {
  /// A counter in valgrind, which executes the program instruction by instruction: exact, and slower.
  case valgrind
  /// The processor's own counter, through perf_event_open(2): quick, and a few off from run to run. Not in most virtual
  /// machines.
  case perf
  /// They are not counted.
  case none
}
