import BenchmarkComparison
import BenchmarkConductor
import BenchmarkModel
import BenchmarkReport
import BenchmarkResults
import Foundation

/// The result of checking cells against the oracle: the verdict with the number of right ones, then a line per wrong cell.
struct VerificationReport: Sendable {
  private let verification: Verification
  private let cells: WrongCells
  private let notes: [String]

  /// Reports a verification that counted the cells of acceptances of wrong cells, and what these say of it.
  ///
  /// - Parameters:
  ///   - verification: the verification.
  ///   - acceptances: the acceptances, in the order of the counts.
  ///   - isStrange: returns true for an acceptance that fits no cell and should.
  init(
    _ verification: Verification, _ acceptances: [Acceptance], isStrange: (Acceptance) -> Bool
  ) {
    self.verification = verification
    cells = WrongCells(verification.wrongTexts, by: acceptances)
    let wrong = verification.wrongTexts.compactMap { Cell(id: $0.cell) }
    notes = zip(acceptances, verification.matched ?? []).compactMap { acceptance, count in
      if count == 0 && isStrange(acceptance) { return .idle(.accept, acceptance.scope) }
      return acceptance.note(
        wasCompared: count > 0, isNeeded: wrong.contains(where: acceptance.scope.covers),
        on: .today)
    }.map { (note: ComparisonNote) in note.words }
  }

  private var accepted: [String] { cells.accepted.map(\.cell.cell) }

  /// The number of wrong cells that are not accepted.
  var wrong: Int { verification.total.wrong - accepted.count }

  /// The numbers of right and wrong cells, in words.
  var summary: String {
    let total = verification.total
    let (untold, ambiguous) = (total.untold ?? 0, total.ambiguous ?? 0)
    return "\(total.ok) ok, \(wrong) wrong"
      + (accepted.isEmpty ? "" : ", \(accepted.count) accepted")
      + (total.unchecked > 0 ? ", \(total.unchecked) not checked" : "")
      + (ambiguous == 0
        ? "" : "; \(Words.count(ambiguous, "keystroke")) ambiguous, of \(total.judged ?? 0)")
      + (untold == 0
        ? ""
        : "; \(total.judged ?? 0) of \(Words.count((total.judged ?? 0) + untold, "keystroke")) judged, the rule does not tell the rest")
  }

  /// The report in a format; CSV lists only the wrong cells.
  func rendered(as format: ReportFormat) throws -> String {
    try format.written(document, json: JSONDocument(self), csv: csv)
  }

  private var document: Document {
    let rest = wrong - min(cells.failing.count, Conductor.listedWrongCells)
    return Document([
      .code(["\(wrong > 0 ? "FAIL" : "PASS"): \(summary)"], wrong > 0 ? .bad : .good),
      .list(
        cells.failing.prefix(Conductor.listedWrongCells).map { wrong, reason in
          "\(wrong.cell): \(VisibleText.difference(wrong))" + (reason.map { "; \($0)" } ?? "")
        }),
      .list(
        rest > 0
          ? ["and \(Words.count(rest, "wrong cell")) more; narrower filters list them"] : []),
      .list(notes.map { "note: \($0)" } + (cells.sentence.map { ["accepted: \($0)"] } ?? [])),
      .section("By strategy", [.table(byStrategy)]),
    ])
  }

  private var byStrategy: Grid {
    let byStrategy = Dictionary(grouping: accepted.compactMap { Cell(id: $0)?.strategy }) { $0 }
    let shows = !byStrategy.isEmpty
    let isAmbiguous = verification.total.ambiguous ?? 0 > 0
    return Grid(
      [.init("strategy"), .init("ok", number: true), .init("wrong", number: true)]
        + (shows ? [.init("accepted", number: true)] : [])
        + (isAmbiguous ? [.init("ambiguous keystrokes", number: true)] : []),
      rows: verification.tallies.sorted { $0.key < $1.key }.map { strategy, tally in
        let accepted = byStrategy[strategy]?.count ?? 0
        return [strategy, String(tally.ok), String(tally.wrong - accepted)]
          + (shows ? [String(accepted)] : [])
          + (isAmbiguous ? [String(tally.ambiguous ?? 0)] : [])
      })
  }

  private var csv: String {
    let parts = Cell.Part.allCases.map { part in
      TableColumn<CellMismatch>(named: part.rawValue) { wrong in
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
      ], rows: cells.failing.map(\.cell)
    ).csv()
  }

  private struct JSONDocument: Encodable {
    var ok: Int
    var wrong: Int
    var unchecked: Int
    var unlisted: Int
    var accepted: [String]
    var notes: [String]
    var strategies: [String: Verification.Tally]
    var wrongTexts: [CellMismatch]

    init(_ report: VerificationReport) {
      let total = report.verification.total
      (ok, wrong, unchecked) = (total.ok, report.wrong, total.unchecked)
      unlisted = report.verification.unlisted
      accepted = report.accepted
      notes = report.notes
      strategies = report.verification.tallies
      wrongTexts = report.cells.failing.map(\.cell)
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
