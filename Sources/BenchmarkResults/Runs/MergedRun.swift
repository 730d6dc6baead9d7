import Foundation

/// One of the runs that a merged run was made from.
package struct MergedRun: Codable, Equatable, Sendable {
  /// The identifier, as in its rows; if two runs had the same one, with a number added.
  package var id: String
  /// The time when it began.
  package var start: Date
  /// The time when it ended.
  package var end: Date?
  /// Its command line, program first.
  package var argv: [String]
  /// The plan that it was given.
  package var plan: RunMetadata.Plan
  /// The machine that it was measured on.
  package var host: HostFacts
  /// The state of that machine.
  package var conditions: RunMetadata.Conditions
}
