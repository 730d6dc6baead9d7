import BenchmarkComparison
import BenchmarkModel
import BenchmarkReport
import BenchmarkResults
import Foundation

/// The result of checking cells against the oracle: a line per wrong cell, then the number of right ones.
struct VerificationReport: Sendable {
  private let verification: Verification

  /// Reports a verification.
  init(_ verification: Verification) { self.verification = verification }

  /// The numbers of right and wrong cells, in words.
  var summary: String {
    let total = verification.total
    return "\(total.ok) ok, \(total.wrong) wrong"
      + (total.unchecked > 0 ? ", \(total.unchecked) not checked" : "")
  }

  /// The report in a format; CSV lists only the wrong cells.
  func rendered(as format: ReportFormat) throws -> String {
    try format.written(document, json: JSONDocument(verification), csv: csv)
  }

  private var document: Document {
    let rest = verification.unlisted
    return Document([
      .list(verification.wrongTexts.map { "\($0.cell): \(VisibleText.difference($0))" }),
      .list(
        rest > 0
          ? ["and \(Words.count(rest, "wrong cell")) more; narrower filters list them"] : []),
      .section("By strategy", [.table(byStrategy)]), .paragraph(summary, .strong),
    ])
  }

  private var byStrategy: Grid {
    Grid(
      [.init("strategy"), .init("ok", number: true), .init("wrong", number: true)],
      rows: verification.tallies.sorted { $0.key < $1.key }.map { strategy, tally in
        [strategy, String(tally.ok), String(tally.wrong)]
      })
  }

  private var csv: String {
    let parts = Cell.Part.allCases.map { part in
      TableColumn<WrongText>(named: part.rawValue) { wrong in
        Cell(id: wrong.cell).map { .text($0[part]) }
      }
    }
    return Table(
      columns: [TableColumn(named: "suite") { $0.suite.map { .text($0) } }] + parts + [
        TableColumn(named: "expected_text") { .text($0.expectedText) },
        TableColumn(named: "actual_text") { .text($0.text) },
        TableColumn(named: "expected_value") { $0.expectedValue.map { .text($0) } },
        TableColumn(named: "actual_value") { $0.value.map { .text($0) } },
        TableColumn(named: "session") { $0.keystroke.map { .text(String($0.session)) } },
        TableColumn(named: "keystroke") { $0.keystroke.map { .text(String($0.keystroke)) } },
        TableColumn(named: "edit_case") { wrong in
          wrong.keystroke?.editCase(locale: Cell(id: wrong.cell)?.locale).map { .text($0) }
        },
      ], rows: verification.wrongTexts
    ).csv()
  }

  private struct JSONDocument: Encodable {
    var ok: Int
    var wrong: Int
    var unchecked: Int
    var unlisted: Int
    var strategies: [String: Verification.Tally]
    var wrongTexts: [WrongText]

    init(_ verification: Verification) {
      let total = verification.total
      (ok, wrong, unchecked) = (total.ok, total.wrong, total.unchecked)
      unlisted = verification.unlisted
      strategies = verification.tallies
      wrongTexts = verification.wrongTexts
    }
  }
}

extension WrongKeystroke {
  /// The keystroke as a line for `replay`; nil if it makes no edit.
  fileprivate func editCase(locale: String?) -> String? {
    guard let locale, insert != nil || key == "Backspace" || key == "Delete" else { return nil }
    let edit = EditCase(
      locale: locale, before: before, insert: insert, key: key, after: expected,
      valueAfter: expectedValue)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(edit)).map { String(decoding: $0, as: UTF8.self) }
  }

  private struct EditCase: Encodable {
    var locale: String
    var before: String
    var insert: String?
    var key: String?
    var after: String
    var valueAfter: String?
  }
}
