import ReformatCore

/// A strategy as a field calls it, with the type of its value hidden.
///
/// A field must not be generic: it is called from other modules, where generic code runs unspecialised, at several
/// times the cost. The closures here are made in code that knows the strategy's type, so the functions that they call
/// are specialised.
public struct ErasedStrategy {
  /// The changes of the text, the selection and the value.
  public struct Change {
    /// The text to write, or nil.
    public var text: String?
    /// The selection to leave, or nil.
    public var selection: Range<Int>?
    /// The change of the value.
    public var value: ValueChange

    @inlinable
    init(text: String?, selection: Range<Int>?, value: ValueChange) {
      self.text = text
      self.selection = selection
      self.value = value
    }
  }

  /// A change of the value.
  public enum ValueChange {
    /// The value stayed the same.
    case kept
    /// The value was replaced.
    case set
    /// The value was removed.
    case cleared
  }

  /// The decision about an edit.
  public enum Decision {
    /// The edit is made unchanged.
    case apply
    /// The edit is not made.
    case refuse
    /// The strategy writes text and selection itself.
    case replace(Change)
  }

  /// The way in which the field calls it.
  public let hosting: Hosting
  /// Called before an edit, with text, selection, ranges and replacement.
  public let shouldChange: (String, Range<Int>, [Range<Int>], String, PhaseMarker) -> Decision
  /// Called with the text after an edit, and the selection if it is told.
  public let textDidChange: (String, SelectionChange?, PhaseMarker) -> Change
  /// Called with the text when editing ends.
  public let editingDidEnd: (String, PhaseMarker) -> Change
  /// Called with a value from outside; returns nil if it has another type.
  public let write: (Any, PhaseMarker) -> Change?
  /// The present value, or nil.
  public let value: () -> Any?
  /// Returns true if the present value is in range, or if there is none.
  public let isInRange: () -> Bool

  @inlinable
  init<Strategy: ReformatStrategy>(
    _ strategy: Strategy, value: Strategy.Value?, isInRange: @escaping (Strategy.Value) -> Bool
  ) {
    let box = StrategyBox(strategy, value: value)
    hosting = strategy.hosting
    shouldChange = { text, selection, ranges, replacement, phases in
      let decision = box.strategy.shouldChange(
        text, selection: selection, in: ranges, to: replacement, phases: phases)
      switch decision {
      case .apply: return .apply
      case .refuse: return .refuse
      case .replace(let reaction): return .replace(box.take(reaction))
      }
    }
    textDidChange = { text, selection, phases in
      box.take(
        box.strategy.textDidChange(text, selection: selection, value: box.value, phases: phases))
    }
    editingDidEnd = { text, phases in
      box.take(box.strategy.editingDidEnd(text, value: box.value, phases: phases))
    }
    write = { value, phases in
      guard let value = value as? Strategy.Value else { return nil }
      return box.take(
        Reaction(text: box.strategy.text(for: value, phases: phases), value: .set(value)))
    }
    self.value = { box.value }
    self.isInRange = { box.value.map(isInRange) ?? true }
  }
}

/// A strategy and its value.
@usableFromInline
final class StrategyBox<Strategy: ReformatStrategy> {
  @usableFromInline var strategy: Strategy
  @usableFromInline var value: Strategy.Value?

  @inlinable
  init(_ strategy: Strategy, value: Strategy.Value?) {
    self.strategy = strategy
    self.value = value
  }

  /// Stores the value of a reaction.
  @inlinable
  func take(_ reaction: Reaction<Strategy.Value>) -> ErasedStrategy.Change {
    let change: ErasedStrategy.ValueChange
    switch reaction.value {
    case .keep: change = .kept
    case .set(let new):
      value = new
      change = .set
    case .clear:
      value = nil
      change = .cleared
    }
    return ErasedStrategy.Change(
      text: reaction.text, selection: reaction.selection, value: change)
  }
}
