import Foundation

/// The origin of a run, as reports show it.
package struct RunLabel: Equatable, Sendable, Encodable {
  /// The folder, or the name of the baseline.
  package var name: String
  /// The identifier of the run.
  package var id: String
  /// The commit that was measured, abbreviated, with a `+` if the tree had changes.
  package var commit: String
  /// A few words on these changes; nil if there were none, or if the run does not say.
  package var changes: String?
  /// The time when the run began.
  package var start: Date
  /// The status of the run.
  package var status: RunStatus

  package init(_ run: Run) {
    name = run.name
    id = run.metadata.savedFrom ?? run.metadata.id
    commit = run.metadata.source.commit.prefix(10) + (run.metadata.source.dirty ? "+" : "")
    changes = run.metadata.source.changes
    start = run.metadata.start
    status = run.metadata.status
  }
}
