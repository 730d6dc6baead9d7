/// What the published strategies let a user type, and how long the text may get, checked in one pass.
///
/// ``PublishedRules`` are the same rules with the published calls.
public struct EditingRules: Sendable {
  /// The locale's decimal separator where fractions are allowed, else nil.
  public var decimalSeparator: Character?
  /// The locale's grouping separator.
  public var groupingSeparator: String
  /// Whether `-` may be typed.
  ///
  /// The published strategies know no other minus.
  public var allowsNegative: Bool
  /// One more than the characters that may be displayed, a minus not counted, separators counted.
  public var maximumLength: Int

  /// The rules for a locale.
  ///
  /// - Parameters:
  ///   - symbols: where the separators come from.
  ///   - allowsFraction: whether the decimal separator may be typed.
  ///   - allowsNegative: whether `-` may be typed.
  ///   - maximumLength: one more than the characters that may be displayed; `Int.max` is taken as one less.
  @inlinable
  public init(
    symbols: LocaleSymbols, allowsFraction: Bool, allowsNegative: Bool = true,
    maximumLength: Int = PublishedRules.defaultMaximumLength
  ) {
    decimalSeparator = allowsFraction ? symbols.decimalSeparator.first : nil
    groupingSeparator = symbols.groupingSeparator
    self.allowsNegative = allowsNegative
    self.maximumLength = min(maximumLength, .max - 1)
  }

  @inlinable
  func holdsDecimalSeparator(_ text: String) -> Bool {
    guard let decimalSeparator else { return false }
    return text.contains(decimalSeparator)
  }
}

/// What the rules ask of a text, found in one pass over it.
@usableFromInline
struct RuleScan {
  /// How many characters it has.
  @usableFromInline var length = 0
  /// How many of them are an ASCII minus; one that is not in front ends the pass.
  @usableFromInline var minuses = 0
  /// How many of them are the decimal separator.
  @usableFromInline var separators = 0

  /// Reads a text; nil at a minus that is not in front, or, if asked, at a character that may not be typed.
  @inlinable
  init?(_ text: String, by rules: EditingRules, allowedOnly: Bool) {
    for character in text {
      if character == "-" {
        guard length == 0, rules.allowsNegative || !allowedOnly else { return nil }
        minuses = 1
      } else if character == rules.decimalSeparator {
        separators += 1
      } else if allowedOnly, !("0"..."9").contains(character) {
        return nil
      }
      length += 1
    }
  }
}
