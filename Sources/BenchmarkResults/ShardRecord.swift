import KeystrokeWorkload

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
