/// How a profile is shown.
public enum ProfileFormat: String, CaseIterable, Sendable {
  /// Tables for people.
  case text
  /// One line a stack, for flamegraph.pl and its kin.
  case folded
  /// JSON for https://www.speedscope.app.
  case speedscope
  /// A flame graph for a browser.
  case svg
}
