import BenchmarkModel
import Foundation

/// The contents of `run.json`: the origin of a run and the circumstances of its measurement.
///
/// A figure that is not available is nil, and absent from the file.
package struct RunMetadata: Codable, Equatable, Sendable {
  /// The version of the files that this library writes and reads.
  package static let currentSchemaVersion = 3

  /// The version of the layout of `run.json` and `samples.csv`.
  package var schemaVersion = RunMetadata.currentSchemaVersion
  /// The identifier of the run, repeated in each row.
  package var id: String
  /// The id of the run that a baseline was saved from; nil for any other run.
  package var savedFrom: String?
  /// The status of the run.
  package var status = RunStatus.running
  /// The time when it began, in whole seconds.
  package var start: Date
  /// The time when it ended, in whole seconds.
  package var end: Date?
  /// The command line, program first.
  package var argv: [String]
  /// The code that was measured.
  package var source: Source
  /// The plan that the run was given.
  package var plan: Plan
  /// The tools and libraries that the code was built and counted with.
  package var toolchain: Toolchain
  /// The machine that the run was measured on; several if it was merged from runs of several machines.
  package var hosts: [HostFacts]
  /// The state of the machine and of its clock.
  package var conditions: Conditions
  /// The promises of the strategies about the text that they leave, by name; nil if the run does not say.
  package var promises: [String: Promise]?
  /// The metrics that its strategies define themselves; nil if there are none.
  package var metrics: [OwnMetric]?
  /// The strategies that the suites are about, if they list others to compare with; nil if the run does not say.
  package var ownStrategies: [String]?
  /// Warnings about the run's own figures.
  package var warnings: [String] = []
  /// The cells whose text was wrong.
  package var wrongTexts: [CellMismatch] = []
  /// Keystrokes per pair of clock reads, by cell id, if one is too short for the clock.
  package var batchedKeystrokes: [String: Int] = [:]
  /// The other files in the folder of `run.json`, by name; nil unless the run is finished.
  package var files: [String: FileRecord]?
  /// The runs that it was merged from; nil for a run that was not merged.
  package var mergedFrom: [MergedRun]?
  /// The paired comparison that the run is a side of; nil for any other run.
  package var paired: PairedRecord?

  /// Describes a run that is starting.
  package init(
    id: String, start: Date, argv: [String], source: Source, plan: Plan, toolchain: Toolchain,
    host: HostFacts, conditions: Conditions
  ) {
    self.id = id
    self.start = start
    self.argv = argv
    self.source = source
    self.plan = plan
    self.toolchain = toolchain
    hosts = [host]
    self.conditions = conditions
  }
}

/// The status of a run.
package enum RunStatus: String, Codable, Sendable {
  /// Still running, or killed before it could say otherwise.
  case running
  /// Every round has been measured.
  case finished
  /// Stopped by the user.
  case interrupted
  /// Stopped by an error.
  case failed
}

extension RunMetadata {
  /// The code that was measured.
  package struct Source: Codable, Hashable, Sendable {
    /// The commit.
    package var commit: String
    /// True if the tree had changes that were not committed, or sources that git does not know.
    package var dirty: Bool
    /// A few words on these changes; nil if there were none, or if the run does not say.
    package var changes: String?
    /// The SHA-256 of the worker; nil if the run does not say.
    package var program: String?
    /// The files that changed after the worker was built from them; nil if this is not known.
    package var newerSources: [String]?

    /// Describes a commit.
    package init(commit: String, dirty: Bool) {
      self.commit = commit
      self.dirty = dirty
    }
  }

  /// The plan of a run.
  package struct Plan: Codable, Equatable, Sendable {
    /// The names of the suites.
    package var suites: [String]
    /// The seed of the order of cells and of the scripts.
    package var seed: UInt64
    /// The number of rounds.
    package var rounds: Int
    /// The filter of the cells; nil for all cells of the suites.
    package var filter: CellFilter?
    /// The part of a whole; nil for the whole.
    package var shard: ShardRecord?

    /// Makes a plan for all cells of the suites.
    package init(suites: [String], seed: UInt64, rounds: Int) {
      self.suites = suites
      self.seed = seed
      self.rounds = rounds
    }
  }

  /// The state of a machine and of its clock, as far as known.
  package struct Conditions: Codable, Equatable, Sendable {
    /// The cost of reading the clock, in nanoseconds.
    package var clockOverheadNanoseconds: Double?
    /// The smallest step of the clock, in nanoseconds.
    package var clockResolutionNanoseconds: Double?
    /// The load average of the last minute when the run began.
    package var loadAverageAtStart: Double?
    /// The load average of the last minute when the run ended.
    package var loadAverageAtEnd: Double?
    /// The mean number of other processes that were ready to run, over a tenth of a second when the run began.
    ///
    /// The load average cannot distinguish them from a build that ended a moment before.
    package var othersReadyAtStart: Double?
    /// The largest share of a timed round in which a hypervisor ran other guests on the worker's processor.
    package var stolenShare: Double?

    /// Makes conditions of which nothing is known.
    package init() {}

    /// The worst of several, so that nothing seems better than it was.
    init(worstOf all: [Conditions]) {
      clockOverheadNanoseconds = all.compactMap(\.clockOverheadNanoseconds).max()
      clockResolutionNanoseconds = all.compactMap(\.clockResolutionNanoseconds).max()
      loadAverageAtStart = all.compactMap(\.loadAverageAtStart).max()
      loadAverageAtEnd = all.compactMap(\.loadAverageAtEnd).max()
      stolenShare = all.compactMap(\.stolenShare).max()
      // A part that lacks this figure may have been the busy one.
      let ready = all.compactMap(\.othersReadyAtStart)
      othersReadyAtStart = ready.count == all.count ? ready.max() : nil
    }
  }
}

/// The record of a run that is one part of a whole.
package struct ShardRecord: Codable, Equatable, Sendable {
  /// The number of the part, from 1.
  package var index: Int
  /// The number of parts of the whole.
  package var count: Int
  /// The number of cells of the whole.
  package var cells: Int
  /// A digest that distinguishes the cells of the whole from other cells; see `Shard.digest(of:)`.
  package var digest: String

  /// Describes a shard of these cells.
  package init(_ shard: Shard, of whole: [Cell]) {
    index = shard.index
    count = shard.count
    cells = whole.count
    digest = Shard.digest(of: whole)
  }

  /// The shard; nil if the index exceeds the count.
  package var shard: Shard? { Shard(index: index, count: count) }

  /// The index and the count, as in `2/3`.
  var name: String { "\(index)/\(count)" }
}
