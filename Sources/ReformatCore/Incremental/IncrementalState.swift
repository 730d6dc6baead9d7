/// What both hostings of the engine share: the engine, and what its number reads as.
@usableFromInline
struct IncrementalState<Value: IncrementalValue> {
  @usableFromInline var engine: IncrementalEngine
  @usableFromInline var reading: Reading<Value>

  @inlinable
  init(format: IncrementalFormat, text: String) {
    engine = IncrementalEngine(format: format, text: text)
    reading = Value.read(engine.number, scale: format.scale)
  }

  /// What the text stands for; nil where there are no digits, or more than the type can hold.
  @inlinable
  var value: Value? {
    if case .value(let value) = reading { value } else { nil }
  }

  /// Reads the number, and tells how the value changed.
  @inlinable
  mutating func read(_ phases: PhaseMarker) -> ValueUpdate<Value> {
    phases.measure(.parse) {
      reading.update(to: Value.read(engine.number, scale: engine.scale))
    }
  }

  /// Settles a trailing point, a lone minus and a missing zero before the point.
  @inlinable
  mutating func endEditing(_ text: String, _ phases: PhaseMarker) -> Reaction<Value> {
    let hasChanged = phases.measure(.filter) { engine.endEditing(text) }
    guard hasChanged else { return .nothing }
    let update = read(phases)
    return Reaction(text: phases.measure(.format) { engine.render().text }, value: update)
  }

  /// The number as the engine writes it.
  @inlinable
  mutating func text(for value: Value, _ phases: PhaseMarker) -> String {
    phases.measure(.format) {
      engine.load(value)
      reading = .value(value)
      return engine.text
    }
  }
}
