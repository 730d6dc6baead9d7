import BenchmarkModel

/// The rules for the order of the steps of a trace.
///
/// - Times do not decrease.
/// - In a trace with an `appear`, everything happens between an `appear` and the next `disappear`; the two alternate.
/// - `keyboard-shows` and `keyboard-hides` alternate, and the keyboard is gone when the screen disappears.
/// - In a trace with a Return, every edit has one after it.
struct TraceOrder {
  /// True if a step so far was an edit.
  private(set) var hasEdit = false
  private let hasAppear: Bool
  private let lastReturn: Int?
  private var isShown = false
  private var hasKeyboard = false
  private var latest = 0.0

  /// Makes the order of these steps.
  init(_ steps: [EditCase.Step]) {
    hasAppear = steps.contains { $0.action == .screen(.appear) }
    lastReturn = steps.lastIndex { $0.action == .endEditing }
  }

  /// The problem with a step, to be called in order, from index 0; nil if there is none.
  mutating func problem(of step: EditCase.Step, at index: Int) -> String? {
    if let time = step.time {
      guard time >= latest else { return "before \(latest) of an earlier one, at \(time)" }
      latest = time
    }
    switch step.action {
    case .screen(.appear):
      guard !isShown else { return "\"appear\" of a screen that has appeared already" }
      isShown = true
      return nil
    case .screen(.disappear):
      guard isShown else { return "\"disappear\" without an \"appear\" before it" }
      guard !hasKeyboard else { return "\"disappear\" while the keyboard is shown" }
      isShown = false
      return nil
    case .screen(.keyboardShows):
      guard !hasKeyboard else { return "\"keyboard-shows\" while the keyboard is shown already" }
      hasKeyboard = true
    case .screen(.keyboardHides):
      guard hasKeyboard else { return "\"keyboard-hides\" while no keyboard is shown" }
      hasKeyboard = false
    case .replace:
      hasEdit = true
      if let lastReturn, index > lastReturn { return "an edit without a Return after it" }
    case .endEditing, .nextField: break
    default: return "no \"range\" with its \"replacement\", key Return or Tab, or \"screen\""
    }
    return hasAppear && !isShown
      ? "\(step.action.words), while the screen is not shown: \"appear\" was expected before it"
      : nil
  }
}
