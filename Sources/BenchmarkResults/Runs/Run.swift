import Synchronization

/// A run read from disk.
///
/// It is a class because its metadata is large, and many values are made of one run.
package final class Run: Sendable {
  /// The folder or the name of the baseline, as the caller named it.
  package let name: String
  /// The metadata of the run.
  package let metadata: RunMetadata
  /// Its rows.
  package let rows: RowTable

  private let knownPlaces = Mutex<RunPlaces?>(nil)

  /// Makes a run of its parts.
  package init(name: String, metadata: RunMetadata, rows: RowTable) {
    self.name = name
    self.metadata = metadata
    self.rows = rows
  }

  /// The places of the rows of each cell, computed at the first use.
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
