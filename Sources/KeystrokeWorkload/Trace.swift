import Foundation
import ReformatCore

/// Recorded edits in a file, replayed as they were.
///
/// A trace is a file of JSON Lines. The first line says what was typed, each further one is an edit:
///
/// ```json
/// {"trace": "rent", "locale": "en_US", "value": "double", "meant": "1234.50"}
/// {"range": [0, 0], "replacement": "1", "time": 0.0}
/// {"range": [1, 1], "replacement": "2", "time": 0.18}
/// ```
///
/// Ranges count UTF-16 code units of the text before the edit, times are seconds since the first step,
/// `meant` is the number that should be left, plainly written, or the hexadecimal digits. `maximumLength` is optional, and
/// so is `strategies`, a list of those that the trace is for.
///
/// Lines may also be events of the screen around the field, `{"event": "keyboard-shows", "time": 0.3}`; see
/// ``SessionEvent`` for their names and `TraceOrder` for which may follow which.
public struct Trace: Hashable, Sendable {
  /// What the trace is called; its cell's script is `trace-` and this name.
  public var name: String
  /// The identifier of the locale in which it was typed.
  public var locale: String
  /// The kind of value of the field.
  public var value: ValueKind
  /// The number that should be left behind.
  public var meant: MeantNumber
  /// The limit of the field, as in `EditingRules`; nil where none binds.
  public var maximumLength: Int?
  /// The strategies that it is for, by name; nil for those that a suite replays traces with.
  public var strategies: [String]?
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
    /// Seconds since the first step.
    public var time: Double

    /// A step at a time.
    public init(step: Step, time: Double) {
      self.step = step
      self.time = time
    }
  }

  /// The script of the trace's cells.
  public var script: String { "\(Self.prefix)\(name)" }

  /// Whether a script is a trace, and so types the same whatever the seed.
  public static func isScript(_ script: String) -> Bool { script.hasPrefix(prefix) }

  private static let prefix = "trace-"

  /// The edits alone, in order.
  public var edits: [TextEdit] {
    steps.compactMap { if case .edit(let edit) = $0.step { edit } else { nil } }
  }

  /// The events alone, in order.
  public var events: [SessionEvent] {
    steps.compactMap { if case .event(let event) = $0.step { event } else { nil } }
  }

  /// What a session does, step by step; without a `commit` Return is its last one.
  public var session: [Step] {
    steps.map(\.step) + (events.contains(.commit) ? [] : [.event(.commit)])
  }

  /// How many digits were typed, the corrected ones included.
  public var length: Int {
    edits.reduce(0) { sum, edit in
      sum
        + edit.replacement.unicodeScalars.count { $0.isDigit(radix: value.radix) }
    }
  }
}
