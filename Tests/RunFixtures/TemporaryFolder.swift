import Foundation

/// A folder of a test's own that goes when the test does.
package final class TemporaryFolder: Sendable {
  /// Where it is.
  package let path: String

  /// Makes an empty folder.
  package init() throws {
    path = FileManager.default.temporaryDirectory
      .appending(path: "keystroke-bench-\(UUID().uuidString)").path()
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of something inside.
  package func path(_ name: String) -> String { "\(path)/\(name)" }

  /// The text of a file inside.
  package func text(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

  /// Replaces the text of a file inside.
  package func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path(name)))
  }

  /// Changes the lines of a file inside, the header being the first.
  package func editLines(of name: String, _ body: (inout [String]) -> Void) throws {
    var lines = try text(name).split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
    body(&lines)
    try write(lines.joined(separator: "\n"), to: name)
  }
}
