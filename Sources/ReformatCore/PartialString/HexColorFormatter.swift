/// A formatter for hexadecimal colours, exactly as published.
///
/// While it is typed a text is at most six characters, all hexadecimal. When editing ends exactly six are a colour and
/// get a `#` in front, anything else is dropped. The case of letters stays as typed.
///
/// Its defect is kept: the `#` of a finished text is no hexadecimal character, so that text can be cleared or
/// replaced as a whole, but not edited.
public struct HexColorFormatter: PartialTextFormatter, Sendable {
  @usableFromInline static let digits = 6

  /// The formatter has no settings.
  @inlinable
  public init() {}

  /// At most six characters, all hexadecimal.
  @inlinable
  public func judge(_ proposal: PartialText) -> PartialTextVerdict {
    let text = proposal.text.utf8
    return text.count <= Self.digits && text.allSatisfy(Self.isDigit) ? .valid : .invalid
  }

  /// The six digits, without `#`.
  @inlinable
  public func value(of text: String) -> String? {
    let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
    guard digits.utf8.count == Self.digits, digits.utf8.allSatisfy(Self.isDigit) else { return nil }
    return String(digits)
  }

  /// The digits, `#` in front.
  @inlinable
  public func text(for value: String) -> String { "#" + value }

  @inlinable
  static func isDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "F"),
      UInt8(ascii: "a")...UInt8(ascii: "f"):
      true
    default: false
    }
  }
}
