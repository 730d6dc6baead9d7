import ReformatCore

/// An onChange action that writes the whole text anew after it has changed.
///
/// It is told the text and not the edit. So the caret goes where the toolkit puts it, behind the text, and a space that
/// is deleted comes back. The value is the digits.
public struct CardOnChange: ReformatStrategy {
  private let limit: Int

  /// A strategy for cards of so many digits at the most.
  public init(limit: Int = CardNumber.usualLimit) { self.limit = limit }

  /// Called after the text has changed.
  public var hosting: Hosting { .onChange }

  /// Writes the digits in groups, where the text is not written so already.
  public mutating func textDidChange(_ text: String, value: String?, phases: PhaseMarker)
    -> Reaction<String>
  {
    let number = phases.measure(.filter) { CardNumber(digitsOf: text, limit: limit) }
    let written = phases.measure(.format) { number.text }
    return Reaction(
      text: written == text ? nil : written,
      value: number.digits.isEmpty ? .clear : .set(number.digits))
  }

  /// A number that another part of the app has written, in groups.
  public mutating func text(for value: String, phases: PhaseMarker) -> String? {
    phases.measure(.format) { CardNumber(digitsOf: value, limit: limit).text }
  }
}
