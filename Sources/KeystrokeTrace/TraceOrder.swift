import ReformatCore

/// Which step of a trace may follow which.
///
/// - In a trace with an `appear`, everything happens between an `appear` and the next `disappear`; both take turns.
///   A `disappear` needs an `appear` before it.
/// - `keyboard-shows` and `keyboard-hides` take turns, and the keyboard has gone when the screen disappears.
/// - In a trace with a `commit`, no edit is left without one after it.
struct TraceOrder {
  private let hasAppear: Bool
  private let lastCommit: Int?
  private var isShown = false
  private var hasKeyboard = false

  /// The order of these steps.
  init(_ steps: [TraceFile.Step]) {
    hasAppear = steps.contains(.event(.appear))
    lastCommit = steps.lastIndex(of: .event(.commit))
  }

  /// What is wrong with a step, told in order, from index 0; nil where nothing is.
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
