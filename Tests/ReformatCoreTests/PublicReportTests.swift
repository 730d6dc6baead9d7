import FieldHost
import Foundation
import ReformatCore
import Testing

/// Tests of edits that people reported about fields that reformat while typing, in both hostings.
@Suite struct PublicReportTests {
  /// An edit, with the correct text and caret after it.
  struct Report: Decodable, CustomTestStringConvertible {
    var id: String
    var decimal: String
    var group: String?
    var groupSizes: [Int]?
    var prefix: String
    var suffix: String
    var maxFraction: Int?
    var before: String
    var caret: Int
    var range: [Int]
    var replacement: String
    var key: String
    var after: String
    var caretAfter: Int?

    var testDescription: String { id }

    static let all: [Report] = {
      let file = Bundle.module.bundleURL.appending(path: "Fixtures/public-reports.jsonl")
      let lines = (try? Data(contentsOf: file))?.split(separator: UInt8(ascii: "\n")) ?? []
      return lines.compactMap { try? JSONDecoder().decode(Report.self, from: $0) }
    }()

    var format: IncrementalFormat {
      IncrementalFormat(
        decimalSeparator: decimal, groupingSeparator: group ?? "", groupSizes: groupSizes ?? [],
        affixes: .init(prefix: prefix, suffix: suffix), maximumFractionDigits: maxFraction)
    }
  }

  @Test func allReportsAreRead() {
    #expect(Report.all.count == 43)
  }

  @Test(arguments: Report.all)
  func textAndCaretAreRight(_ report: Report) {
    let fields = [
      HeadlessField(
        strategy: IncrementalDelegate<Decimal>(format: report.format, text: report.before),
        text: report.before),
      HeadlessField(
        strategy: IncrementalOnChange<Decimal>(
          format: report.format, text: report.before, usesSelection: true),
        text: report.before),
      HeadlessField(
        strategy: IncrementalOnChange<Decimal>(format: report.format, text: report.before),
        text: report.before),
    ]
    // Texts do not tell Delete before a prefix from Backspace behind it.
    for field in fields.prefix(report.id == "R37a" ? 2 : 3) {
      let range = report.range[0]..<report.range[1]
      field.selection = report.key.isEmpty ? range : report.caret..<report.caret
      field.apply(TextEdit(range: range, replacement: report.replacement))
      #expect(field.text == report.after)
      if let caret = report.caretAfter { #expect(field.selection == caret..<caret) }
    }
  }
}
