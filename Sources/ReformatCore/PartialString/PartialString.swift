/// A field whose formatter judges each partial text, and reads and formats it when editing ends.
///
/// This is how a field of AppKit uses its formatter. An invalid partial text changes nothing; a finished text without a
/// value is dropped, and the former value too.
public struct PartialString<Formatter: PartialTextFormatter>: ReformatStrategy {
  /// The value that the formatter reads.
  public typealias Value = Formatter.Value

  @usableFromInline let formatter: Formatter

  /// Makes a strategy that judges, reads and writes through `formatter`.
  @inlinable
  public init(formatter: Formatter) { self.formatter = formatter }

  /// The strategy is called before the text changes.
  @inlinable
  public var hosting: Hosting { .delegate }

  /// Builds the text that the edit would leave, and lets the formatter judge it.
  @inlinable
  public mutating func shouldChange(
    _ text: String, selection: Range<Int>, in ranges: [Range<Int>], to replacement: String,
    phases: PhaseMarker
  ) -> EditDecision<Value> {
    let verdict = phases.measure(.filter) {
      formatter.judge(
        proposal(text, selection: selection, in: ranges, to: replacement))
    }
    return switch verdict {
    case .valid: .apply
    case .invalid: .refuse
    case .replaced(let new, let selected): .replace(Reaction(text: new, selection: selected))
    }
  }

  @inlinable
  func proposal(
    _ text: String, selection: Range<Int>, in ranges: [Range<Int>], to replacement: String
  ) -> PartialText {
    var partial = text
    // From the end, so that earlier ranges stay valid.
    for range in ranges.reversed() { partial.replace(utf16: range, with: replacement) }
    let first = ranges.first ?? selection
    let caret = min(first.lowerBound + replacement.utf16.count, partial.utf16.count)
    return PartialText(
      text: partial, selection: caret..<caret, original: text, originalSelection: selection)
  }

  /// Writes the value and its text, or drops both.
  @inlinable
  public mutating func editingDidEnd(_ text: String, value: Value?, phases: PhaseMarker)
    -> Reaction<Value>
  { formatter.reaction(toFinished: text, phases: phases) }

  /// The value as the formatter writes it.
  @inlinable
  public mutating func text(for value: Value, phases: PhaseMarker) -> String? {
    phases.measure(.format) { formatter.text(for: value) }
  }
}

/// A field whose formatter reads and formats when editing ends, and is not called before, as on a phone.
public struct FormatterOnCommit<Formatter: PartialTextFormatter>: ReformatStrategy {
  /// The value that the formatter reads.
  public typealias Value = Formatter.Value

  @usableFromInline let formatter: Formatter

  /// Makes a strategy that reads and writes through `formatter`.
  @inlinable
  public init(formatter: Formatter) { self.formatter = formatter }

  /// The strategy is called only when editing ends.
  @inlinable
  public var hosting: Hosting { .commit }

  /// Writes the value and its text, or drops both.
  @inlinable
  public mutating func editingDidEnd(_ text: String, value: Value?, phases: PhaseMarker)
    -> Reaction<Value>
  { formatter.reaction(toFinished: text, phases: phases) }
}

extension PartialTextFormatter {
  /// The reaction to a finished text: value and text, or neither.
  @inlinable
  func reaction(toFinished text: String, phases: PhaseMarker) -> Reaction<Value> {
    guard let read = phases.measure(.parse, { value(of: text) }) else {
      return Reaction(text: "", value: .clear)
    }
    return Reaction(
      text: phases.measure(.format) { self.text(for: read) } ?? "", value: .set(read))
  }
}
