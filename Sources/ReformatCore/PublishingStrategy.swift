/// A strategy that publishes the texts of two linked fields, and reacts to them later.
///
/// Where a ``ReformatStrategy`` answers at once, this one is handed a text and goes on when the run loop
/// of the thread takes its next turn. What it then writes it announces, and whoever shows the fields asks
/// for the texts.
public protocol PublishingStrategy: AnyObject {
  /// What the text of the field that is typed into stands for, or nil.
  var value: Any? { get }

  /// Whether anything that was published still waits for a turn of the run loop.
  var isWaiting: Bool { get }

  /// Called before each write of what a field shows, of an equal value too.
  var fieldWillChange: ((FieldRole) -> Void)? { get set }

  /// What a field is to show.
  func text(of field: FieldRole) -> String

  /// Publishes what the user left in the field that is typed into.
  func publish(_ text: String)
}

/// Which of two linked fields is meant.
public enum FieldRole: Hashable, Sendable {
  /// The one that is typed into.
  case typed
  /// The one beside it.
  case beside
}
