/// Why a run or a baseline could not be read or written.
public struct ResultsError: Error, Equatable, Sendable {
  /// The file or folder, as the caller named it.
  public var file: String
  /// The line in the file, from 1, where one is to blame.
  public var line: Int?
  /// What is wrong, with what was found.
  public var problem: String
  /// What should have been there.
  public var expected: String?
  /// What to do about it.
  public var hint: String?

  /// Makes an error of its parts.
  public init(
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
  /// One line: file, line, problem, what was expected, what to do; cut where a file put a page into it.
  public var description: String {
    var text = file
    if let line { text += ":\(line)" }
    text += ": \(Self.cut(problem, to: 300))"
    if let expected { text += "; expected \(Self.cut(expected, to: 160))" }
    if let hint { text += "; \(Self.cut(hint, to: 120))" }
    return Self.cut(text, to: 480)
  }

  /// The beginning of a text, in scalars: one character may be a megabyte of accents.
  private static func cut(_ text: String, to most: Int) -> String {
    guard text.utf8.count > most, text.unicodeScalars.count > most else { return text }
    return String(text.unicodeScalars.prefix(most - 1)) + "…"
  }
}
