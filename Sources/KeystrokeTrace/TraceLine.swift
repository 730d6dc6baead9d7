import Foundation
import ReformatCore

/// A trace as written: a session in one line of a file of edit cases.
struct TraceLine {
  let name: String
  let locale: String
  let value: String
  let meant: String
  let text: String
  let dropped: Int
  let steps: [TraceBuffer.Step]

  fileprivate struct Session: Encodable {
    var id: String
    var kind = "trace"
    var locale: String
    var value: String
    var before: String?
    /// The caret, so that a `|` in the text is a character.
    var caret: Int?
    var edits: [Edit]
    var meant: String
    var dropped: Int?
  }

  fileprivate struct Edit: Encodable {
    var screen: String?
    var key: String?
    var range: [Int]?
    var replacement: String?
    var selection: [Int]?
    var time: Double
  }

  /// The line, ended by a line feed; nil if there is no edit among the steps.
  var written: String? {
    guard let first = steps.first, steps.contains(where: { $0.edit != nil }) else { return nil }
    let session = Session(
      id: name, locale: locale, value: value, before: text.isEmpty ? nil : text,
      caret: text.isEmpty ? nil : text.utf16Length,
      edits: steps.map { Edit($0, since: first.time) }, meant: meant,
      dropped: dropped > 0 ? dropped : nil)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Texts and finite numbers can always be encoded.
    guard let json = try? encoder.encode(session) else { return nil }
    return String(decoding: json, as: UTF8.self) + "\n"
  }
}

extension TraceLine.Edit {
  /// A step, its time in seconds, to the millisecond.
  fileprivate init(_ step: TraceBuffer.Step, since start: ContinuousClock.Instant) {
    let elapsed = (step.time - start).components
    let milliseconds = elapsed.seconds * 1000 + elapsed.attoseconds / 1_000_000_000_000_000
    time = Double(milliseconds) / 1000
    switch step.kind {
    case .edit(let edit, let selected):
      selection = selected.map { [$0.lowerBound, $0.upperBound] }
      range = [edit.range.lowerBound, edit.range.upperBound]
      replacement = edit.replacement
    case .event(.commit): key = "Return"
    case .event(.nextField): key = "Tab"
    case .event(let event): screen = event.rawValue
    }
  }
}
