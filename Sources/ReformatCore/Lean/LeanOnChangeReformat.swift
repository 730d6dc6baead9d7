import Foundation

/// The rules of the published onChange action without scanning any text twice, which shows how much that alone would
/// save.
///
/// It accepts and refuses the same edits, and shows the same texts, as `OnChangeReformat` of ReformatCombine. The text
/// that is parsed and whose length is checked still contains its grouping separators; only the check of characters
/// strips them.
public struct LeanOnChangeReformat<Style: ParseableFormatStyle>: ReformatStrategy
where Style.FormatOutput == String, Style.FormatInput: Equatable {
  /// The input of the style.
  public typealias Value = Style.FormatInput

  @usableFromInline let style: Style
  @usableFromInline let rules: EditingRules
  @usableFromInline var backup: String

  /// Makes a strategy that checks by `rules`, reads and writes through `style`, and falls back to `text` at first.
  @inlinable
  public init(style: Style, rules: EditingRules, text: String = "") {
    self.style = style
    self.rules = rules
    backup = text
  }

  /// The strategy is called after the text has changed.
  @inlinable
  public var hosting: Hosting { .onChange }

  /// Writes the reformatted text, even if it is equal, or the backup if the text is refused.
  @inlinable
  public mutating func textDidChange(_ text: String, value: Value?, phases: PhaseMarker)
    -> Reaction<Value>
  {
    if phases.measure(.filter, { isUnfinished(text) }) {
      backup = text
      return Reaction(value: .clear)
    }
    guard phases.measure(.filter, { accepts(text) }),
      let parsed = phases.measure(.parse, { try? style.parseStrategy.parse(text) })
    else { return Reaction(text: backup, value: .clear) }
    backup = phases.measure(.format) { format(parsed, typed: text) }
    return Reaction(text: backup, value: .set(parsed))
  }

  /// Removes a trailing decimal separator.
  @inlinable
  public mutating func editingDidEnd(_ text: String, value: Value?, phases: PhaseMarker)
    -> Reaction<Value>
  {
    let kept = phases.measure(.format) { () -> String? in
      guard let separator = rules.decimalSeparator, text.last == separator, text.count > 1 else {
        return nil
      }
      return String(text.dropLast())
    }
    return Reaction(text: kept)
  }

  /// The value as the style formats it.
  @inlinable
  public mutating func text(for value: Value, phases: PhaseMarker) -> String? {
    phases.measure(.format) { style.format(value) }
  }

  /// True for an empty text, a lone minus or a lone decimal separator: no value yet, and nothing to refuse.
  @inlinable
  func isUnfinished(_ text: String) -> Bool {
    guard let only = text.first else { return true }
    return text.count == 1 && (only == "-" || only == rules.decimalSeparator)
  }

  @inlinable
  func accepts(_ text: String) -> Bool {
    let stripped = text.replacingOccurrences(of: rules.groupingSeparator, with: "")
    guard let number = RuleScan(stripped, by: rules, allowedOnly: true), number.separators <= 1,
      let whole = RuleScan(text, by: rules, allowedOnly: false)
    else { return false }
    return whole.length < rules.maximumLength + whole.minuses
  }

  @inlinable
  func format(_ value: Value, typed text: String) -> String {
    let formatted = style.format(value)
    guard let separator = rules.decimalSeparator, rules.holdsDecimalSeparator(text),
      !rules.holdsDecimalSeparator(formatted)
    else { return formatted }
    return formatted + String(separator)
  }
}
