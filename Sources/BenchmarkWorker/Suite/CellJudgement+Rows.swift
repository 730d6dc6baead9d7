import BenchmarkModel

extension CellJudgement {
  /// Judges the sessions of a cell.
  init(_ sessions: [any MeasurableSession]) {
    self.init(sessions.map { ($0.judgement, $0.mismatch) })
  }

  /// The shares of wrong keystrokes, of caret errors and of ambiguous keystrokes; no rows if none was judged.
  var rows: [SampleRow] {
    [
      (Metric.wrongKeystrokes, keystrokes.map { $0.isWrong ? 1 : 0 }),
      (.caretErrors, keystrokes.map { $0.hasCaretError ? 1 : 0 }),
      (.ambiguousKeystrokes, keystrokes.map { $0.isAmbiguous ? 1 : 0 }),
    ].compactMap { SampleRow(exact: $1, phase: .total, metric: $0, instrument: .host) }
  }
}
