/// A run read from disk.
public struct Run: Sendable {
  /// The folder or the name of the baseline, as the caller named it.
  public var name: String
  /// What the run says about itself.
  public var metadata: RunMetadata
  /// Its rows.
  public var rows: RowTable { didSet { cache = RunPlaces.Cache() } }

  private var cache = RunPlaces.Cache()
  /// Where the rows of each cell are.
  package var places: RunPlaces { cache.places(in: rows) }

  /// Puts a run together.
  package init(name: String, metadata: RunMetadata, rows: RowTable) {
    self.name = name
    self.metadata = metadata
    self.rows = rows
  }
}
