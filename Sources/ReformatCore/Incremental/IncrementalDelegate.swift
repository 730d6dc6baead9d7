/// The incremental engine behind a delegate, which is asked before the text changes and given the range.
///
/// No edit goes into the field as it is: the delegate refuses it, and writes text, caret and value itself.
public struct IncrementalDelegate<Value: IncrementalValue>: ReformatStrategy {
  @usableFromInline var engine: IncrementalEngine
  @usableFromInline var reading: Reading<Value>

  /// A strategy for a field that shows what `text` means in this format.
  @inlinable
  public init(format: IncrementalFormat, text: String = "") {
    engine = IncrementalEngine(format: format, text: text)
    reading = Value.read(engine.number, scale: format.scale)
  }

  /// Asked before the text changes.
  @inlinable
  public var hosting: Hosting { .delegate }

  /// Takes what is usable of the edit; refuses it where nothing is.
  @inlinable
  public mutating func shouldChange(
    _ text: String, selection: Range<Int>, in ranges: [Range<Int>], to replacement: String,
    phases: PhaseMarker
  ) -> EditDecision<Value> {
    let isTaken = phases.measure(.filter) {
      if !engine.shows(text) { engine.load(text) }
      return take(ranges, replacement: replacement, selection: selection)
    }
    guard isTaken else { return .refuse }
    let update = phases.measure(.parse) { engine.update(&reading) }
    return .replace(
      phases.measure(.format) {
        engine.render()
        let caret = engine.caret
        return Reaction(text: engine.text, selection: caret..<caret, value: update)
      })
  }

  /// Settles a trailing point, a lone minus and a missing zero before the point.
  @inlinable
  public mutating func editingDidEnd(_ text: String, value: Value?, phases: PhaseMarker)
    -> Reaction<Value>
  {
    engine.endEditing(text, reading: &reading, phases: phases)
  }

  /// The last of several ranges goes first, so that the offsets of the others stay true; the first one is replaced.
  @inlinable
  mutating func take(_ ranges: [Range<Int>], replacement: String, selection: Range<Int>) -> Bool {
    guard let first = ranges.first else { return false }
    if ranges.count == 1 {
      return engine.edit(
        first, replacement: replacement,
        key: IncrementalEngine.DeletionKey(deleting: first, from: selection))
    }
    var isTaken = false
    for range in ranges.dropFirst().reversed() {
      isTaken = engine.apply(TextEdit(range: range, replacement: "")) || isTaken
    }
    return engine.edit(first, replacement: replacement, key: nil) || isTaken
  }
}

extension IncrementalEngine.DeletionKey {
  /// The key that deletes a range: Backspace where the caret stands behind it, Delete where it stands before it; nil
  /// where the range was selected.
  @inlinable
  init?(deleting range: Range<Int>, from selection: Range<Int>) {
    guard selection.isEmpty else { return nil }
    if selection.lowerBound == range.upperBound {
      self = .backspace
    } else if selection.lowerBound == range.lowerBound {
      self = .delete
    } else {
      return nil
    }
  }
}

extension IncrementalEngine {
  /// Reads the value, and says what that makes of the field's: nothing where it is the same.
  @inlinable
  func update<Value: IncrementalValue>(_ reading: inout Reading<Value>) -> ValueUpdate<Value> {
    let new = Value.read(number, scale: format.scale)
    guard new != reading else { return .keep }
    reading = new
    if case .value(let value) = new { return .set(value) }
    return .clear
  }

  /// What a field shall show when editing ends with `text`.
  @inlinable
  mutating func endEditing<Value: IncrementalValue>(
    _ text: String, reading: inout Reading<Value>, phases: PhaseMarker
  ) -> Reaction<Value> {
    let hasChanged = phases.measure(.filter) {
      let isKnown = shows(text)
      if !isKnown { load(text) }
      return endEditing() || !isKnown
    }
    guard hasChanged else { return .nothing }
    let update = phases.measure(.parse) { self.update(&reading) }
    return Reaction(text: phases.measure(.format) { self.text }, value: update)
  }
}
