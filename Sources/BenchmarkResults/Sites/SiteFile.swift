import BenchmarkModel

/// The layout of `sites.csv`, which is in the same folder as `samples.csv` and lists the sites that costs come from.
package enum SiteFile {
  /// The name of the file in the folder of a run.
  package static let name = "sites.csv"

  /// The columns, in order.
  package static let columns = [
    "suite", "strategy", "value", "locale", "length", "script", "phase", "metric", "instrument",
    "stack", "count", "bytes",
  ]

  /// The header line, without its line break.
  package static let header = columns.joined(separator: ",")

  /// True if the folder of a run has sites.
  package static func exists(inRun folder: String) -> Bool { FileAccess.exists(path(folder)) }

  /// Writes the sites of a run atomically; former ones are replaced.
  ///
  /// Sites whose folded stacks are equal become one line, with the sum of both.
  package static func write(
    _ sites: some Sequence<CostSite>, toRun folder: String
  ) throws(Problem) {
    var encoder = SiteEncoder(file: path(folder))
    for site in merged(sites) { try encoder.append(site) }
    try FileAccess.replace(path(folder), encoder.bytes)
  }

  /// Reads the sites of a run.
  ///
  /// - Throws: ``Problem`` if there are none, or if the file is damaged, with its line, or has changed since the
  ///   run finished.
  package static func read(fromRun folder: String) throws(Problem) -> [CostSite] {
    let file = path(folder)
    guard FileAccess.exists(file) else {
      throw Problem(
        file: RunFolder(folder).path, problem: "the run has no \(name)",
        hint: "measure it again with: keystroke-bench run --sites")
    }
    let metadata = RunFolder(folder).metadata
    let run = try RunMetadata(
      json: FileAccess.read(metadata, limit: FileAccess.largestMetadata), file: metadata)
    let bytes = try FileAccess.read(file)
    let sites = try parse(bytes, file: file, of: run)
    try run.check(file, name: name, rows: sites.count, sha256: SHA256.digest(of: bytes))
    return sites
  }

  /// The record of the file for `run.json`; nil if the run has no such file.
  package static func record(ofRun folder: String) throws(Problem) -> FileRecord? {
    guard exists(inRun: folder) else { return nil }
    let bytes = try FileAccess.read(path(folder))
    return FileRecord(
      rows: try parse(bytes, file: path(folder)).count, sha256: SHA256.digest(of: bytes))
  }

  /// Reads the bytes of a file.
  ///
  /// - Parameters:
  ///   - bytes: the bytes.
  ///   - file: the name of the file in errors.
  ///   - owner: the run whose costs they must be; nil for any.
  /// - Returns: the sites in the order of the file.
  /// - Throws: ``Problem`` with the line of the first damage.
  package static func parse(
    _ bytes: [UInt8], file: String, of owner: RunMetadata? = nil
  ) throws(Problem) -> [CostSite] {
    try SiteParser.parse(bytes, file: file, of: owner)
  }

  /// The sites with those merged that would be the same line, in the order of their first ones.
  private static func merged(_ sites: some Sequence<CostSite>) -> [CostSite] {
    var places: [SeriesKey: [String: Int]] = [:]
    var merged: [CostSite] = []
    for site in sites {
      let stack = site.stack.folded
      guard let place = places[site.series]?[stack] else {
        places[site.series, default: [:]][stack] = merged.count
        merged.append(site)
        continue
      }
      merged[place].count += site.count
      // If a part of a sum was not measured, the sum was not either.
      merged[place].bytes = merged[place].bytes.flatMap { sum in site.bytes.map { sum + $0 } }
    }
    return merged
  }

  private static func path(_ folder: String) -> String { "\(RunFolder(folder).path)/\(name)" }
}
