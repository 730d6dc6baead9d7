/// The judgement of each keystroke of a session.
public struct SessionJudgement: Sendable {
  /// The faults of a keystroke.
  public struct Keystroke: Hashable, Sendable {
    /// True if the text was not as expected.
    public var hasWrongText = false
    /// True if the value was not as expected.
    public var hasWrongValue = false
    /// True if the text was as expected, and the caret was not.
    public var hasCaretError = false
    /// True if it is right for somebody else, who means another edit by the same key or the same two texts.
    public var isAmbiguous = false

    package init() {}

    /// True if text or value was not as expected.
    public var isWrong: Bool { hasWrongText || hasWrongValue }
  }

  /// The keystrokes that were judged, in their order.
  public var keystrokes: [Keystroke] = []
  /// The number of keystrokes about which the rule of a custom kind tells neither text nor value.
  public var untold = 0
  /// The fault of the session: of its end, or of its first wrong keystroke if it ends right.
  public var mismatch: Mismatch?

  package init() {}
}

/// The judgement of the sessions of a cell.
package struct CellJudgement {
  /// The keystrokes that were judged.
  package private(set) var keystrokes: [SessionJudgement.Keystroke] = []
  /// The number of keystrokes about which a rule tells nothing.
  package private(set) var untold = 0
  /// The first session that ends wrong, otherwise the first that is wrong on the way; with the first wrong keystroke of
  /// all, and the number of wrong ones.
  package private(set) var mismatch: Mismatch?

  /// Adds up sessions; of one without a judgement, only its mismatch is known.
  package init(_ sessions: [(judgement: SessionJudgement?, mismatch: Mismatch?)]) {
    var mismatches: [Mismatch] = []
    for (place, session) in sessions.enumerated() {
      keystrokes += session.judgement?.keystrokes ?? []
      untold += session.judgement?.untold ?? 0
      guard var mismatch = session.judgement.map(\.mismatch) ?? session.mismatch else { continue }
      mismatch.keystroke?.session = place + 1
      mismatches.append(mismatch)
    }
    mismatch = mismatches.first { $0.endsRight != true } ?? mismatches.first
    mismatch?.keystroke = mismatches.lazy.compactMap(\.keystroke).first
    mismatch?.counts = keystrokes.isEmpty ? nil : WrongCounts(keystrokes)
  }

  /// True if a rule tells nothing about any keystroke, so that nothing was checked.
  package var isUntold: Bool { untold > 0 && keystrokes.isEmpty && mismatch == nil }
}

/// The numbers of keystrokes of a cell after which something was wrong.
public struct WrongCounts: Hashable, Sendable, Codable {
  /// Keystrokes after which text, value or caret was wrong.
  public var keystrokes = 0
  /// Keystrokes after which the text was wrong.
  public var text = 0
  /// Keystrokes after which the value was wrong.
  public var value = 0
  /// Keystrokes after which the text was right and the caret wrong.
  public var caret = 0

  /// Counts nothing.
  public init() {}

  init(_ judged: [SessionJudgement.Keystroke]) {
    keystrokes = judged.count { $0.isWrong || $0.hasCaretError }
    text = judged.count(where: \.hasWrongText)
    value = judged.count(where: \.hasWrongValue)
    caret = judged.count(where: \.hasCaretError)
  }
}
