import BenchmarkWorker

/// The appearances of a screen in a session.
enum AppearanceScript: String, CaseIterable {
  /// Each keystroke is the first appearance of another screen: the preparation runs to its end.
  case first
  /// Each keystroke is an appearance of the same screen, which comes back from the second one on.
  case again = "repeat"
  /// Each keystroke starts the preparation and cancels it half way, because the screen disappears.
  case interrupted

  /// The number of keystrokes of a session.
  static let turns = 16
}
