import BenchmarkModel

/// The judgement of each keystroke of a session.
public struct SessionJudgement: Sendable {
  /// The faults of a keystroke.
  public struct Keystroke: Sendable {
    /// True if text or value was not as expected.
    public var isWrong: Bool
    /// True if the text was as expected, and the caret was not.
    public var hasCaretError: Bool

    package init(isWrong: Bool, hasCaretError: Bool) {
      self.isWrong = isWrong
      self.hasCaretError = hasCaretError
    }
  }

  /// The keystrokes that were judged, in their order.
  public var keystrokes: [Keystroke] = []
  /// The fault of the session: of its end, or of its first wrong keystroke if it ends right.
  public var mismatch: Mismatch?

  package init() {}
}

/// The judgement of the sessions of a cell.
struct CellJudgement {
  private var keystrokes: [SessionJudgement.Keystroke] = []
  /// The first session that ends wrong, otherwise the first that is wrong on the way; with the first wrong keystroke of
  /// all.
  private(set) var mismatch: Mismatch?

  init(_ sessions: [any MeasurableSession]) {
    var mismatches: [Mismatch] = []
    for (place, session) in sessions.enumerated() {
      let judgement = session.judgement
      keystrokes += judgement?.keystrokes ?? []
      guard var mismatch = judgement.map(\.mismatch) ?? session.mismatch else { continue }
      mismatch.keystroke?.session = place + 1
      mismatches.append(mismatch)
    }
    mismatch = mismatches.first { $0.endsRight != true } ?? mismatches.first
    mismatch?.keystroke = mismatches.lazy.compactMap(\.keystroke).first
  }

  /// The share of wrong keystrokes and of caret errors; no rows if none was judged.
  var rows: [SampleRow] {
    [
      (Metric.wrongKeystrokes, keystrokes.map { $0.isWrong ? 1 : 0 }),
      (.caretErrors, keystrokes.map { $0.hasCaretError ? 1 : 0 }),
    ].compactMap { SampleRow(exact: $1, phase: .total, metric: $0, instrument: .host) }
  }
}
