import ReformatCore

/// An onChange action that rewrites the whole text after it has changed.
///
/// It is given the text, but not the edit. So the caret goes where the toolkit puts it, behind the text, and a deleted
/// space comes back. The value is the digits.
public struct CardOnChange: ReformatStrategy {
  private let limit: Int

  /// Creates a strategy for cards of at most `limit` digits.
  public init(limit: Int = CardNumber.usualLimit) { self.limit = limit }

  /// The hosting that calls after the text has changed.
  public var hosting: Hosting { .onChange }

  /// Writes the digits in groups, unless the text is already written so.
  public mutating func textDidChange(_ text: String, value: String?, phases: PhaseMarker)
    -> Reaction<String>
  {
    phases.count("text_scans")
    let number = phases.measure(.filter) { CardNumber(digitsOf: text, limit: limit) }
    let written = phases.measure(.format) { number.text }
    return Reaction(
      text: written == text ? nil : written,
      value: number.digits.isEmpty ? .clear : .set(number.digits))
  }

  /// Returns a number that another part of the app has written, in groups.
  public mutating func text(for value: String, phases: PhaseMarker) -> String? {
    phases.measure(.format) { CardNumber(digitsOf: value, limit: limit).text }
  }
}
