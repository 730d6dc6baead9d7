import BenchmarkModel
import Foundation

/// What `run.json` says about a run: where it comes from and what it was measured with.
///
/// Figures that could not be had are nil, and absent from the file.
public struct RunMetadata: Codable, Equatable, Sendable {
  /// The version of the files that this library writes and reads.
  public static let currentSchemaVersion = 2

  /// The version of the layout of `run.json` and `samples.csv`.
  public var schemaVersion = RunMetadata.currentSchemaVersion
  /// The identifier of the run, repeated in each row.
  public var id: String
  /// The id of the run that a baseline was saved from; nil in any other run.
  public var savedFrom: String?
  /// What is beside `run.json`, by the name of the file; nil unless the run is finished.
  public var files: [String: FileRecord]?
  /// Which part of a whole the run is; nil where it is the whole.
  public var shard: ShardRecord?
  /// The runs that it was merged from; nil for a run that was measured as it is.
  public var mergedFrom: [MergedRun]?
  /// How far the run got.
  public var status: RunStatus
  /// When it began, in whole seconds.
  public var start: Date
  /// When it ended, in whole seconds.
  public var end: Date?
  /// The command line, program first.
  public var argv: [String]
  /// The seed of the order of cells and of the scripts.
  public var seed: UInt64
  /// The commit that was measured.
  public var commit: String
  /// Whether the tree had changes that were not committed, or sources that git does not know.
  public var dirty: Bool
  /// What these were, in a few words; nil where there were none, or where the run does not say.
  public var changes: String?
  /// Which cells were asked for; nil where all of the suite were, or where the run does not say.
  public var filter: CellFilter?
  /// What the strategies promise to leave in a field, by name; nil where the run does not say.
  public var promises: [String: Promise]?
  /// The names of the suites.
  public var suites: [String]
  /// The paired comparison that the run is a side of; nil for any other run.
  public var paired: PairedRecord?
  /// How many rounds were asked for.
  public var roundsPlanned: Int
  /// The version of the Swift compiler, for example `6.3.1`.
  public var swiftVersion: String
  /// The build configuration.
  public var configuration: BuildConfiguration
  /// The version of ICU inside Foundation.
  public var icuVersion: String?
  /// The version of CLDR that ICU carries.
  public var cldrVersion: String?
  /// The allocator behind the counting shim, for example `jemalloc`.
  public var allocator: String
  /// The allocator's version.
  public var allocatorVersion: String?
  /// The version of valgrind that counted instructions, for example `3.19.0`; nil where none did.
  public var valgrindVersion: String?
  /// The version of the C library, whose routines are part of what is counted.
  public var libcVersion: String?
  /// The instruction set, for example `x86_64`.
  public var architecture: String?
  /// The processor, as the kernel names it.
  public var cpuModel: String
  /// How many logical cores there are.
  public var cores: Int
  /// The kernel and its version.
  public var kernel: String
  /// The kernel's clock source, for example `tsc`.
  public var clockSource: String
  /// What reading the clock costs, in nanoseconds.
  public var clockOverheadNanoseconds: Double?
  /// The smallest step of the clock, in nanoseconds.
  public var clockResolutionNanoseconds: Double?
  /// The load average of the last minute when the run began.
  public var loadAverageAtStart: Double?
  /// How many other processes were ready to run when the run began, in the mean of a tenth of a second.
  ///
  /// The load average cannot tell them from a build that ended a moment before.
  public var othersReadyAtStart: Double?
  /// The load average of the last minute when the run ended.
  public var loadAverageAtEnd: Double?
  /// The hypervisor or container, where there is one.
  public var virtualisation: String?
  /// What the run has to say about its own figures.
  public var warnings: [String]
  /// The cells whose text was wrong.
  public var wrongTexts: [WrongText]
  /// Keystrokes per pair of clock reads, by cell id, where one is too short for the clock.
  public var batchedKeystrokes: [String: Int]

  /// Makes the metadata of a run; what is optional may be set later.
  public init(
    id: String, status: RunStatus = .running, start: Date, end: Date? = nil, argv: [String],
    seed: UInt64, commit: String, dirty: Bool, suites: [String], roundsPlanned: Int,
    swiftVersion: String, configuration: BuildConfiguration, icuVersion: String? = nil,
    cldrVersion: String? = nil, allocator: String, allocatorVersion: String? = nil,
    cpuModel: String, cores: Int, kernel: String, clockSource: String,
    clockOverheadNanoseconds: Double? = nil, clockResolutionNanoseconds: Double? = nil,
    loadAverageAtStart: Double? = nil, loadAverageAtEnd: Double? = nil,
    virtualisation: String? = nil,
    warnings: [String] = [], wrongTexts: [WrongText] = [], batchedKeystrokes: [String: Int] = [:]
  ) {
    self.id = id
    self.status = status
    self.start = start
    self.end = end
    self.argv = argv
    self.seed = seed
    self.commit = commit
    self.dirty = dirty
    self.suites = suites
    self.roundsPlanned = roundsPlanned
    self.swiftVersion = swiftVersion
    self.configuration = configuration
    self.icuVersion = icuVersion
    self.cldrVersion = cldrVersion
    self.allocator = allocator
    self.allocatorVersion = allocatorVersion
    self.cpuModel = cpuModel
    self.cores = cores
    self.kernel = kernel
    self.clockSource = clockSource
    self.clockOverheadNanoseconds = clockOverheadNanoseconds
    self.clockResolutionNanoseconds = clockResolutionNanoseconds
    self.loadAverageAtStart = loadAverageAtStart
    self.loadAverageAtEnd = loadAverageAtEnd
    self.virtualisation = virtualisation
    self.warnings = warnings
    self.wrongTexts = wrongTexts
    self.batchedKeystrokes = batchedKeystrokes
  }
}

/// How far a run got.
public enum RunStatus: String, Codable, CaseIterable, Sendable {
  /// Still running, or killed before it could say otherwise.
  case running
  /// Every round is there.
  case finished
  /// Stopped by the user.
  case interrupted
  /// Stopped by an error.
  case failed
}

/// What `run.json` says of a run that is one part of a whole.
public struct ShardRecord: Codable, Equatable, Sendable {
  /// Which part, from 1.
  public var index: Int
  /// How many parts the whole has.
  public var count: Int
  /// How many cells the whole has.
  public var cells: Int
  /// What tells the cells of the whole from those of another; see `Shard.digest(of:)`.
  public var digest: String

  /// Describes a shard of these cells.
  public init(_ shard: Shard, of whole: [Cell]) {
    index = shard.index
    count = shard.count
    cells = whole.count
    digest = Shard.digest(of: whole)
  }

  /// The shard; nil where the file holds an index that is none of the count.
  public var shard: Shard? { Shard(index: index, count: count) }

  /// The index and the count, as in `2/3`.
  var name: String { "\(index)/\(count)" }
}
