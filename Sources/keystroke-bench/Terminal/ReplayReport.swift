import BenchmarkComparison
import BenchmarkModel
import BenchmarkReport

/// The outcomes of edit cases: how many passed, and the first wrong edit of each case that failed.
struct ReplayReport: Sendable {
  /// A case with its outcome for one strategy.
  struct Outcome: Sendable {
    var strategy: String
    var editCase: EditCase
    var left: EditCaseOutcome

    var isMet: Bool { editCase.isMet(by: left) }
    var isAmbiguous: Bool { if case .ambiguous = left { true } else { false } }
  }

  private let outcomes: [Outcome]

  init(_ outcomes: [Outcome]) { self.outcomes = outcomes }

  /// The number of cases that failed, including those that could not be tried.
  var failed: Int { failures.count }

  /// The number of cases that passed and failed, in words.
  private var summary: String {
    let ambiguous = outcomes.count(where: \.isAmbiguous)
    return
      "\(failed == 0 ? "PASS" : "FAIL"): \(outcomes.count(where: \.isMet)) passed, \(failed) failed"
      + (ambiguous == 0
        ? "" : ", \(ambiguous) ambiguous: read as another edit between the same texts")
  }

  private var failures: [Outcome] { outcomes.filter { !$0.isMet && !$0.isAmbiguous } }

  /// The report for people, with the failures.
  var document: Document {
    let strategies = Dictionary(grouping: outcomes, by: \.strategy)
    let sums = Grid(
      [
        .init("strategy"), .init("passed", number: true), .init("failed", number: true),
        .init("ambiguous", number: true),
      ],
      rows: strategies.sorted { $0.key < $1.key }.map { strategy, outcomes in
        let passed = outcomes.count(where: \.isMet)
        let ambiguous = outcomes.count(where: \.isAmbiguous)
        return [
          strategy, String(passed), String(outcomes.count - passed - ambiguous), String(ambiguous),
        ]
      })
    return Document(
      [.paragraph(summary, failed == 0 ? .good : .bad)]
        + failures.map { .section("\($0.strategy): \($0.editCase.title)", [.code($0.lines)]) }
        + (strategies.count > 1 ? [.section("By strategy", [.table(sums)])] : []))
  }
}

extension EditCase {
  fileprivate var title: String { kind.isEmpty ? id : "\(id) (\(kind))" }
}

extension ReplayReport.Outcome {
  /// The first wrong edit, together with a case for it.
  fileprivate var lines: [String] {
    guard case .left(let states, let mismatch) = left,
      let index = editCase.firstWrongStep(in: states, mismatch: mismatch)
    else { return comparison }
    return comparison + ["case       " + Self.line(of: editCase, index, states, mismatch)]
  }

  /// The first wrong edit: the state before it, the action, the expected state and the actual one.
  var comparison: [String] {
    switch left {
    case .notTried(let reason): return ["not tried  \(reason)"]
    case .ambiguous: return []
    case .left(let states, let mismatch):
      guard let index = editCase.firstWrongStep(in: states, mismatch: mismatch) else { return [] }
      let (step, after) = (editCase.steps[index], states[index + 1])
      var lines = Self.edit(index, of: editCase, states)
      if index == editCase.steps.count - 1, let mismatch {
        lines.append(
          "meant      "
            + Self.shown(mismatch.expectedText, nil, value: mismatch.expectedValue ?? "none"))
      }
      if let text = step.after {
        lines.append("expected   " + Self.shown(text, step.selectionAfter, value: step.valueAfter))
      } else if let value = step.valueAfter {
        lines.append("expected   value \(value.isEmpty ? "none" : value)")
      }
      return lines + [Self.came(after)]
    }
  }

  /// An edit: the state before it, and the action.
  static func edit(_ index: Int, of editCase: EditCase, _ states: [FieldSnapshot]) -> [String] {
    let (step, before) = (editCase.steps[index], states[index])
    let selection = step.selection ?? before.selection
    return [
      "before     " + shown(before.text, selection, value: before.value),
      "edit \(index + 1) of \(editCase.steps.count)".padded(to: 11) + step.action.words,
    ]
  }

  /// The state that an edit left.
  static func came(_ state: FieldSnapshot) -> String {
    "came       " + shown(state.text, state.selection, value: state.value)
  }

  /// The wrong edit as a case; the whole session, if only its final number is wrong.
  fileprivate static func line(
    of editCase: EditCase, _ index: Int, _ states: [FieldSnapshot], _ mismatch: Mismatch?
  ) -> String {
    mismatch == nil
      ? editCase.line(ofStep: index, after: states[index]) : editCase.line(through: states)
  }

  private static func shown(_ text: String, _ selection: Range<Int>?, value: String?) -> String {
    let marked = CaretNotation.write(text, selection) ?? text
    return VisibleText.quoted(marked) + (value.map { ", value \($0.isEmpty ? "none" : $0)" } ?? "")
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    count < width ? self + String(repeating: " ", count: width - count) : self + " "
  }
}
