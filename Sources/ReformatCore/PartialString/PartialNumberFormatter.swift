import Foundation

/// A formatter that accepts a number in the characters of its locale while typing, and formats it when editing ends.
///
/// A partial text is valid if it could become a number: a minus in front, digits, grouping separators between them, at
/// most one decimal separator if fractions are allowed. ASCII digits and `-` count as the locale's.
public struct PartialNumberFormatter<Style: ParseableFormatStyle>: PartialTextFormatter
where Style.FormatOutput == String, Style.FormatInput: Equatable {
  /// The input of the style.
  public typealias Value = Style.FormatInput

  @usableFromInline let style: Style
  @usableFromInline let groupingSeparator: String
  @usableFromInline let rules: PartialNumberRules

  /// Makes a formatter that judges by the symbols of a locale, and reads and writes through `style`, which should be of
  /// that locale.
  @inlinable
  public init(style: Style, symbols: LocaleSymbols, allowsFraction: Bool) {
    self.style = style
    groupingSeparator = symbols.groupingSeparator
    rules = PartialNumberRules(symbols: symbols, allowsFraction: allowsFraction)
  }

  /// Accepts a text that could become a number.
  @inlinable
  public func judge(_ proposal: PartialText) -> PartialTextVerdict {
    rules.allows(proposal.text) ? .valid : .invalid
  }

  /// The number, read without grouping separators.
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
