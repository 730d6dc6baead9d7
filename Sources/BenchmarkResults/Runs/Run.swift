import Synchronization

/// A run read from disk.
///
/// A class, since what a run says about itself is large, and much is made of one run.
public final class Run: Sendable {
  /// The folder or the name of the baseline, as the caller named it.
  public let name: String
  /// What the run says about itself.
  public let metadata: RunMetadata
  /// Its rows.
  public let rows: RowTable

  private let knownPlaces = Mutex<RunPlaces?>(nil)

  /// Puts a run together.
  package init(name: String, metadata: RunMetadata, rows: RowTable) {
    self.name = name
    self.metadata = metadata
    self.rows = rows
  }

  /// Where the rows of each cell are, put together by whoever asks first.
  package var places: RunPlaces {
    knownPlaces.withLock { known in
      if let known { return known }
      let places = RunPlaces(rows)
      known = places
      return places
    }
  }

  /// The same run under another name.
  func named(_ name: String) -> Run { Run(name: name, metadata: metadata, rows: rows) }
}
