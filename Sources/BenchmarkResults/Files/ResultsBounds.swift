/// Bounds of values that are read from a file, so that no number in it decides how long a command takes.
///
/// Each is far beyond real measurements, and small enough to loop over.
package enum ResultsBounds {
  /// Rounds of a run.
  package static let rounds = 100_000
  /// Parts of a whole.
  package static let shards = 10_000
  /// Cells of a whole.
  package static let cells = 10_000_000
  /// Runs that one was merged from.
  package static let mergedRuns = 1_000
  /// Looks at a paired comparison.
  package static let looks = 1_000
  /// Suites, arguments, warnings of a run.
  package static let listed = 10_000
  /// Numbers of a file that are checked to find the invalid one.
  package static let misfits = 100
  /// Keystrokes between two readings of the clock.
  package static let batch = 1_024
  /// Digits typed in a session, or observers of the keyboard.
  package static let length = 1_000_000
  /// Keystrokes behind a figure.
  package static let count = 1_000_000_000_000_000
  /// Bytes of a name: of a run, a commit, a suite, a part of a cell.
  package static let nameBytes = 256
  /// Bytes of any other text of `run.json`.
  package static let textBytes = 16_384
  /// Bytes of a stack.
  package static let stackBytes = 1_000_000
  /// A figure: thirty years in nanoseconds, so that no sum and no square of figures is infinite.
  package static let figure = 1e18
}
