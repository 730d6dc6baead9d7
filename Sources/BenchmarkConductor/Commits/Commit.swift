/// A state of the sources.
struct Commit: Equatable, Sendable {
  /// The whole id.
  var id: String
  /// The id of its files: equal for commits that differ in their message alone.
  var tree: String
  /// The abbreviated id, as runs have it; of a work tree that of the commit it is based on.
  var short: String
  /// Whether it is a work tree that differs from its commit.
  var isDirty: Bool
}
