import Foundation

/// What a report says about where a run comes from.
public struct RunLabel: Equatable, Sendable, Encodable {
  /// The folder, or the name of the baseline.
  public var name: String
  /// The identifier of the run.
  public var id: String
  /// The commit that was measured, abbreviated, with a `+` where the tree had changes.
  public var commit: String
  /// What these changes were, in a few words; nil where there were none, or where the run does not say.
  public var changes: String?
  /// When the run began.
  public var start: Date
  /// How far it got.
  public var status: RunStatus

  package init(_ run: Run) {
    name = run.name
    id = run.metadata.savedFrom ?? run.metadata.id
    commit = run.metadata.commit.prefix(10) + (run.metadata.dirty ? "+" : "")
    changes = run.metadata.changes
    start = run.metadata.start
    status = run.metadata.status
  }
}
