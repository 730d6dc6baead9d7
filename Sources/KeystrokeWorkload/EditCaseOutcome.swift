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
