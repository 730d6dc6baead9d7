/// A run read from disk.
public struct Run: Sendable {
  /// The folder or the name of the baseline, as the caller named it.
  public var name: String
  /// What the run says about itself.
  public var metadata: RunMetadata
  /// Its rows.
  public var rows: RowTable

  /// Puts a run together.
  package init(name: String, metadata: RunMetadata, rows: RowTable) {
    self.name = name
    self.metadata = metadata
    self.rows = rows
  }
}
