import Foundation

/// The toolkit's own behaviour: nothing happens while typing; the text is parsed and formatted when editing ends.
public struct FormatOnCommit<Style: ParseableFormatStyle>: ReformatStrategy
where Style.FormatOutput == String, Style.FormatInput: Equatable {
  /// The input of the style.
  public typealias Value = Style.FormatInput

  @usableFromInline let style: Style

  /// Makes a strategy that commits through a format style and its parse strategy.
  @inlinable
  public init(style: Style) { self.style = style }

  /// The strategy is called only when editing ends.
  @inlinable
  public var hosting: Hosting { .commit }

  /// Writes the value and its text; a text that is not a number is replaced by that of the value.
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
