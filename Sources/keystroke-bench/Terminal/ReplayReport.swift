import BenchmarkComparison
import BenchmarkModel
import BenchmarkReport

/// What a strategy made of edit cases: a line a failure, then how many passed.
struct ReplayReport: Sendable {
  private let strategy: String
  private let tried: [(editCase: EditCase, outcome: EditCaseOutcome)]

  /// Reports the outcomes of cases, one each, in the same order.
  init(strategy: String, cases: [EditCase], outcomes: [EditCaseOutcome]) {
    self.strategy = strategy
    tried = Array(zip(cases, outcomes)).map { (editCase: $0.0, outcome: $0.1) }
  }

  /// How many cases failed, those included that could not be tried.
  var failed: Int { failures.count }

  /// How many cases passed and failed, in words.
  var summary: String { "\(tried.count - failed) passed, \(failed) failed" }

  private var failures: [(editCase: EditCase, outcome: EditCaseOutcome)] {
    tried.filter { !$0.editCase.isMet(by: $0.outcome) }
  }

  /// The report in a format; CSV lists all cases, the others the failures.
  func rendered(as format: ReportFormat) throws -> String {
    try format.written(document, json: object, csv: csv)
  }

  private var document: Document {
    Document([.list(failures.map(Self.line)), .paragraph(summary, .strong)])
  }

  /// What was there, what was done, what was expected and what came.
  private static func line(_ editCase: EditCase, _ outcome: EditCaseOutcome) -> String {
    let (before, new) = (
      VisibleText.quoted(editCase.before), VisibleText.quoted(editCase.replacement)
    )
    let edit =
      "[\(editCase.range.lowerBound), \(editCase.range.upperBound)] by \(new)"
      + (editCase.key == .none ? "" : " (\(editCase.key.rawValue))")
    let expected = "expected \(VisibleText.quoted(editCase.after))"
    let caret = "caret \(editCase.caretAfter.map(String.init) ?? "anywhere")"
    switch outcome {
    case .left(let text, let selection):
      return "\(editCase.id) \(editCase.kind): \(before), \(edit): \(expected), "
        + "got \(VisibleText.quoted(text)); \(caret), got \(words(selection))"
    case .notTried(let reason):
      return "\(editCase.id) \(editCase.kind): \(before), \(edit): \(expected), \(caret); "
        + "not tried: \(reason)"
    }
  }

  private static func words(_ selection: Range<Int>) -> String {
    selection.isEmpty
      ? String(selection.lowerBound)
      : "selection [\(selection.lowerBound), \(selection.upperBound)]"
  }
}

// MARK: - For programs

extension ReplayReport {
  private static let columns = [
    "strategy", "id", "kind", "before", "caret", "range_start", "range_end", "replacement", "key",
    "expected_text", "actual_text", "expected_caret", "actual_start", "actual_end", "passed",
    "problem",
  ]

  private var csv: String {
    var table = CSVText(Self.columns)
    for (editCase, outcome) in tried {
      let entry = JSONEntry(editCase, outcome)
      table.append([
        strategy, editCase.id, editCase.kind, editCase.before, String(editCase.caret),
        String(editCase.range.lowerBound), String(editCase.range.upperBound),
        editCase.replacement, editCase.key.rawValue, editCase.after, entry.text,
        editCase.caretAfter.map(String.init), entry.selection.map { String($0[0]) },
        entry.selection.map { String($0[1]) }, String(editCase.isMet(by: outcome)), entry.problem,
      ])
    }
    return table.text
  }

  private var object: JSONDocument {
    JSONDocument(
      strategy: strategy, passed: tried.count - failed, failed: failed,
      failures: failures.map(JSONEntry.init))
  }

  private struct JSONDocument: Encodable {
    var strategy: String
    var passed: Int
    var failed: Int
    var failures: [JSONEntry]
  }

  private struct JSONEntry: Encodable {
    var `case`: EditCase
    var text: String?
    var selection: [Int]?
    var problem: String?

    init(_ editCase: EditCase, _ outcome: EditCaseOutcome) {
      `case` = editCase
      switch outcome {
      case .left(let text, let selection):
        self.text = text
        self.selection = [selection.lowerBound, selection.upperBound]
      case .notTried(let reason): problem = reason
      }
    }
  }
}
