import Foundation

/// A formatter that lets a number be typed in the characters of its locale, and formats it when editing ends.
///
/// A partial text is valid if it could become a number: a minus in front, digits, grouping separators between
/// them, at most one decimal separator where fractions are allowed. ASCII digits and `-` count as
/// the locale's.
public struct PartialNumberFormatter<Style: ParseableFormatStyle>: PartialTextFormatter
where Style.FormatOutput == String, Style.FormatInput: Equatable {
  /// What the style formats.
  public typealias Value = Style.FormatInput

  @usableFromInline let style: Style
  @usableFromInline let groupingSeparator: String
  @usableFromInline let rules: PartialNumberRules

  /// Judges by the symbols of a locale, reads and writes through `style`, which should be of that locale.
  @inlinable
  public init(style: Style, symbols: LocaleSymbols, allowsFraction: Bool) {
    self.style = style
    groupingSeparator = symbols.groupingSeparator
    rules = PartialNumberRules(symbols: symbols, allowsFraction: allowsFraction)
  }

  /// Valid if it could become a number.
  @inlinable
  public func judge(_ proposal: PartialText) -> PartialTextVerdict {
    rules.allows(proposal.text) ? .valid : .invalid
  }

  /// The number, its grouping separators left out.
  @inlinable
  public func value(of text: String) -> Value? {
    // Foundation stops at a group of one digit: it reads 1 in `1,2,345`.
    let plain = text.replacingOccurrences(of: groupingSeparator, with: "")
    return try? style.parseStrategy.parse(plain)
  }

  /// The number as the style writes it.
  @inlinable
  public func text(for value: Value) -> String? { style.format(value) }
}
