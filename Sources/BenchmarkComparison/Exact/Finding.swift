/// The finding of a comparison about one thing.
///
/// Raw values are codes that files and programs store, so they do not change when a report is worded differently.
package enum Finding: String, CaseIterable, Codable, Sendable {
  /// The text was right and is wrong now.
  case textBroke = "text_wrong"
  /// The text was wrong and is wrong in another way now.
  case textChanged = "text_changed"
  /// A cell, or some of its rows, is in the baseline only.
  case vanished
  /// A row of a cell that both runs have, or a figure of it, is in the candidate only: nothing shows what it was before.
  case uncovered = "missing_in_baseline"
  /// The figures are based on another number of keystrokes, so the workloads differ.
  case workload = "workload_differs"
  /// An exact metric is higher, or a time of a paired comparison is significantly higher.
  case regressed
  /// A change for the worse, or a wrong cell, that was accepted, with a reason and until a day.
  case accepted
  /// Undecided: an exact metric differs between the rounds of one run, or a time of a paired comparison may or may not
  /// have changed.
  case inconclusive
  /// An exact metric changed together with the text, so the change says nothing about the cost.
  case otherText = "changed_with_text"
  /// An exact metric is lower, or a time of a paired comparison is significantly lower.
  case improved
  /// An exact metric moved by no more than its tolerance.
  case tolerated = "within_tolerance"
  /// The text was wrong and is right now.
  case textFixed = "text_right"
  /// A cell is in the candidate only.
  case new
  /// An exact metric is the same in every figure, or a time of a paired comparison is, to within its minimum effect.
  case unchanged
  /// Times, which decide nothing unless the comparison is paired.
  case advisory

  /// The name in a report.
  package var words: String {
    switch self {
    case .uncovered: "missing in the baseline"
    case .otherText: "changed with the text"
    case .tolerated: "within its tolerance"
    default: rawValue.replacing("_", with: " ")
    }
  }

  /// True if an entry with this finding may fail the gate.
  var canFail: Bool {
    switch self {
    case .textBroke, .textChanged, .vanished, .uncovered, .workload, .regressed:
      true
    case .accepted, .inconclusive, .otherText, .improved, .tolerated, .textFixed, .new,
      .unchanged, .advisory:
      false
    }
  }
}
