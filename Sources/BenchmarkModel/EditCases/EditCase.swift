/// One edit of a text, and what should come of it: how numbers are written, what stood there, what was done.
///
/// Offsets count UTF-16 code units.
public struct EditCase: Hashable, Sendable, Codable {
  /// A key that deletes; the text alone does not tell which one it was.
  public enum Key: String, Sendable, Codable, CaseIterable {
    /// No such key: the replacement was typed or pasted.
    case none = ""
    /// Deletes before the caret.
    case backspace = "Backspace"
    /// Deletes behind the caret.
    case delete = "Delete"
  }

  /// What the case is called.
  public var id: String
  /// What it is about, in a word.
  public var kind: String
  /// How numbers are written.
  public var style: NumberStyle
  /// The text before the edit.
  public var before: String
  /// Where the caret was.
  public var caret: Int
  /// What is replaced.
  public var range: Range<Int>
  /// What is put there.
  public var replacement: String
  /// The key that made it.
  public var key: Key
  /// The text that should be left.
  public var after: String
  /// Where the caret should be left; nil where that is not known.
  public var caretAfter: Int?

  /// A case of its parts.
  public init(
    id: String, kind: String, style: NumberStyle, before: String, caret: Int,
    range: Range<Int>, replacement: String, key: Key, after: String, caretAfter: Int?
  ) {
    self.id = id
    self.kind = kind
    self.style = style
    self.before = before
    self.caret = caret
    self.range = range
    self.replacement = replacement
    self.key = key
    self.after = after
    self.caretAfter = caretAfter
  }

  /// What was selected before the edit: what was typed over, or else nothing, at the caret.
  public var selection: Range<Int> {
    key == .none && !range.isEmpty ? range : caret..<caret
  }
}

/// What a strategy made of an edit case.
public enum EditCaseOutcome: Hashable, Sendable, Codable {
  /// The text and the selection that it left.
  case left(text: String, selection: Range<Int>)
  /// The case could not be tried; the text says why.
  case notTried(String)
}

extension EditCase {
  /// Whether that is what should have come of it, to the scalar: texts that merely look alike differ.
  public func isMet(by outcome: EditCaseOutcome) -> Bool {
    guard case .left(let text, let selection) = outcome,
      text.unicodeScalars.elementsEqual(after.unicodeScalars)
    else { return false }
    return caretAfter.map { selection == $0..<$0 } ?? true
  }
}
