/// A strategy that publishes the texts of two linked fields, and reacts to them later.
///
/// A ``ReformatStrategy`` answers at once; this one is given a text and continues on the next turn of the thread's run
/// loop. Both fields are made by one parent, whose body makes the objects behind them again whenever the model has
/// changed.
public protocol PublishingStrategy: AnyObject {
  /// True if something that was published is still waiting for a turn of the run loop.
  var isWaiting: Bool { get }

  /// Called before each write of a published property, even if the value is equal.
  var willChange: ((PublishedChange) -> Void)? { get set }

  /// The value of a field's text; nil if there is none.
  func value(of field: FieldRole) -> Any?

  /// The text that a field shows.
  func text(of field: FieldRole) -> String

  /// Publishes the text that the user left in a field.
  func publish(_ text: String, in field: FieldRole)

  /// Lets another part of the app write the value of a field; a value of another type is ignored.
  func write(_ value: Any, of field: FieldRole)

  /// Evaluates the parent's body, which makes the objects behind both fields again.
  func evaluateParent()
}

/// One of the two linked fields.
public enum FieldRole: Hashable, Sendable, CaseIterable {
  /// The first one, in which typing starts.
  case first
  /// The second one.
  case second
}

/// The owner of a published property.
public enum PublishedChange: Hashable, Sendable {
  /// The text of a field.
  case text(FieldRole)
  /// The model behind both fields.
  case model
}
