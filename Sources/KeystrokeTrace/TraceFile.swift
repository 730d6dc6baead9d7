import Foundation
import ReformatCore

/// A trace as its file has it: recorded edits, which are replayed as they were.
///
/// A trace is a file of JSON Lines. The first line says what was typed, each further one is an edit:
///
/// ```json
/// {"trace": "rent", "locale": "en_US", "value": "double", "meant": "1234.50"}
/// {"range": [0, 0], "replacement": "1", "time": 0.0}
/// {"range": [1, 1], "replacement": "2", "time": 0.18}
/// ```
///
/// Ranges count UTF-16 code units of the text before the edit, times are seconds since the first step.
/// An edit may also have a `selection`, `[2, 2]`: what was selected before it, a caret where both are equal. The field is
/// given it first, since Backspace and Delete can make the same edit.
///
/// `meant` is the number that should be left, plainly written, or the digits of another kind of value. These are optional:
///
/// - `maximumLength`: the limit of the field, as in `PublishedRules`;
/// - `allowsNegative`: false where no minus may be typed;
/// - `range`: two numbers, between which a value is shown as valid;
/// - `strategies`: a list of those that the trace is for;
/// - `text`: what stood in the field at first; the caret is behind it;
/// - `dropped`: how many steps came after these and were not kept, since a recorder was full.
///
/// Lines may also be events of the screen around the field, `{"event": "keyboard-shows", "time": 0.3}`; see
/// ``SessionEvent`` for their names and `TraceOrder` for which may follow which. An app writes traces with
/// ``TraceRecorder``.
public struct TraceFile: Hashable, Sendable {
  /// What the trace is called.
  public var name: String
  /// The identifier of the locale in which it was typed.
  public var locale: String
  /// The name of the kind of value of the field.
  public var value: String
  /// The number that should be left behind, plainly written.
  public var meant: String
  /// The limit of the field, as in `PublishedRules`; nil where none binds.
  public var maximumLength: Int?
  /// Whether a minus may be typed.
  public var allowsNegative = true
  /// Between which values the field shows no error; nil where every value is fine.
  public var range: ClosedRange<Double>?
  /// The strategies that it is for, by name; nil for those that a suite replays traces with.
  public var strategies: [String]?
  /// What stood in the field at first.
  public var text = ""
  /// How many steps came after these and were not kept; `meant` is what should be left before them.
  public var dropped = 0
  /// The edits and events in order.
  public var steps: [TimedStep]

  /// An edit, or an event of the screen around the field.
  public enum Step: Hashable, Sendable {
    /// A change of the text.
    case edit(TextEdit)
    /// Something that happens around it.
    case event(SessionEvent)
  }

  /// A step, and when it happened.
  public struct TimedStep: Hashable, Sendable {
    /// What happened.
    public var step: Step
    /// What was selected before an edit; nil where that is not known.
    public var selection: Range<Int>?
    /// Seconds since the first step.
    public var time: Double

    /// A step at a time.
    public init(step: Step, selection: Range<Int>? = nil, time: Double) {
      self.step = step
      self.selection = selection
      self.time = time
    }
  }
}

/// A trace that cannot be used.
public struct TraceError: Error, Hashable, CustomStringConvertible {
  /// The file, as it was named.
  public var file: String
  /// The line, counted from 1; nil where the whole file is meant.
  public var line: Int?
  /// What is wrong, and what was expected.
  public var problem: String

  /// An error in a file, and in a line of it where one is at fault.
  public init(file: String, line: Int?, problem: String) {
    self.file = file
    self.line = line
    self.problem = problem
  }

  /// `file:line: problem`.
  public var description: String {
    line.map { "\(file):\($0): \(problem)" } ?? "\(file): \(problem)"
  }
}
