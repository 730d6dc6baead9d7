import Foundation

/// Reads a file of edit cases, JSON Lines with a case per line, and refuses a bad one with file and line.
///
/// ```json
/// {"locale": "de_DE", "before": "1.23|4", "insert": "5", "after": "12.35|4"}
/// {"locale": "en_US", "value": "double", "edits": [{"type": "1234", "after": "1,234|"}, {"key": "Backspace", "after": "123|"}]}
/// {"locale": "fr_FR", "insert": "1.234,5", "meant": "1234.5"}
/// ```
///
/// A locale gives all that a line does not say. docs/files.md has every key; others are not looked at.
public enum EditCaseReader {
  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: its path.
  ///   - locale: the locale of a case that has neither a locale nor symbols.
  /// - Returns: its cases.
  /// - Throws: ``EditCaseError`` naming the file, the line and what was expected.
  public static func read(_ path: String, locale: String = "en_US") throws(EditCaseError)
    -> [EditCase]
  {
    let data: Data
    do { data = Data(try RegularFile.read(path, limit: largestFile)) } catch {
      throw EditCaseError(file: path, line: nil, problem: error.description)
    }
    return try parse(data, file: path, locale: locale)
  }

  /// Room for some hundred thousand cases.
  private static let largestFile = 1 << 26

  /// Reads cases from the bytes of a file; `file` is named in errors.
  public static func parse(_ data: Data, file: String, locale: String = "en_US")
    throws(EditCaseError) -> [EditCase]
  {
    var lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    guard !lines.isEmpty else {
      throw EditCaseError(file: file, line: nil, problem: "is empty; a case per line was expected")
    }
    var cases: [EditCase] = []
    var known: [String: Int] = [:]
    for (index, bytes) in lines.enumerated() {
      let editCase: EditCase
      do {
        editCase = try EditCaseLine.editCase(bytes, line: index + 1, locale: locale)
      } catch {
        throw EditCaseError(file: file, line: index + 1, problem: error.description)
      }
      if let first = known.updateValue(index + 1, forKey: editCase.id) {
        throw EditCaseError(
          file: file, line: index + 1,
          problem: "\"id\" must be its own, and is that of line \(first)")
      }
      cases.append(editCase)
    }
    return cases
  }
}

/// The error for a file of edit cases that cannot be used.
public struct EditCaseError: Error, Hashable, CustomStringConvertible {
  /// The file, as it was named.
  public var file: String
  /// The line, counted from 1; nil if the error is about the whole file.
  public var line: Int?
  /// The problem, and what was expected.
  public var problem: String

  /// Makes an error in a file, or in a line of it.
  package init(file: String, line: Int?, problem: String) {
    self.file = file
    self.line = line
    self.problem = problem
  }

  /// `file:line: problem`.
  public var description: String {
    line.map { "\(file):\($0): \(problem)" } ?? "\(file): \(problem)"
  }
}
