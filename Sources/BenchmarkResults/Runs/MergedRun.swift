import Foundation

/// What a merged run says of one of the runs that it was merged from.
public struct MergedRun: Codable, Equatable, Sendable {
  /// The identifier, as its rows have it; where two runs had the same, with a number added.
  public var id: String
  /// When it began.
  public var start: Date
  /// When it ended.
  public var end: Date?
  /// Its command line, program first.
  public var argv: [String]
  /// Its part, where it was a shard.
  public var shard: ShardRecord?
  /// How many rounds were asked for.
  public var roundsPlanned: Int
  /// The machine that it was measured on.
  public var host: HostFacts
  /// The load average of the last minute when it began.
  public var loadAverageAtStart: Double?
  /// The load average of the last minute when it ended.
  public var loadAverageAtEnd: Double?

  /// Describes a run.
  init(_ run: RunMetadata, id: String) {
    self.id = id
    start = run.start
    end = run.end
    argv = run.argv
    shard = run.shard
    roundsPlanned = run.roundsPlanned
    host = run.host
    loadAverageAtStart = run.loadAverageAtStart
    loadAverageAtEnd = run.loadAverageAtEnd
  }
}
