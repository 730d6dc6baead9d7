/// The changes that a strategy wants to make to the field.
public struct Reaction<Value: Equatable>: Equatable {
  /// The text to write, equal to the present one or not; nil to write none.
  public var text: String?
  /// The selection to leave, in UTF-16 code units of the text then shown; nil leaves it to the toolkit, which puts the
  /// caret after a written text.
  public var selection: Range<Int>?
  /// The change of the value.
  public var value: ValueUpdate<Value>

  /// Makes a reaction that writes `text`, if any, sets the selection, if any, and updates the value.
  @inlinable
  public init(
    text: String? = nil, selection: Range<Int>? = nil, value: ValueUpdate<Value> = .keep
  ) {
    self.text = text
    self.selection = selection
    self.value = value
  }

  /// A reaction that changes nothing.
  @inlinable
  public static var nothing: Reaction { Reaction() }
}

/// A change of a field's value.
public enum ValueUpdate<Value: Equatable>: Equatable {
  /// The value stays the same.
  case keep
  /// The value is replaced.
  case set(Value)
  /// The value is removed.
  case clear
}

/// The answer of a delegate about an edit.
public enum EditDecision<Value: Equatable>: Equatable {
  /// The edit is made unchanged.
  case apply
  /// The edit is not made, and nothing changes.
  case refuse
  /// The edit is not made; the delegate writes text, selection and value itself.
  case replace(Reaction<Value>)
}

extension Reaction: Sendable where Value: Sendable {}
extension ValueUpdate: Sendable where Value: Sendable {}
extension EditDecision: Sendable where Value: Sendable {}
