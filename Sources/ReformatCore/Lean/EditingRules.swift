/// The rules of the published strategies about the characters and the length of a text, checked in one pass.
///
/// ``PublishedRules`` are the same rules with the published calls.
public struct EditingRules: Sendable {
  /// The locale's decimal separator if fractions are allowed, otherwise nil.
  public var decimalSeparator: Character?
  /// The locale's grouping separator.
  public var groupingSeparator: String
  /// True if `-` may be typed.
  ///
  /// The published strategies know no other minus.
  public var allowsNegative: Bool
  /// The maximum number of displayed characters plus one, counting separators but not a minus.
  public var maximumLength: Int

  /// Makes the rules for a locale.
  ///
  /// - Parameters:
  ///   - symbols: the symbols with the separators.
  ///   - allowsFraction: true if the decimal separator may be typed.
  ///   - allowsNegative: true if `-` may be typed.
  ///   - maximumLength: the maximum number of displayed characters plus one; `Int.max` is taken as one less.
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

/// The facts about a text that the rules need, found in one pass over it.
@usableFromInline
struct RuleScan {
  /// The number of characters.
  @usableFromInline var length = 0
  /// The number of ASCII minuses; one that is not in front ends the pass.
  @usableFromInline var minuses = 0
  /// The number of decimal separators.
  @usableFromInline var separators = 0

  /// Reads a text; nil at a minus that is not in front, or, if `allowedOnly`, at a character that may not be typed.
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
