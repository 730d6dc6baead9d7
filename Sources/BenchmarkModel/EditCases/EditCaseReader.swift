import Foundation

/// Reads a file of edit cases, JSON Lines with a case a line, and refuses a bad one with file and line.
///
/// ```json
/// {"id": "1", "kind": "insert", "decimal": ".", "group": ",", "groupSizes": [3], "prefix": "", "suffix": "",
///  "maxFraction": null, "allowNegative": true, "before": "123", "caret": 3, "range": [3, 3],
///  "replacement": "4", "key": "", "after": "1,234", "caretAfter": 5}
/// ```
///
/// Every key must be there, in one line; others are not looked at. ``EditCase`` says what they mean.
public enum EditCaseReader {
  /// Reads the cases in a file.
  ///
  /// - Throws: ``EditCaseError`` naming the file, the line and what was expected.
  public static func read(_ path: String) throws(EditCaseError) -> [EditCase] {
    let data: [UInt8]
    do { data = try RegularFile.read(path) } catch {
      throw EditCaseError(file: path, line: nil, problem: error.predicate)
    }
    return try parse(Data(data), file: path)
  }

  /// Reads cases from the bytes of a file; `file` is named in errors.
  public static func parse(_ data: Data, file: String) throws(EditCaseError) -> [EditCase] {
    var lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    guard !lines.isEmpty else {
      throw EditCaseError(file: file, line: nil, problem: "is empty; a case a line was expected")
    }
    var cases: [EditCase] = []
    var known: [String: Int] = [:]
    for (index, bytes) in lines.enumerated() {
      let line: EditCaseLine
      do {
        line = try EditCaseLine(json: bytes)
        cases.append(try line.editCase())
      } catch {
        throw EditCaseError(file: file, line: index + 1, problem: error.description)
      }
      if let first = known.updateValue(index + 1, forKey: line.id) {
        throw EditCaseError(
          file: file, line: index + 1,
          problem: "\"id\" must be its own, and is that of line \(first)")
      }
    }
    return cases
  }
}

/// A file of edit cases that cannot be used.
public struct EditCaseError: Error, Hashable, CustomStringConvertible {
  /// The file, as it was named.
  public var file: String
  /// The line, counted from 1; nil where the whole file is meant.
  public var line: Int?
  /// What is wrong, and what was expected.
  public var problem: String

  /// `file:line: problem`.
  public var description: String {
    line.map { "\(file):\($0): \(problem)" } ?? "\(file): \(problem)"
  }
}
