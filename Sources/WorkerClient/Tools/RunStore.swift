import BenchmarkResults
import CEmbeddedFiles
import Foundation
import Subprocess

/// A store of runs: a Parquet file for each suite of a run, as `scripts/store` writes them.
///
/// Swift has no reader of Parquet, so a script in this program reads them with the DuckDB of a Python.
package struct RunStore: Sendable {
  /// The folder, as the caller named it.
  private let folder: String
  /// The files of each run.
  private let runs: [[String]]

  /// Finds the files of a store; nil where a folder has none.
  package init?(_ folder: String) {
    func names(in folder: String, _ prefix: String, _ suffix: String = "") -> [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
        .filter { $0.hasPrefix(prefix) && $0.hasSuffix(suffix) }.sorted()
    }
    // A run of several suites has as many files, all of one name.
    var files: [String: [String]] = [:]
    for suite in names(in: folder, "suite=").map({ "\(folder)/\($0)" }) {
      for month in names(in: suite, "month=").map({ "\(suite)/\($0)" }) {
        for name in names(in: month, "", ".parquet") {
          files[name, default: []].append("\(month)/\(name)")
        }
      }
    }
    guard !files.isEmpty else { return nil }
    self.folder = folder
    runs = files.sorted { $0.key < $1.key }.map(\.value)
  }

  /// How many runs there are.
  package var count: Int { runs.count }

  /// The runs in parts, each of which is read at once: a Python takes a while to begin, and all runs at once much room.
  package var parts: [ArraySlice<[String]>] {
    stride(from: 0, to: runs.count, by: 16).map { runs[$0..<min($0 + 16, runs.count)] }
  }

  /// Reads runs, with their rounds folded.
  ///
  /// - Parameters:
  ///   - part: the files of each.
  ///   - python: a Python that has DuckDB: its name on the path, or its path.
  /// - Returns: the runs, in that order.
  /// - Throws: ``RunError`` where a file is damaged or the Python cannot read it, and `ResultsError` for what is no run.
  package func read(_ part: ArraySlice<[String]>, with python: String) async throws -> [Run] {
    try await TemporaryPlace.with { place in
      let asked = String(decoding: try JSONEncoder().encode(Array(part)), as: UTF8.self)
      let script = String(cString: storeReader())
      let outcome: SystemTool.Outcome
      do {
        outcome = try await SystemTool.run(python, ["-c", script, place], input: asked)
      } catch is SubprocessError {
        throw RunError(
          "\(folder) is a store, and \(python), which is to read it, cannot be run; name a Python that has duckdb with KEYSTROKE_BENCH_PYTHON"
        )
      }
      guard outcome.isSuccess else {
        throw RunError("\(folder) could not be read by \(python): \(outcome.reasons.last)")
      }
      return try part.enumerated().map { number, files in
        try StoredRun.read("\(place)/\(number)", from: files[0])
      }
    }
  }
}
