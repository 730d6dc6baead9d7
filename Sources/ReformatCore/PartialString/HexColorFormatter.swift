import Foundation

/// A formatter for hexadecimal colours, as published, call by call.
///
/// While it is typed a text is at most six characters, all hexadecimal; on the desktop that is asked at each edit, on a phone
/// never. When editing ends exactly six are a colour and get a `#` in front. The case of letters stays as typed.
///
/// Its defects are kept. The `#` of a finished text is no hexadecimal character, so on the desktop that text can be cleared
/// or replaced as a whole, but not edited. Whatever else a text is becomes the value, while the field goes blank.
public final class HexColorFormatter: Formatter, PartialTextFormatter {
  private static let digits = 6
  private let characters = CharacterSet(charactersIn: "0123456789abcdefABCDEF")

  /// The formatter has no settings.
  public override init() { super.init() }

  /// A formatter from an archive; it has no settings.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// At most six characters, all hexadecimal.
  public func judge(_ proposal: PartialText) -> PartialTextVerdict {
    proposal.text.count <= Self.digits && isValid(proposal.text) ? .valid : .invalid
  }

  /// The text, its first character dropped where there is a `#` anywhere in it: never nil.
  public func value(of text: String) -> String? {
    text.contains("#") ? String(text.dropFirst()) : text
  }

  /// The digits, `#` in front; nil for anything else.
  public func text(for value: String) -> String? { string(for: value) }

  /// The same for a value of any type.
  public override func string(for obj: Any?) -> String? {
    guard let text = obj as? String, text.count == Self.digits, isValid(text) else { return nil }
    return "#" + text
  }

  /// The characters that are not allowed are made at each call.
  private func isValid(_ text: String) -> Bool {
    text.rangeOfCharacter(from: characters.inverted)?.isEmpty ?? true
  }
}
