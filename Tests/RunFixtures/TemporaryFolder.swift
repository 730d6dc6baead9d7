import BenchmarkResults
import Foundation

/// A folder for one test, deleted when the test ends.
package final class TemporaryFolder: Sendable {
  /// The path of the folder.
  package let path: String

  /// Creates an empty folder.
  package init() throws {
    path = FileManager.default.temporaryDirectory
      .appending(path: "keystroke-bench-\(UUID().uuidString)").path()
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Returns the path of a file inside the folder.
  package func path(_ name: String) -> String { "\(path)/\(name)" }

  /// Returns the text of a file inside the folder.
  package func text(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

  /// The last part of the path.
  package var name: String { URL(filePath: path).lastPathComponent }

  /// Replaces the text of a file inside the folder, and makes the folders that it is in.
  package func write(_ text: String, to name: String) throws {
    let file = URL(filePath: path(name))
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// Writes a shell script that can be executed.
  package func writeProgram(_ script: String, to name: String) throws {
    try write(script.hasPrefix("#!") ? script : "#!/bin/sh\n\(script)\n", to: name)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path(name))
  }

  /// Changes the lines of a file inside the folder; the header is the first line.
  package func editLines(of name: String, _ body: (inout [String]) -> Void) throws {
    var lines = try text(name).split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
    body(&lines)
    try write(lines.joined(separator: "\n"), to: name)
  }

  /// Changes the lines of `samples.csv` of a finished run inside, and updates `run.json` to match, as a forger would.
  package func editRows(ofRun name: String, _ body: (inout [String]) -> Void) throws {
    try editLines(of: "\(name)/samples.csv", body)
    try reseal(name)
  }

  /// Updates `run.json` of a finished run inside with the row counts and digests of the files beside it.
  package func reseal(_ name: String) throws {
    var files: [String: [String: Any]] = [:]
    let samples = path("\(name)/\(SampleFile.name)")
    let bytes = try [UInt8](Data(contentsOf: URL(filePath: samples)))
    files[SampleFile.name] = [
      "rows": max(0, bytes.count { $0 == UInt8(ascii: "\n") } - 1),
      "sha256": SHA256.digest(of: bytes),
    ]
    if let sites = try SiteFile.record(ofRun: path(name)) {
      files[SiteFile.name] = ["rows": sites.rows, "sha256": sites.sha256]
    }
    try editJSON(of: "\(name)/run.json") { $0["files"] = files }
  }

  /// Sets a value of `run.json` of a run inside, by its path such as `plan.rounds`; nil removes it.
  package func setMetadata(ofRun name: String, _ path: String, _ value: Any?) throws {
    func set(_ path: ArraySlice<Substring>, in object: inout [String: Any]) {
      guard let key = path.first.map(String.init) else { return }
      guard path.count > 1 else {
        object[key] = value
        return
      }
      var inner = object[key] as? [String: Any] ?? [:]
      set(path.dropFirst(), in: &inner)
      object[key] = inner
    }
    try editJSON(of: "\(name)/run.json") { set(path.split(separator: ".")[...], in: &$0) }
  }

  /// Changes the JSON object in a file inside the folder, as a person with an editor would.
  package func editJSON(of name: String, _ body: (inout [String: Any]) -> Void) throws {
    let file = URL(filePath: path(name))
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
    guard var object = json as? [String: Any] else { throw CocoaError(.fileReadCorruptFile) }
    body(&object)
    try JSONSerialization.data(
      withJSONObject: object, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    ).write(to: file)
  }
}
