/// The incremental engine behind an onChange action, which sees only the text before and the text after.
///
/// What was edited is found by comparing the two, the common beginning first. That cannot know all that a range and
/// a caret tell, so it follows rules instead:
///
/// - One more digit in a run of equal ones was put behind the run; one less was taken from its end.
/// - A separator that has gone was deleted by Backspace, so the digit before it goes.
/// - A text that needs no rewriting is left alone, and the caret with it.
///
/// If the field tells its selection, as a SwiftUI field bound to it does since iOS 18 and macOS 15, the edit is known, and
/// everything is as behind a delegate.
public struct IncrementalOnChange<Value: IncrementalValue>: ReformatStrategy {
  @usableFromInline var engine: IncrementalEngine
  @usableFromInline var reading: Reading<Value>
  /// True if the selection is looked at, as far as the field tells it.
  public let usesSelection: Bool

  /// A strategy for a field that shows what `text` means in this format.
  @inlinable
  public init(format: IncrementalFormat, text: String = "", usesSelection: Bool = false) {
    self.usesSelection = usesSelection
    engine = IncrementalEngine(format: format, text: text)
    reading = Value.read(engine.number, scale: format.scale)
  }

  /// The value of the text; nil if there are no digits, or more than the type can hold.
  @inlinable
  public var value: Value? {
    if case .value(let value) = reading { value } else { nil }
  }

  /// Called after the text has changed.
  @inlinable
  public var hosting: Hosting { .onChange }

  /// True: a composed text is read when it is committed.
  @inlinable
  public var leavesMarkedTextAlone: Bool { true }

  /// Takes what is usable of the difference, and writes the text only where the field shows another.
  @inlinable
  public mutating func textDidChange(_ text: String, value: Value?, phases: PhaseMarker)
    -> Reaction<Value>
  {
    let isChanged = phases.measure(.filter) { engine.takeDifference(to: text) }
    guard isChanged else { return .nothing }
    let update = phases.measure(.parse) { reading.update(to: engine.read()) }
    let shown = phases.measure(.format) { engine.render() }
    if shown.text.isSame(as: text) { return Reaction(value: update) }
    return Reaction(text: shown.text, selection: shown.caret..<shown.caret, value: update)
  }

  /// Takes the edit that texts and selection tell; without the selection, or if it does not fit, the difference.
  @inlinable
  public mutating func textDidChange(
    _ text: String, selection: SelectionChange?, value: Value?, phases: PhaseMarker
  ) -> Reaction<Value> {
    if usesSelection, let selection, let reaction = take(text, selection, phases) {
      return reaction
    }
    return textDidChange(text, value: value, phases: phases)
  }

  /// Takes the edit that texts and selection tell; nil if they do not fit.
  ///
  /// Not inlined, so that an action without the selection pays nothing for it.
  @inlinable @inline(never)
  mutating func take(_ text: String, _ selection: SelectionChange, _ phases: PhaseMarker)
    -> Reaction<Value>?
  {
    let outcome = phases.measure(.filter) { engine.takeEdit(to: text, selection: selection) }
    guard let outcome else { return nil }
    switch outcome {
    case .none: return .nothing
    case .refused(let shown): return Reaction(text: shown, selection: selection.before)
    case .taken: break
    }
    let update = phases.measure(.parse) { reading.update(to: engine.read()) }
    let shown = phases.measure(.format) { engine.render() }
    return Reaction(
      text: shown.text.isSame(as: text) ? nil : shown.text, selection: shown.caret..<shown.caret,
      value: update)
  }

  /// Settles a trailing point, a lone minus and a missing zero before the point.
  @inlinable
  public mutating func editingDidEnd(_ text: String, value: Value?, phases: PhaseMarker)
    -> Reaction<Value>
  {
    let hasChanged = phases.measure(.filter) { engine.endEditing(text) }
    guard hasChanged else { return .nothing }
    let update = phases.measure(.parse) { reading.update(to: engine.read()) }
    return Reaction(text: phases.measure(.format) { engine.render().text }, value: update)
  }

  /// The number as the engine writes it.
  @inlinable
  public mutating func text(for value: Value, phases: PhaseMarker) -> String? {
    phases.measure(.format) {
      engine.load(value)
      reading = .value(value)
      return engine.text
    }
  }

  /// The state of the field, to go back to.
  ///
  /// - Parameter selection: what is selected in the field; by default the caret as the last edit left it.
  /// - Returns: the state.
  public func snapshot(selection: Range<Int>? = nil) -> EngineSnapshot {
    engine.snapshot(selection: selection)
  }

  /// Goes back to a state, as undo and redo do.
  public mutating func restore(_ snapshot: EngineSnapshot) -> Reaction<Value> {
    engine.restore(snapshot)
    return Reaction(
      text: snapshot.text, selection: snapshot.selection,
      value: reading.update(to: Value.read(engine.number, scale: engine.scale)))
  }
}
