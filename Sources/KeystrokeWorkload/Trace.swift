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
/// Ranges count UTF-16 code units of the text before the edit, times are seconds since the first edit,
/// `meant` is the number that should be left, plainly written, or the hexadecimal digits. `maximumLength` is optional.
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
  /// The edits in order.
  public var edits: [TimedEdit]

  /// An edit, and when it was made.
  public struct TimedEdit: Hashable, Sendable {
    /// What was done.
    public var edit: TextEdit
    /// Seconds since the first edit.
    public var time: Double

    /// An edit made at a time.
    public init(edit: TextEdit, time: Double) {
      self.edit = edit
      self.time = time
    }
  }

  /// The script of the trace's cells.
  public var script: String { "trace-\(name)" }

  /// How many digits were typed, the corrected ones included.
  public var length: Int {
    edits.reduce(0) { sum, timed in
      sum
        + timed.edit.replacement.unicodeScalars.count { $0.isDigit(radix: value.radix) }
    }
  }
}
