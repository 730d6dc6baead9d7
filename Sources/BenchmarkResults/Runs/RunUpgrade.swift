import BenchmarkModel
import Foundation

/// Makes a run of the schema before one of the present schema.
package enum RunUpgrade {
  /// Writes a `run.json` that has the number of rows and the digest of each file.
  ///
  /// The files are taken as they are: nothing of the old schema shows that none of their rows is gone.
  ///
  /// - Parameter folder: the folder of a run, or of a baseline.
  /// - Returns: the run as it is read from now on.
  /// - Throws: ``ResultsError`` where it is no such run, is damaged, or has the present schema already.
  package static func upgrade(_ folder: String) throws(ResultsError) -> Run {
    let paths = RunFolder(folder)
    let bytes = try FileAccess.read(paths.metadata, limit: FileAccess.largestMetadata)
    var metadata = try RunMetadata(
      json: bytes, file: paths.metadata, version: RunMetadata.upgradableVersion)
    metadata.schemaVersion = RunMetadata.currentSchemaVersion
    if metadata.status == .finished {
      let samples = try FileAccess.read(paths.samples)
      let rows = try SampleFile.parse(samples, file: paths.samples, of: metadata)
      metadata.files = [
        SampleFile.name: FileRecord(rows: rows.count, sha256: SHA256.digest(of: samples))
      ]
      metadata.files?[SiteFile.name] = try SiteFile.record(ofRun: folder)
    }
    do {
      try FileAccess.replace(paths.metadata, metadata.json())
    } catch let error as ResultsError {
      throw error
    } catch {
      throw ResultsError(file: paths.metadata, problem: "it could not be written anew")
    }
    return try RunReader.read(folder)
  }
}
