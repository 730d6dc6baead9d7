import Foundation

/// A formatter for hexadecimal colours, as published, call by call.
///
/// While typing, a text may have at most six characters, all hexadecimal; a desktop checks that at each edit, a phone
/// never. When editing ends, exactly six characters are a colour and get a `#` in front. The case of letters stays as
/// typed.
///
/// Its defects are kept. The `#` of a finished text is no hexadecimal character, so on the desktop that text can be
/// cleared or replaced as a whole, but not edited. Any other text becomes the value, while the field goes blank.
public final class HexColorFormatter: Formatter, PartialTextFormatter {
  private static let digits = 6
  private let characters = CharacterSet(charactersIn: "0123456789abcdefABCDEF")

  /// Makes a formatter, which has no settings.
  public override init() { super.init() }

  /// Makes a formatter from an archive; it has no settings.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Accepts at most six characters, all hexadecimal.
  public func judge(_ proposal: PartialText) -> PartialTextVerdict {
    proposal.text.count <= Self.digits && isValid(proposal.text) ? .valid : .invalid
  }

  /// The text, without its first character if there is a `#` anywhere in it; never nil.
  public func value(of text: String) -> String? {
    text.contains("#") ? String(text.dropFirst()) : text
  }

  /// The digits with `#` in front; nil for any other text.
  public func text(for value: String) -> String? { string(for: value) }

  /// The same for a value of any type.
  public override func string(for obj: Any?) -> String? {
    guard let text = obj as? String, text.count == Self.digits, isValid(text) else { return nil }
    return "#" + text
  }

  /// True if all characters are allowed.
  ///
  /// The set of other characters is made at each call.
  private func isValid(_ text: String) -> Bool {
    text.rangeOfCharacter(from: characters.inverted)?.isEmpty ?? true
  }
}
