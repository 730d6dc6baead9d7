/// The reason why something could not be done: what, where if a file is at fault, and what to do about it.
package struct Problem: Error, Equatable, Sendable {
  /// The file or folder that is at fault, as the caller named it; nil if none is.
  package var file: String?
  /// The line in the file, from 1, if the problem is in one.
  package var line: Int?
  /// The problem, including the value found.
  package var problem: String
  /// The expected content.
  package var expected: String?
  /// The way to fix it.
  package var hint: String?

  /// Makes a problem of a file.
  package init(
    file: String, line: Int? = nil, problem: String, expected: String? = nil, hint: String? = nil
  ) {
    self.file = file
    self.line = line
    self.problem = problem
    self.expected = expected
    self.hint = hint
  }

  /// Makes a problem that is in no file.
  package init(_ problem: String, hint: String? = nil) {
    self.problem = problem
    self.hint = hint
  }
}

extension Problem: CustomStringConvertible {
  /// The problem in one line: file, line, problem, expected content, hint.
  ///
  /// If a file is at fault, what comes from it is cut, since a value may be as long as the file.
  package var description: String {
    var text = problem
    if let file {
      text = "\(file)\(line.map { ":\($0)" } ?? ""): \(Self.cut(problem, to: 300))"
      if let expected { text += "; expected \(Self.cut(expected, to: 160))" }
    }
    if let hint { text += "; \(file == nil ? hint : Self.cut(hint, to: 120))" }
    return file == nil ? text : Self.cut(text, to: 480)
  }

  /// The beginning of a text, cut by scalars, because one character may be a megabyte of accents.
  private static func cut(_ text: String, to most: Int) -> String {
    guard text.utf8.count > most, text.unicodeScalars.count > most else { return text }
    return String(text.unicodeScalars.prefix(most - 1)) + "…"
  }
}
