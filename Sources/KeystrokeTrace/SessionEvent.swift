/// An event around the field during a session.
public enum SessionEvent: String, CaseIterable, Sendable {
  /// The screen appears.
  case appear
  /// The keyboard slides in.
  case keyboardShows = "keyboard-shows"
  /// Editing ends, as by Return.
  case commit
  /// Editing continues in the next field of the form, as by Tab.
  case nextField = "next-field"
  /// The keyboard slides out.
  case keyboardHides = "keyboard-hides"
  /// The screen disappears.
  case disappear
}
