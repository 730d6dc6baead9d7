import BenchmarkWorker

/// How often a screen appears in a session.
enum AppearanceScript: String, CaseIterable {
  /// Each keystroke is the first appearance of another screen: the preparation runs to its end.
  case first
  /// Each keystroke is an appearance of the same screen; from the second on it comes back.
  case again = "repeat"
  /// Each keystroke starts the preparation and cancels it, half done, because the screen disappears.
  case interrupted

  /// How many keystrokes a session has.
  static let turns = 16
}
