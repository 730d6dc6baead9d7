/// One way to reformat a number while it is typed.
///
/// A strategy is asked at up to three moments of a keystroke; which ones depends on its ``hosting``.
/// It marks its phases, so that a profiler can tell filtering, parsing and formatting apart:
///
/// ```swift
/// let value = phases.measure(.parse) { try? style.parseStrategy.parse(text) }
/// ```
///
/// Conform a type of your own to measure it beside the built-in ones.
public protocol ReformatStrategy<Value> {
  /// What the text stands for; `Never` for a strategy that reads no value.
  associatedtype Value: Equatable

  /// How the field calls the strategy.
  var hosting: Hosting { get }

  /// Whether an edit may be applied: asked by a delegate-hosted field before its text changes.
  ///
  /// - Parameters:
  ///   - text: the text before the edit.
  ///   - ranges: what would be replaced, in UTF-16 code units, ascending.
  ///   - replacement: what would be put there.
  ///   - phases: marks the phases of the answer.
  /// - Returns: true where the edit may be applied.
  mutating func shouldChange(
    _ text: String, in ranges: [Range<Int>], to replacement: String, phases: PhaseMarker
  ) -> Bool

  /// What the field shall show and hold, now that its text has changed to `text`.
  mutating func textDidChange(_ text: String, value: Value?, phases: PhaseMarker)
    -> Reaction<Value>

  /// What the field shall show and hold when editing ends with `text`.
  mutating func editingDidEnd(_ text: String, value: Value?, phases: PhaseMarker)
    -> Reaction<Value>
}

extension ReformatStrategy {
  /// Lets every edit pass.
  @inlinable
  public mutating func shouldChange(
    _ text: String, in ranges: [Range<Int>], to replacement: String, phases: PhaseMarker
  ) -> Bool { true }

  /// Leaves text and value as they are.
  @inlinable
  public mutating func textDidChange(_ text: String, value: Value?, phases: PhaseMarker)
    -> Reaction<Value>
  { .nothing }

  /// Leaves text and value as they are.
  @inlinable
  public mutating func editingDidEnd(_ text: String, value: Value?, phases: PhaseMarker)
    -> Reaction<Value>
  { .nothing }
}

/// How a field calls a strategy.
public enum Hosting: String, Sendable, CaseIterable {
  /// The text is bound and goes in as typed; nobody is asked or told.
  case binding
  /// A delegate is asked before the text changes; the field is bound to a value.
  case delegate
  /// The text is bound and has changed already; an action runs after the update.
  case onChange = "onchange"
  /// Nothing while typing; the field is bound to a value, which is read when editing ends.
  case commit
}

/// What a strategy wants done to the field.
public struct Reaction<Value: Equatable>: Equatable {
  /// The text to write, equal to the present one or not; nil to write none.
  public var text: String?
  /// What becomes of the value.
  public var value: ValueUpdate<Value>

  /// A reaction that writes `text`, if any, and updates the value.
  @inlinable
  public init(text: String? = nil, value: ValueUpdate<Value> = .keep) {
    self.text = text
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

extension Reaction: Sendable where Value: Sendable {}
extension ValueUpdate: Sendable where Value: Sendable {}
