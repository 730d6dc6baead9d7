import Foundation
import ReformatCore

/// A trace as written: a header line about the field, then a line per step.
struct TraceLines {
  let name: String
  let locale: String
  let value: String
  let meant: String
  let text: String
  let dropped: Int
  let steps: [TraceBuffer.Step]

  fileprivate struct Header: Encodable {
    var trace: String
    var locale: String
    var value: String
    var meant: String
    var text: String?
    var dropped: Int?
  }

  fileprivate struct Line: Encodable {
    var event: String?
    var range: [Int]?
    var replacement: String?
    var selection: [Int]?
    var time: Double
  }

  /// The lines, each ended by a line feed; nil if there is no edit among the steps.
  var written: String? {
    guard let first = steps.first, steps.contains(where: { $0.edit != nil }) else { return nil }
    let header = Header(
      trace: name, locale: locale, value: value, meant: meant, text: text.isEmpty ? nil : text,
      dropped: dropped > 0 ? dropped : nil)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Self.line(header, encoder)
      + steps.map { Self.line(Line($0, since: first.time), encoder) }.joined()
  }

  private static func line(_ value: some Encodable, _ encoder: JSONEncoder) -> String {
    // Texts and finite numbers can always be encoded.
    guard let json = try? encoder.encode(value) else { return "" }
    return String(decoding: json, as: UTF8.self) + "\n"
  }
}

extension TraceLines.Line {
  /// A step as a line, its time in seconds, to the millisecond.
  fileprivate init(_ step: TraceBuffer.Step, since start: ContinuousClock.Instant) {
    let elapsed = (step.time - start).components
    let milliseconds = elapsed.seconds * 1000 + elapsed.attoseconds / 1_000_000_000_000_000
    time = Double(milliseconds) / 1000
    switch step.kind {
    case .edit(let edit, let selected):
      selection = selected.map { [$0.lowerBound, $0.upperBound] }
      range = [edit.range.lowerBound, edit.range.upperBound]
      replacement = edit.replacement
    case .event(let event): self.event = event.rawValue
    }
  }
}
