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
  case accepted(Finding, Acceptance)
  /// A change is larger, or a cell is wrong more often, than was accepted.
  case exceeds(Acceptance, Acceptance.Excess)
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
}
