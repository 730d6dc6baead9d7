/// What a strategy wants done to the field.
public struct Reaction<Value: Equatable>: Equatable {
  /// The text to write, equal to the present one or not; nil to write none.
  public var text: String?
  /// The selection to leave, in UTF-16 code units of the text then shown; nil leaves it to the toolkit, which puts
  /// the caret behind a text that is written.
  public var selection: Range<Int>?
  /// What becomes of the value.
  public var value: ValueUpdate<Value>

  /// A reaction that writes `text`, if any, sets the selection, if any, and updates the value.
  @inlinable
  public init(
    text: String? = nil, selection: Range<Int>? = nil, value: ValueUpdate<Value> = .keep
  ) {
    self.text = text
    self.selection = selection
    self.value = value
  }

  /// Writes nothing.
  @inlinable
  public static var nothing: Reaction { Reaction() }
}

/// What becomes of a field's value.
public enum ValueUpdate<Value: Equatable>: Equatable {
  /// It stays what it is.
  case keep
  /// It is replaced.
  case set(Value)
  /// There is none any more.
  case clear
}

/// What a delegate answers when it is asked about an edit.
public enum EditDecision<Value: Equatable>: Equatable {
  /// The edit is made as it is.
  case apply
  /// The edit is not made, and nothing changes.
  case refuse
  /// The edit is not made; the delegate writes text, selection and value itself.
  case replace(Reaction<Value>)
}

extension Reaction: Sendable where Value: Sendable {}
extension ValueUpdate: Sendable where Value: Sendable {}
extension EditDecision: Sendable where Value: Sendable {}
