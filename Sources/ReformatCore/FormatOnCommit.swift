import Foundation

/// What the toolkit does by itself: nothing while typing; parse and format when editing ends.
public struct FormatOnCommit<Style: ParseableFormatStyle>: ReformatStrategy
where Style.FormatOutput == String, Style.FormatInput: Equatable {
  /// What the style formats.
  public typealias Value = Style.FormatInput

  @usableFromInline let style: Style

  /// Commits through a format style and its parse strategy.
  @inlinable
  public init(style: Style) { self.style = style }

  /// Called when editing ends only.
  @inlinable
  public var hosting: Hosting { .commit }

  /// Writes the value and its text; a text that is no number is set back to the value's.
  @inlinable
  public mutating func editingDidEnd(_ text: String, value: Value?, phases: PhaseMarker)
    -> Reaction<Value>
  {
    let parsed = phases.measure(.parse) { try? style.parseStrategy.parse(text) }
    guard let shown = parsed ?? value else { return .nothing }
    let formatted = phases.measure(.format) { style.format(shown) }
    return Reaction(text: formatted, value: parsed.map(ValueUpdate.set) ?? .keep)
  }
}
