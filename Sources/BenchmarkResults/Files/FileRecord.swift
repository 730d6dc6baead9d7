/// The record of a file in the `run.json` of a finished run, so that missing parts of the file are noticed.
///
/// It shows damage, not intent: anyone who rewrites both files can make them agree.
package struct FileRecord: Codable, Equatable, Sendable {
  /// The number of rows, without the header.
  package var rows: Int
  /// The SHA-256 of its bytes, in lower-case hexadecimal digits.
  package var sha256: String

  /// Describes a file.
  package init(rows: Int, sha256: String) {
    self.rows = rows
    self.sha256 = sha256
  }
}

extension RunMetadata {
  /// Refuses a file that is incomplete or different.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - name: its name in ``files``.
  ///   - rows: the number of rows that were read.
  ///   - sha256: the digest of the bytes that were read.
  /// - Throws: ``Problem`` that names the file.
  func check(
    _ path: String, name: String, rows: Int, sha256: String
  ) throws(Problem) {
    guard status == .finished else { return }
    if let other = files?.keys.first(where: { ![SampleFile.name, SiteFile.name].contains($0) }) {
      throw Problem(
        file: path, problem: "run.json has the digest of \(other), which is not a file of a run",
        hint: Self.hintForDamage)
    }
    guard let record = files?[name] else {
      throw Problem(
        file: path,
        problem: "run.json has no count and no digest of it, though the run is finished",
        expected: "what is written when a run finishes", hint: Self.hintForDamage)
    }
    guard record.rows == rows else {
      throw Problem(
        file: path, problem: "\(rows) rows, and \(record.rows) when the run finished",
        hint: Self.hintForDamage)
    }
    guard record.sha256 == sha256 else { throw Self.changed(path, from: record.sha256) }
  }

  /// The error for a file that is another one; it names line breaks that version control wrote in place of others.
  private static func changed(_ path: String, from sha256: String) -> Problem {
    let problem = "not as it was when the run finished: its SHA-256 is another"
    var bytes = (try? FileAccess.read(path)) ?? []
    let size = bytes.count
    bytes.removeAll { $0 == UInt8(ascii: "\r") }
    guard size > bytes.count, SHA256.digest(of: bytes) == sha256 else {
      return Problem(file: path, problem: problem, expected: sha256, hint: hintForDamage)
    }
    return Problem(
      file: path,
      problem: "\(problem), since its lines end in CRLF, as git writes them with core.autocrlf",
      hint:
        "write `\(BaselineStore.attributes)` into a .gitattributes beside it, delete the file, and check it out again"
    )
  }

  static let hintForDamage = "restore the file or measure again"
}
