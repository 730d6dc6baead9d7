import BenchmarkModel
import BenchmarkResults

/// What else a comparison has to say of one thing, as a value: BenchmarkReport makes words of it.
public enum Remark: Equatable, Sendable {
  /// It is the whole cell.
  case wholeCell
  /// It is these rows of the cell.
  case rows([SeriesKey.Measure])
  /// It is the check of the text, which was made before.
  case textCheck
  /// The text was wrong like this; nil where the run does not say which text.
  case wasWrong(WrongText)
  /// The text is wrong like this; nil where the run does not say which text.
  case isWrong(WrongText?)
  /// The text is wrong like the first, and was wrong like the second; each nil where its run does not say which text.
  case isOtherwiseWrong(WrongText?, was: WrongText?)
  /// A row has another number of keystrokes, and so have some others.
  case keystrokes(SeriesKey.Measure, before: Int, after: Int, others: Int)
  /// It is a figure of a row.
  case figure(Figure, SeriesKey.Measure)
  /// It does not gate.
  case advisory
  /// The rounds of a side differ, or of both; where they lie apart, every one of the candidate is above the baseline's.
  case roundsDiffer(baseline: Bool, candidate: Bool, liesAbove: Bool)
  /// A whole keystroke changed by what its phases did.
  case phases([PhaseChange])
  /// So large a share of so many keystrokes is over a budget.
  case overBudget(Budget, share: Double, keystrokes: Int)
  /// What a budget is about was not measured.
  case budgetNotMeasured(Budget)
  /// A finding was accepted.
  case acknowledged(Finding, Acknowledgement)
  /// A change is larger than the one that was accepted.
  case exceeds(Acknowledgement)
  /// The times are of another machine.
  case otherMachine
  /// No round has a time above 0 on both sides.
  case noPair
  /// Where the linker put the code may be all there is to a change.
  case layout
  /// Whether instructions changed with a time.
  case explained(hasInstructions: Bool)
  /// A time would be unchanged, if some launches did not say otherwise.
  case unevenLaunches

  /// By how much a phase changed.
  public struct PhaseChange: Equatable, Sendable {
    /// The phase.
    public let phase: RowPhase
    /// Candidate minus baseline, in the metric's unit.
    public let change: Double
  }

  /// What was found, as a code for acknowledgements and programs; nil where it is no evidence of a finding by itself.
  ///
  /// Files hold these codes, so they stay what they are whatever the words of a report become.
  public var code: String? {
    switch self {
    case .wholeCell: "cell"
    case .rows(let rows): "rows \(rows.map(\.code).joined(separator: " "))"
    case .textCheck: "text"
    case .isWrong(let text), .isOtherwiseWrong(let text, _): text.map(Self.code) ?? "unknown text"
    case .keystrokes(let row, let before, let after, let others):
      "\(row.code) \(before) -> \(after)" + (others > 0 ? " and \(others) more" : "")
    case .figure(let figure, let row): "\(row.code) \(figure.name)"
    case .wasWrong, .advisory, .roundsDiffer, .phases, .overBudget, .budgetNotMeasured,
      .acknowledged, .exceeds, .otherMachine, .noPair, .layout, .explained,
      .unevenLaunches:
      nil
    }
  }

  /// The text that stands there, and the one that should; the values where they are known to differ.
  private static func code(_ wrong: WrongText) -> String {
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
