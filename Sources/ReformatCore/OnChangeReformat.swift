import Foundation

/// An onChange action that reformats the text after it has changed, exactly as published.
///
/// Its defects are kept: people have them in their apps. The text that is parsed and whose length is
/// checked still holds its grouping separators; only the check of characters strips them.
public struct OnChangeReformat<Style: ParseableFormatStyle>: ReformatStrategy
where Style.FormatOutput == String, Style.FormatInput: Equatable {
  /// What the style formats.
  public typealias Value = Style.FormatInput

  @usableFromInline let style: Style
  @usableFromInline let rules: EditingRules
  @usableFromInline var backup: String

  /// Checks by `rules`, reads and writes through `style`, falls back to `text` at first.
  @inlinable
  public init(style: Style, rules: EditingRules, text: String = "") {
    self.style = style
    self.rules = rules
    backup = text
  }

  /// Called after the text has changed.
  @inlinable
  public var hosting: Hosting { .onChange }

  /// Writes the reformatted text, also where it is equal, or the backup where the text is refused.
  @inlinable
  public mutating func textDidChange(_ text: String, value: Value?, phases: PhaseMarker)
    -> Reaction<Value>
  {
    if isUnfinished(text) {
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
    guard let separator = rules.decimalSeparator, text.last == separator else { return .nothing }
    return Reaction(text: phases.measure(.format) { String(text.dropLast()) })
  }

  /// Empty, a lone minus or a lone decimal separator: no value yet, and nothing to refuse.
  @inlinable
  func isUnfinished(_ text: String) -> Bool {
    guard let only = text.first else { return true }
    return text.count == 1 && (only == "-" || only == rules.decimalSeparator)
  }

  @inlinable
  func accepts(_ text: String) -> Bool {
    let stripped = text.replacingOccurrences(of: rules.groupingSeparator, with: "")
    guard rules.allowsAll(stripped) else { return false }
    if let separator = rules.decimalSeparator, stripped.count(where: { $0 == separator }) > 1 {
      return false
    }
    return rules.signAndLengthFit(text)
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
