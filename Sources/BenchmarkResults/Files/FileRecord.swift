/// What the `run.json` of a finished run says of a file beside it, so that nothing can go missing from that unseen.
///
/// It tells damage, not intent: whoever writes both files anew can make them agree.
public struct FileRecord: Codable, Equatable, Sendable {
  /// How many rows the file has, without its header.
  public var rows: Int
  /// The SHA-256 of its bytes, in lower-case hexadecimal digits.
  public var sha256: String

  /// Describes a file of so many rows.
  package init(rows: Int, sha256: String) {
    self.rows = rows
    self.sha256 = sha256
  }
}

extension RunMetadata {
  /// Refuses a file of which something is gone, or that is another one.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - name: its name in ``files``.
  ///   - rows: how many rows were read.
  ///   - sha256: the digest of what was read.
  /// - Throws: ``ResultsError`` that names the file.
  func check(
    _ path: String, name: String, rows: Int, sha256: String
  ) throws(ResultsError) {
    guard status == .finished else { return }
    guard let record = files?[name] else {
      throw ResultsError(
        file: path,
        problem: "run.json has no count and no digest of it, though the run is finished",
        expected: "what is written when a run finishes", hint: Self.hintForDamage)
    }
    guard record.rows == rows else {
      throw ResultsError(
        file: path, problem: "\(rows) rows, and \(record.rows) when the run finished",
        hint: Self.hintForDamage)
    }
    guard record.sha256 == sha256 else {
      throw ResultsError(
        file: path, problem: "not as it was when the run finished: its SHA-256 is another",
        expected: record.sha256, hint: Self.hintForDamage)
    }
  }

  static let hintForDamage = "restore the file or measure again"
}
