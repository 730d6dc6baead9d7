import Foundation

/// The rules of ``DelegateFilter`` without scanning any text twice, which shows how much that alone would save.
///
/// It accepts and refuses the same edits, and shows the same texts.
public struct LeanDelegateFilter<Style: ParseableFormatStyle>: ReformatStrategy
where Style.FormatOutput == String, Style.FormatInput: Equatable {
  /// The input of the style.
  public typealias Value = Style.FormatInput

  @usableFromInline let style: Style
  @usableFromInline let rules: EditingRules

  /// Makes a strategy that filters by `rules`, and reads and writes through `style`.
  @inlinable
  public init(style: Style, rules: EditingRules) {
    self.style = style
    self.rules = rules
  }

  /// The strategy is called before the text changes.
  @inlinable
  public var hosting: Hosting { .delegate }

  /// Applies or refuses the whole edit, judged on old text plus replacement.
  @inlinable
  public mutating func shouldChange(
    _ text: String, selection: Range<Int>, in ranges: [Range<Int>], to replacement: String,
    phases: PhaseMarker
  ) -> EditDecision<Value> {
    phases.measure(.filter) { accepts(replacement, after: text) } ? .apply : .refuse
  }

  @inlinable
  func accepts(_ replacement: String, after text: String) -> Bool {
    guard let added = RuleScan(replacement, by: rules, allowedOnly: true),
      let old = RuleScan(text, by: rules, allowedOnly: false),
      added.separators == 0 || old.separators == 0, added.minuses == 0 || old.length == 0
    else { return false }
    return old.length + added.length < rules.maximumLength + old.minuses + added.minuses
  }

  /// Writes the value if it is new, and then its formatted text.
  @inlinable
  public mutating func textDidChange(_ text: String, value: Value?, phases: PhaseMarker)
    -> Reaction<Value>
  { style.reaction(to: text, value: value, phases: phases) }

  /// The value as the style formats it.
  @inlinable
  public mutating func text(for value: Value, phases: PhaseMarker) -> String? {
    phases.measure(.format) { style.format(value) }
  }
}
