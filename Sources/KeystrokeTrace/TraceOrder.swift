import ReformatCore

/// The rules for the order of the steps of a trace.
///
/// - In a trace with an `appear`, everything happens between an `appear` and the next `disappear`; the two alternate. A
///   `disappear` needs an `appear` before it.
/// - `keyboard-shows` and `keyboard-hides` alternate, and the keyboard is gone when the screen disappears.
/// - In a trace with a `commit`, every edit has one after it.
struct TraceOrder {
  private let hasAppear: Bool
  private let lastCommit: Int?
  private var isShown = false
  private var hasKeyboard = false

  /// Makes the order of these steps.
  init(_ steps: [TraceFile.Step]) {
    hasAppear = steps.contains(.event(.appear))
    lastCommit = steps.lastIndex(of: .event(.commit))
  }

  /// The problem with a step, to be called in order, from index 0; nil if there is none.
  mutating func problem(of step: TraceFile.Step, at index: Int) -> String? {
    switch step {
    case .edit:
      if let lastCommit, index > lastCommit { return "an edit without a \"commit\" after it" }
      return outside("an edit")
    case .event(.appear):
      guard !isShown else { return "\"appear\" of a screen that has appeared already" }
      isShown = true
      return nil
    case .event(.disappear):
      guard isShown else { return "\"disappear\" without an \"appear\" before it" }
      guard !hasKeyboard else {
        return
          "\"disappear\" while the keyboard is shown; \"keyboard-hides\" was expected before it"
      }
      isShown = false
      return nil
    case .event(.keyboardShows):
      guard !hasKeyboard else { return "\"keyboard-shows\" while the keyboard is shown already" }
      hasKeyboard = true
      return outside("\"keyboard-shows\"")
    case .event(.keyboardHides):
      guard hasKeyboard else { return "\"keyboard-hides\" while no keyboard is shown" }
      hasKeyboard = false
      return outside("\"keyboard-hides\"")
    case .event(.commit): return outside("\"commit\"")
    case .event(.nextField): return outside("\"next-field\"")
    }
  }

  private func outside(_ what: String) -> String? {
    hasAppear && !isShown
      ? "\(what) while the screen is not shown: \"appear\" was expected before it" : nil
  }
}
