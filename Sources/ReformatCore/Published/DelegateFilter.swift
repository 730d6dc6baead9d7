import Foundation

/// A delegate that filters edits before a value-bound field accepts them, as published, call by call.
///
/// Its defects are kept, because apps contain them. The range of an edit is ignored, a rejected edit changes nothing,
/// and a text that cannot be parsed leaves the value unchanged.
public final class DelegateFilter<Style: ParseableFormatStyle>: ReformatStrategy
where Style.FormatOutput == String, Style.FormatInput: Equatable {
  /// The input of the style.
  public typealias Value = Style.FormatInput

  @usableFromInline let style: Style
  @usableFromInline var rules: PublishedRules

  /// Makes a strategy that filters by `rules`, and reads and writes through `style`.
  @inlinable
  public init(style: Style, rules: PublishedRules) {
    self.style = style
    self.rules = rules
  }

  /// The strategy is called before the text changes.
  @inlinable
  public var hosting: Hosting { .delegate }

  /// Applies or refuses the whole edit, judged on old text plus replacement.
  @inlinable
  public func shouldChange(
    _ text: String, selection: Range<Int>, in ranges: [Range<Int>], to replacement: String,
    phases: PhaseMarker
  ) -> EditDecision<Value> {
    phases.measure(.filter) { refusal(of: replacement, after: text) } == nil ? .apply : .refuse
  }

  /// The reason why an edit is refused; nil if it is accepted.
  ///
  /// Each check scans the text again.
  @inlinable
  public func refusal(of replacement: String, after text: String) -> Refusal? {
    guard rules.allowsAll(replacement) else { return .character }
    let new = text + replacement
    if rules.allowsFraction, rules.holdsDecimalSeparator(text),
      rules.holdsDecimalSeparator(replacement)
    {
      return .secondSeparator
    }
    let minuses = rules.minuses(in: new)
    if minuses > 1 { return .twoMinuses }
    if minuses == 1, !new.hasPrefix("-") { return .minusNotInFront }
    return new.count < rules.maximumLength + minuses ? nil : .tooLong
  }

  /// Writes the value if it is new, and then its formatted text.
  @inlinable
  public func textDidChange(_ text: String, value: Value?, phases: PhaseMarker) -> Reaction<Value> {
    style.reaction(to: text, value: value, phases: phases)
  }

  /// The value as the style formats it.
  @inlinable
  public func text(for value: Value, phases: PhaseMarker) -> String? {
    phases.measure(.format) { style.format(value) }
  }
}

/// A value-bound field whose delegate is nil, as published: it formats at each change and filters nothing.
public struct DelegateNone<Style: ParseableFormatStyle>: ReformatStrategy
where Style.FormatOutput == String, Style.FormatInput: Equatable {
  /// The input of the style.
  public typealias Value = Style.FormatInput

  @usableFromInline let style: Style

  /// Makes a strategy that reads and writes through `style`.
  @inlinable
  public init(style: Style) { self.style = style }

  /// The field is bound to a value, as with a delegate; every edit passes.
  @inlinable
  public var hosting: Hosting { .delegate }

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

extension ParseableFormatStyle where FormatOutput == String, FormatInput: Equatable {
  /// The reaction of a value-bound field to a text: it parses it, writes the value if it is new, and shows the
  /// formatted one.
  ///
  /// An equal value is not written, because otherwise no trailing separator or zero could be typed.
  @inlinable
  func reaction(to text: String, value: FormatInput?, phases: PhaseMarker) -> Reaction<FormatInput>
  {
    let parsed = phases.measure(.parse) { try? parseStrategy.parse(text) }
    guard let parsed, parsed != value else { return .nothing }
    return Reaction(text: phases.measure(.format) { format(parsed) }, value: .set(parsed))
  }
}
