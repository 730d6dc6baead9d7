import Foundation

/// One of the runs that a merged run was made from.
public struct MergedRun: Codable, Equatable, Sendable {
  /// The identifier, as in its rows; if two runs had the same one, with a number added.
  public var id: String
  /// The time when it began.
  public var start: Date
  /// The time when it ended.
  public var end: Date?
  /// Its command line, program first.
  public var argv: [String]
  /// The plan that it was given.
  public var plan: RunMetadata.Plan
  /// The machine that it was measured on.
  public var host: HostFacts
  /// The state of that machine.
  public var conditions: RunMetadata.Conditions
}
