import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults

extension ComparisonEntry {
  /// The remarks in words; nil if there are none.
  package var note: String? {
    var note: String?
    for remark in remarks {
      switch remark {
      case .accepted(let finding, _) where finding != .regressed:
        note = note.map { "\(finding.words): \($0)" }
      default: break
      }
      let words = remark.words(of: self)
      note = note.map { "\($0); \(words)" } ?? words
    }
    return note
  }
}

extension Remark {
  private static let unknownText = "the run does not say which text"

  fileprivate func words(of entry: ComparisonEntry) -> String {
    switch self {
    case .wholeCell: "the whole cell"
    case .rows(let rows): "rows: \(Self.names(rows))"
    case .textCheck: "the check of the text"
    case .wasWrong(let text): "was \(VisibleText.quoted(text.text))"
    case .isWrong(let text): text.map(VisibleText.difference) ?? Self.unknownText
    case .isOtherwiseWrong(let text, let was):
      "\(text.map(VisibleText.difference) ?? Self.unknownText), "
        + (was.map { "was \(VisibleText.quoted($0.text))" } ?? "was not recorded")
    case .keystrokes(let row, let before, let after, let others):
      "\(row): \(before) keystrokes, now \(after)" + (others > 0 ? ", and \(others) more" : "")
    case .figure(let figure, let row): "the \(figure.name) of \(row)"
    case .advisory: "advisory"
    case .roundsDiffer(let inBaseline, let inCandidate, let liesAbove):
      (liesAbove ? "every round is above every one of the baseline; " : "") + "rounds differ in "
        + [inBaseline ? "the baseline" : nil, inCandidate ? "the candidate" : nil]
        .compactMap(\.self).joined(separator: " and in ")
    case .phases(let phases):
      "from "
        + phases.map {
          "\($0.phase.rawValue) \(Units.difference($0.change, entry.metric ?? .time))"
        }
        .joined(separator: ", ")
    case .accepted(_, let acceptance):
      "accepted until \(acceptance.until): \(acceptance.reason)"
    case .exceeds(let acceptance, let excess): acceptance.words(of: excess)
    case .otherMachine: "another machine"
    case .noPair: "no round has a time above 0 on both sides"
    case .layout:
      "the instructions did not change with it: where the linker put the code may be all"
    case .explained(let hasInstructions):
      hasInstructions ? "with instructions" : "without instructions"
    case .unevenLaunches: "some launches differ from the others"
    }
  }

  /// The names of rows; metrics of one phase are grouped.
  private static func names(_ rows: [SeriesKey.Measure]) -> String {
    RowPhase.allCases.compactMap { phase -> String? in
      let metrics = rows.filter { $0.phase == phase }.map(\.metric.rawValue)
      return metrics.isEmpty ? nil : "\(phase.rawValue) \(metrics.joined(separator: ", "))"
    }.joined(separator: "; ")
  }
}
