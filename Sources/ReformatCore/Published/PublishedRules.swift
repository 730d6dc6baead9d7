import Foundation

/// The rules of the published delegate and the published store to check a text with, made at the first use.
///
/// Each check costs the same as the published one: a search in a `String` for each character, a list of parts for each
/// count of minuses. ``EditingRules`` has the same rules without the repeated scans.
public struct PublishedRules: Sendable {
  /// The locale with the separators.
  public let locale: Locale
  /// True if the decimal separator may be typed.
  public let allowsFraction: Bool
  /// True if `-` may be typed; the published code knows no other minus.
  public let allowsNegative: Bool
  /// The maximum number of displayed characters plus one, counting separators but not a minus.
  public let maximumLength: Int

  /// The default limit of the published code.
  public static let defaultMaximumLength = 18

  /// The decimal separator, made at its first use.
  public lazy var decimalSeparator: String = locale.decimalSeparator ?? "."
  /// The grouping separator, made at its first use.
  public lazy var groupingSeparator: String = locale.groupingSeparator ?? ","
  /// The ten digits, `-` if it may be typed, and the decimal separator if it may be typed.
  public lazy var validCharacters: String = {
    var characters = "0123456789"
    if allowsNegative { characters += "-" }
    if allowsFraction { characters += decimalSeparator }
    return characters
  }()

  /// Makes the rules for a locale.
  ///
  /// - Parameters:
  ///   - locale: the locale with the separators.
  ///   - allowsFraction: true if the decimal separator may be typed.
  ///   - allowsNegative: true if `-` may be typed.
  ///   - maximumLength: the maximum number of displayed characters plus one; `Int.max` is taken as one less, since a
  ///     minus is added to it.
  public init(
    locale: Locale, allowsFraction: Bool, allowsNegative: Bool = false,
    maximumLength: Int = defaultMaximumLength
  ) {
    self.locale = locale
    self.allowsFraction = allowsFraction
    self.allowsNegative = allowsNegative
    self.maximumLength = min(maximumLength, .max - 1)
  }

  /// True if each character is one of ``validCharacters``.
  @usableFromInline
  package mutating func allowsAll(_ text: String) -> Bool {
    text.allSatisfy { validCharacters.contains($0) }
  }

  /// True if a text contains the decimal separator.
  ///
  /// It searches for a range, as Foundation's `contains` of a string does. The published code was compiled with that
  /// function. Today's compilers choose the standard library's `contains`, which costs as much, but is inlined, so that
  /// its calls could not be counted.
  @usableFromInline
  package mutating func holdsDecimalSeparator(_ text: String) -> Bool {
    text.range(of: decimalSeparator) != nil
  }

  /// The number of `-` in a text, from the parts between them.
  @usableFromInline
  package func minuses(in text: String) -> Int { text.components(separatedBy: "-").count - 1 }
}

/// The reason why a published filter refuses an edit.
public enum Refusal: String, Sendable, CaseIterable {
  /// A character may not be typed.
  case character
  /// There would be two decimal separators.
  case secondSeparator
  /// There would be more than one minus.
  case twoMinuses
  /// There would be one minus, and a character before it.
  case minusNotInFront
  /// The text would be too long.
  case tooLong
  /// The text is not a number.
  case notParsable
}
