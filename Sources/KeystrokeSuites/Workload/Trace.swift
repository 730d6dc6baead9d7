import BenchmarkModel
import KeystrokeTrace
import ReformatCore

/// A trace whose kind of value is known, ready to be replayed.
@dynamicMemberLookup
public struct Trace: Hashable, Sendable {
  /// The contents of its file.
  public var file: TraceFile
  /// The kind of value of the field.
  public var value: ValueKind
  /// The number that should be left behind.
  public var meant: MeantNumber

  /// A further member of its file; its script is `trace-` and its name.
  public subscript<Said>(dynamicMember said: KeyPath<TraceFile, Said>) -> Said {
    file[keyPath: said]
  }

  /// An edit, or an event of the screen around the field.
  public typealias Step = TraceFile.Step

  /// The script of the trace's cells.
  public var script: String { "\(Cell.tracePrefix)\(file.name)" }

  /// The edits, in order.
  public var edits: [TextEdit] {
    self.steps.compactMap { if case .edit(let edit) = $0.step { edit } else { nil } }
  }

  /// The events, in order.
  public var events: [SessionEvent] {
    self.steps.compactMap { if case .event(let event) = $0.step { event } else { nil } }
  }

  /// The steps of a session; without a `commit`, Return is the last one.
  public var session: [Step] {
    self.steps.map(\.step) + (events.contains(.commit) ? [] : [.event(.commit)])
  }

  /// The selections before steps of the session, by index, as far as they are known.
  public var selections: [Int: Range<Int>] {
    let known = self.steps.enumerated().compactMap { index, timed in
      timed.selection.map { (index, $0) }
    }
    return Dictionary(uniqueKeysWithValues: known)
  }

  /// The number of digits typed, including corrected ones.
  public var length: Int {
    edits.reduce(0) { sum, edit in
      sum
        + edit.replacement.unicodeScalars.count { $0.isDigit(radix: value.radix) }
    }
  }
}
