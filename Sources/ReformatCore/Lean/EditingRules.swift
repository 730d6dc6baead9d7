/// What the published strategies let a user type, and how long the text may get, checked character by character.
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
  func allows(_ character: Character) -> Bool {
    switch character {
    case "0"..."9": true
    case "-": allowsNegative
    default: character == decimalSeparator
    }
  }

  @inlinable
  func allowsAll(_ text: some StringProtocol) -> Bool { text.allSatisfy(allows) }

  /// At most one ASCII minus, and only as the first character; length below the limit, plus one for the minus.
  @inlinable
  func signAndLengthFit(_ text: String) -> Bool {
    var minuses = 0
    var length = 0
    for character in text {
      if character == "-" {
        guard length == 0 else { return false }
        minuses += 1
      }
      length += 1
    }
    return length < maximumLength + minuses
  }

  @inlinable
  func holdsDecimalSeparator(_ text: String) -> Bool {
    guard let decimalSeparator else { return false }
    return text.contains(decimalSeparator)
  }
}
