import Foundation

/// What the published delegate and the published store keep to check a text with, made at the first use.
///
/// Each check costs what the published one costs: a search in a `String` for each character, a list of parts for
/// each count of minuses. ``EditingRules`` has the same rules without the repeated scans.
public struct PublishedRules: Sendable {
  /// Whose separators may be typed.
  public let locale: Locale
  /// Whether the decimal separator may be typed.
  public let allowsFraction: Bool
  /// Whether `-` may be typed; the published code knows no other minus.
  public let allowsNegative: Bool
  /// One more than the characters that may be displayed, a minus not counted, separators counted.
  public let maximumLength: Int

  /// The limit that the published code has where none is given.
  public static let defaultMaximumLength = 18

  /// Made when it is first asked for, and kept.
  public lazy var decimalSeparator: String = locale.decimalSeparator ?? "."
  /// Made when it is first asked for, and kept.
  public lazy var groupingSeparator: String = locale.groupingSeparator ?? ","
  /// Ten digits, `-` where it may be typed, the decimal separator where it may be.
  public lazy var validCharacters: String = {
    var characters = "0123456789"
    if allowsNegative { characters += "-" }
    if allowsFraction { characters += decimalSeparator }
    return characters
  }()

  /// The rules for a locale.
  ///
  /// - Parameters:
  ///   - locale: whose separators may be typed.
  ///   - allowsFraction: whether the decimal separator may be typed.
  ///   - allowsNegative: whether `-` may be typed.
  ///   - maximumLength: one more than the characters that may be displayed; `Int.max` is taken as one less, since
  ///     a minus is added to it.
  public init(
    locale: Locale, allowsFraction: Bool, allowsNegative: Bool = false,
    maximumLength: Int = defaultMaximumLength
  ) {
    self.locale = locale
    self.allowsFraction = allowsFraction
    self.allowsNegative = allowsNegative
    self.maximumLength = min(maximumLength, .max - 1)
  }

  /// Whether each character is one of ``validCharacters``.
  @usableFromInline
  package mutating func allowsAll(_ text: String) -> Bool {
    text.allSatisfy { validCharacters.contains($0) }
  }

  /// Whether a text holds the decimal separator, as Foundation's `contains` of a string finds out: it searches for a range.
  ///
  /// The published code was compiled with that one. Of the two that are called `contains` today's compilers take the
  /// standard library's, which costs as much, but is inlined, so that its calls could not be counted.
  @usableFromInline
  package mutating func holdsDecimalSeparator(_ text: String) -> Bool {
    text.range(of: decimalSeparator) != nil
  }

  /// How many `-` a text has, by the parts between them.
  @usableFromInline
  package func minuses(in text: String) -> Int { text.components(separatedBy: "-").count - 1 }
}

/// Why a published filter refuses an edit.
public enum Refusal: String, Sendable, CaseIterable {
  /// A character is none of those that may be typed.
  case character
  /// There would be two decimal separators.
  case secondSeparator
  /// There would be more than one minus.
  case twoMinuses
  /// There would be one minus, and something before it.
  case minusNotInFront
  /// The text would be too long.
  case tooLong
  /// The text stands for no number.
  case notParsable
}
