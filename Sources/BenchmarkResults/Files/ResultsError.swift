/// The reason why a run or a baseline could not be read or written.
package struct ResultsError: Error, Equatable, Sendable {
  /// The file or folder, as the caller named it.
  package var file: String
  /// The line in the file, from 1, if the problem is in one.
  package var line: Int?
  /// The problem, including the value found.
  package var problem: String
  /// The expected content.
  package var expected: String?
  /// The way to fix it.
  package var hint: String?

  /// Makes an error of its parts.
  package init(
    file: String, line: Int? = nil, problem: String, expected: String? = nil, hint: String? = nil
  ) {
    self.file = file
    self.line = line
    self.problem = problem
    self.expected = expected
    self.hint = hint
  }
}

extension ResultsError: CustomStringConvertible {
  /// The error in one line: file, line, problem, expected content, hint; cut if a value from the file is too long.
  package var description: String {
    var text = file
    if let line { text += ":\(line)" }
    text += ": \(Self.cut(problem, to: 300))"
    if let expected { text += "; expected \(Self.cut(expected, to: 160))" }
    if let hint { text += "; \(Self.cut(hint, to: 120))" }
    return Self.cut(text, to: 480)
  }

  /// The beginning of a text, cut by scalars, because one character may be a megabyte of accents.
  private static func cut(_ text: String, to most: Int) -> String {
    guard text.utf8.count > most, text.unicodeScalars.count > most else { return text }
    return String(text.unicodeScalars.prefix(most - 1)) + "…"
  }
}
