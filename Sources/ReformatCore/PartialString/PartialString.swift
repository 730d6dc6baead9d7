/// A field whose formatter judges each partial text, and reads and formats it when editing ends.
///
/// This is how a field of AppKit uses its formatter. A partial text that is not valid changes nothing; a finished
/// one that stands for no value is dropped, and the value with it.
public struct PartialString<Formatter: PartialTextFormatter>: ReformatStrategy {
  /// What the formatter reads.
  public typealias Value = Formatter.Value

  @usableFromInline let formatter: Formatter

  /// Judges, reads and writes through `formatter`.
  @inlinable
  public init(formatter: Formatter) { self.formatter = formatter }

  /// Asked before the text changes.
  @inlinable
  public var hosting: Hosting { .delegate }

  /// Builds the text that the edit would leave, and has it judged.
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
    // From the end, so that the ranges before stay where they are.
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

  /// What the formatter makes of it.
  @inlinable
  public mutating func text(for value: Value, phases: PhaseMarker) -> String? {
    phases.measure(.format) { formatter.text(for: value) }
  }
}

/// A field whose formatter reads and formats when editing ends, and is asked nothing before, as on a phone.
public struct FormatterOnCommit<Formatter: PartialTextFormatter>: ReformatStrategy {
  /// What the formatter reads.
  public typealias Value = Formatter.Value

  @usableFromInline let formatter: Formatter

  /// Reads and writes through `formatter`.
  @inlinable
  public init(formatter: Formatter) { self.formatter = formatter }

  /// Called when editing ends only.
  @inlinable
  public var hosting: Hosting { .commit }

  /// Writes the value and its text, or drops both.
  @inlinable
  public mutating func editingDidEnd(_ text: String, value: Value?, phases: PhaseMarker)
    -> Reaction<Value>
  { formatter.reaction(toFinished: text, phases: phases) }
}

extension PartialTextFormatter {
  /// What a field writes for a finished text: value and text, or neither.
  @inlinable
  func reaction(toFinished text: String, phases: PhaseMarker) -> Reaction<Value> {
    guard let read = phases.measure(.parse, { value(of: text) }) else {
      return Reaction(text: "", value: .clear)
    }
    return Reaction(
      text: phases.measure(.format) { self.text(for: read) } ?? "", value: .set(read))
  }
}
