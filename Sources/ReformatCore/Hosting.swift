/// The way in which a field calls a strategy.
public enum Hosting: String, Sendable, CaseIterable {
  /// The text is bound and goes in as typed; the strategy is not called.
  case binding
  /// A delegate is called before the text changes; the field is bound to a value.
  case delegate
  /// The text is bound and has changed already; an action runs after the update.
  case onChange = "onchange"
  /// Nothing happens while typing; the field is bound to a value, which is read when editing ends.
  case commit
}
