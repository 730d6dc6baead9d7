import Foundation
import ReformatCore

/// A recorded trace: edits that are replayed as they were.
///
/// A trace is a file of JSON Lines. The first line describes the field, each further line is an edit:
///
/// ```json
/// {"trace": "rent", "locale": "en_US", "value": "double", "meant": "1234.50"}
/// {"range": [0, 0], "replacement": "1", "time": 0.0}
/// {"range": [1, 1], "replacement": "2", "time": 0.18}
/// ```
///
/// Ranges count UTF-16 code units of the text before the edit, times are seconds since the first step. An edit may also
/// have a `selection`, `[2, 2]`: the selection before it, a caret if both numbers are equal. The field gets it first,
/// since Backspace and Delete can make the same edit.
///
/// `meant` is the number that should be left, in plain notation, or the digits of another kind of value. These are
/// optional:
///
/// - `maximumLength`: the limit of the field, as in `PublishedRules`;
/// - `allowsNegative`: false if no minus may be typed;
/// - `range`: two numbers, between which a value is shown as valid;
/// - `strategies`: the strategies that the trace is for;
/// - `text`: the text in the field at first, with the caret at its end;
/// - `dropped`: the number of steps that came after these and were not stored, because the recorder was full.
///
/// Lines may also be events of the screen around the field, `{"event": "keyboard-shows", "time": 0.3}`; see
/// ``SessionEvent`` for their names and `TraceOrder` for the rules of their order. An app writes traces with
/// ``TraceRecorder``.
public struct TraceFile: Hashable, Sendable {
  /// The name of the trace.
  public var name: String
  /// The identifier of the locale in which it was typed.
  public var locale: String
  /// The name of the kind of value of the field.
  public var value: String
  /// The number that should be left behind, in plain notation.
  public var meant: String
  /// The limit of the field, as in `PublishedRules`; nil if there is none.
  public var maximumLength: Int?
  /// True if a minus may be typed.
  public var allowsNegative = true
  /// The range of values for which the field shows no error; nil if every value is valid.
  public var range: ClosedRange<Double>?
  /// The names of the strategies that it is for; nil for those that a suite replays traces with.
  public var strategies: [String]?
  /// The text in the field at first.
  public var text = ""
  /// The number of steps that came after these and were not stored; `meant` is the number before them.
  public var dropped = 0
  /// The edits and events in order.
  public var steps: [TimedStep]

  /// An edit, or an event of the screen around the field.
  public enum Step: Hashable, Sendable {
    /// A change of the text.
    case edit(TextEdit)
    /// An event around the field.
    case event(SessionEvent)
  }

  /// A step, with its time.
  public struct TimedStep: Hashable, Sendable {
    /// The edit or event.
    public var step: Step
    /// The selection before an edit; nil if it is not known.
    public var selection: Range<Int>?
    /// Seconds since the first step.
    public var time: Double

    /// Makes a step at a time.
    public init(step: Step, selection: Range<Int>? = nil, time: Double) {
      self.step = step
      self.selection = selection
      self.time = time
    }
  }
}

/// The error for a trace that cannot be used.
public struct TraceError: Error, Hashable, CustomStringConvertible {
  /// The file, as it was named.
  public var file: String
  /// The line, counted from 1; nil if the error is about the whole file.
  public var line: Int?
  /// The problem, and what was expected.
  public var problem: String

  /// Makes an error in a file, or in a line of it.
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
