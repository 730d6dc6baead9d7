import BenchmarkModel
import BenchmarkResults

/// A detail of a comparison entry, as a value: BenchmarkReport makes words of it.
package enum Remark: Equatable, Sendable {
  /// The entry is about the whole cell.
  case wholeCell
  /// The entry is about these rows of the cell.
  case rows([SeriesKey.Measure])
  /// The entry is about the check of the text, which was made before.
  case textCheck
  /// The text was wrong in this way.
  case wasWrong(CellMismatch)
  /// The text is wrong in this way; nil if the run does not say which text.
  case isWrong(CellMismatch?)
  /// The text is wrong in the first way, and was wrong in the second; each is nil if its run does not say which text.
  case isOtherwiseWrong(CellMismatch?, was: CellMismatch?)
  /// A row has another number of keystrokes; `others` is the number of other rows that have one too.
  case keystrokes(SeriesKey.Measure, before: Int, after: Int, others: Int)
  /// The entry is about a figure of a row.
  case figure(Figure, SeriesKey.Measure)
  /// The entry does not gate.
  case advisory
  /// The rounds of one side differ, or of both; `liesAbove` if every round of the candidate is above all of the
  /// baseline's.
  case roundsDiffer(baseline: Bool, candidate: Bool, liesAbove: Bool)
  /// A whole keystroke changed because these phases changed.
  case phases([PhaseChange])
  /// A finding was accepted.
  case acknowledged(Finding, Acknowledgement)
  /// A change is larger than the one that was accepted.
  case exceeds(Acknowledgement)
  /// A finding is accepted, since the cell is known to be wrong.
  case accepted(Finding, AcceptedCells)
  /// A cell that is known to be wrong is so in another way than accepted.
  case exceedsAccepted(AcceptedCells, AcceptedCells.Excess)
  /// The times come from another machine.
  case otherMachine
  /// No round has a time above 0 on both sides.
  case noPair
  /// The position of the code that the linker chose may explain the whole change.
  case layout
  /// Indicates whether instructions changed with a time.
  case explained(hasInstructions: Bool)
  /// A time would be unchanged if some launches did not differ from the others.
  case unevenLaunches

  /// The change of one phase.
  package struct PhaseChange: Equatable, Sendable {
    /// The phase.
    package let phase: RowPhase
    /// Candidate minus baseline, in the metric's unit.
    package let change: Double
  }

  /// The finding's evidence, as a code for acknowledgements and programs; nil if the remark is not evidence by itself.
  ///
  /// Files store these codes, so they do not change when the words of a report do.
  package var code: String? {
    switch self {
    case .wholeCell: "cell"
    case .rows(let rows): "rows \(rows.map(\.code).joined(separator: " "))"
    case .textCheck: "text"
    case .isWrong(let text), .isOtherwiseWrong(let text, _): text.map(Self.code) ?? "unknown text"
    case .keystrokes(let row, let before, let after, let others):
      "\(row.code) \(before) -> \(after)" + (others > 0 ? " and \(others) more" : "")
    case .figure(let figure, let row): "\(row.code) \(figure.name)"
    case .wasWrong, .advisory, .roundsDiffer, .phases, .acknowledged, .exceeds, .accepted,
      .exceedsAccepted, .otherMachine, .noPair, .layout, .explained, .unevenLaunches:
      nil
    }
  }

  /// The text that was left and the expected one; also the values, if they are known to differ.
  private static func code(_ wrong: CellMismatch) -> String {
    func quoted(_ text: String) -> String {
      "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }
    let onTheWay = wrong.endsRight == true ? wrong.keystroke : nil
    let text =
      "\(quoted(onTheWay?.after ?? wrong.text)) for \(quoted(onTheWay?.expected ?? wrong.expectedText))"
    guard wrong.value != wrong.expectedValue else { return text }
    return text + ", value \(wrong.value ?? "none") for \(wrong.expectedValue ?? "none")"
  }
}
