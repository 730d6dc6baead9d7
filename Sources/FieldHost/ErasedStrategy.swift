import ReformatCore

/// A strategy as a field calls it, the type of its value hidden.
///
/// A field must not be generic: it is called from afar, and generic code that is called from afar runs
/// unspecialised, at several times the cost. The closures here are made where the strategy's type is known, so
/// what they call is specialised.
public struct ErasedStrategy {
  /// What became of the text, the selection and the value.
  public struct Change {
    /// The text to write, or nil.
    public var text: String?
    /// The selection to leave, or nil.
    public var selection: Range<Int>?
    /// What became of the value.
    public var value: ValueChange

    @inlinable
    init(text: String?, selection: Range<Int>?, value: ValueChange) {
      self.text = text
      self.selection = selection
      self.value = value
    }
  }

  /// What became of the value.
  public enum ValueChange {
    /// It stayed.
    case kept
    /// There is another.
    case set
    /// There is none any more.
    case cleared
  }

  /// What becomes of an edit.
  public enum Decision {
    /// It is made as it is.
    case apply
    /// It is not made.
    case refuse
    /// The strategy writes text and selection itself.
    case replace(Change)
  }

  /// How the field calls it.
  public let hosting: Hosting
  /// Asked with text, selection, ranges and replacement.
  public let shouldChange: (String, Range<Int>, [Range<Int>], String, PhaseMarker) -> Decision
  /// Told the text.
  public let textDidChange: (String, PhaseMarker) -> Change
  /// Told the text when editing ends.
  public let editingDidEnd: (String, PhaseMarker) -> Change
  /// Takes over a value from outside; nil where it is of another type.
  public let write: (Any, PhaseMarker) -> Change?
  /// The present value, or nil.
  public let value: () -> Any?
  /// Whether the present value is in range; true where there is none.
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
    textDidChange = { text, phases in
      box.take(box.strategy.textDidChange(text, value: box.value, phases: phases))
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

  /// Takes over the value of a reaction.
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
