import BenchmarkResults
import Foundation
import Synchronization

/// Reports for programs, as JSON.
package enum JSONText {
  /// One object, with sorted keys and dates as in ISO 8601, and a line break at its end.
  package static func encoded(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    // JSON has no such numbers, and a report with a text in their place is better than none.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "out of range", negativeInfinity: "out of range", nan: "out of range")
    return ShownText.json(String(decoding: try encoder.encode(value), as: UTF8.self)) + "\n"
  }
}

/// The formats of a report.
package enum ReportFormat: String, CaseIterable, Sendable {
  /// Aligned columns, for a terminal.
  case text
  /// Tables of GitHub's Markdown, for a pull request.
  case markdown
  /// One object, for programs.
  case json
  /// One table with plain figures in ns and bytes, for pandas or a spreadsheet.
  case csv

  /// The report in this format; only the needed parts are evaluated.
  package func written(
    _ document: @autoclosure () -> Document, json: @autoclosure () -> some Encodable,
    csv: @autoclosure () -> String
  ) throws -> String {
    switch self {
    case .text: document().text(inColour: Screen.inColour)
    case .markdown: document().markdown
    case .json: try JSONText.encoded(json())
    case .csv: csv()
    }
  }
}

/// A CSV table under construction, as in RFC 4180 with LF, without characters that a terminal obeys.
package struct CSVText {
  private static let semicolons = Atomic<Bool>(false)

  /// True to part fields by `;` and write decimal commas, as spreadsheets of such locales read a file.
  package static var usesSemicolons: Bool {
    get { semicolons.load(ordering: .relaxed) }
    set { semicolons.store(newValue, ordering: .relaxed) }
  }

  private var bytes: [UInt8] = []

  /// Begins with the header, unless it is empty.
  package init(_ columns: [String]) { if !columns.isEmpty { append(columns) } }

  /// Adds a line; nil is an empty field.
  package mutating func append(_ fields: [String?]) {
    let separator = UInt8(ascii: Self.usesSemicolons ? ";" : ",")
    for (place, field) in fields.enumerated() {
      if place > 0 { bytes.append(separator) }
      if let field { CSVField.append(ShownText.field(field), to: &bytes, separator: separator) }
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// The table.
  package var text: String { String(decoding: bytes, as: UTF8.self) }
}
