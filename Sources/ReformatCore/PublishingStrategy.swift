/// A strategy that publishes the texts of two linked fields, and reacts to them later.
///
/// Where a ``ReformatStrategy`` answers at once, this one is handed a text and goes on when the run loop
/// of the thread takes its next turn. Both fields are made by one parent, whose body makes what stands behind them anew
/// whenever the model has changed.
public protocol PublishingStrategy: AnyObject {
  /// Whether anything that was published still waits for a turn of the run loop.
  var isWaiting: Bool { get }

  /// Called before each write of a published property, of an equal value too.
  var willChange: ((PublishedChange) -> Void)? { get set }

  /// What the text of a field stands for, or nil.
  func value(of field: FieldRole) -> Any?

  /// What a field is to show.
  func text(of field: FieldRole) -> String

  /// Publishes what the user left in a field.
  func publish(_ text: String, in field: FieldRole)

  /// Has another part of the app write the value of a field; one of another type is left out.
  func write(_ value: Any, of field: FieldRole)

  /// Evaluates the parent's body: what stands behind both fields is made anew.
  func evaluateParent()
}

/// Which of two linked fields is meant.
public enum FieldRole: Hashable, Sendable, CaseIterable {
  /// The first one, which is typed into at first.
  case first
  /// The one beside it.
  case second
}

/// What a published property belongs to.
public enum PublishedChange: Hashable, Sendable {
  /// The text of a field.
  case text(FieldRole)
  /// The model behind both fields.
  case model
}
