import Foundation

/// The rules of ``DelegateFilter``, with no text scanned twice: what that alone would save.
///
/// It takes and refuses the same edits, and shows the same texts.
public struct LeanDelegateFilter<Style: ParseableFormatStyle>: ReformatStrategy
where Style.FormatOutput == String, Style.FormatInput: Equatable {
  /// What the style formats.
  public typealias Value = Style.FormatInput

  @usableFromInline let style: Style
  @usableFromInline let rules: EditingRules

  /// Filters by `rules`, reads and writes through `style`.
  @inlinable
  public init(style: Style, rules: EditingRules) {
    self.style = style
    self.rules = rules
  }

  /// Asked before the text changes.
  @inlinable
  public var hosting: Hosting { .delegate }

  /// All or nothing, judged on old text plus replacement.
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

  /// Writes a value that is new, and then the text that it formats to.
  @inlinable
  public mutating func textDidChange(_ text: String, value: Value?, phases: PhaseMarker)
    -> Reaction<Value>
  { style.reaction(to: text, value: value, phases: phases) }

  /// What the style makes of it.
  @inlinable
  public mutating func text(for value: Value, phases: PhaseMarker) -> String? {
    phases.measure(.format) { style.format(value) }
  }
}
