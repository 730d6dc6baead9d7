import BenchmarkModel

/// One line of `samples.csv`: a metric of one phase of one cell, in one round.
public struct Row: Equatable, Sendable {
  /// The identifier of the run.
  public var run: String
  /// The commit that was measured, abbreviated.
  public var commit: String
  /// The round, from 1; 0 stands for every round of an exact metric, or for the folded rounds of a baseline.
  public var round: Int
  /// The name of the suite, that is of the benchmark executable.
  public var suite: String
  /// The cell.
  public var cell: Cell
  /// The part of the keystroke.
  public var phase: RowPhase
  /// What was measured.
  public var metric: Metric
  /// What measured it.
  public var instrument: Instrument
  /// How many keystrokes are behind the figures.
  public var count: Int
  /// The figures, in ``unit``.
  public var summary: Summary
  /// Whether the text was right, or nil where it was not looked at.
  public var text: TextVerdict?

  /// Makes a row of its fields.
  public init(
    run: String, commit: String, round: Int, suite: String, cell: Cell, phase: RowPhase,
    metric: Metric, instrument: Instrument, count: Int, summary: Summary, text: TextVerdict? = nil
  ) {
    self.run = run
    self.commit = commit
    self.round = round
    self.suite = suite
    self.cell = cell
    self.phase = phase
    self.metric = metric
    self.instrument = instrument
    self.count = count
    self.summary = summary
    self.text = text
  }

  /// The unit of the figures, which the metric decides.
  public var unit: String { metric.unit }

  /// What the row is about, without its round.
  public var series: Series {
    Series(suite: suite, cell: cell, phase: phase, metric: metric, instrument: instrument)
  }
}

/// Whether a strategy's text was what the oracle expects.
public enum TextVerdict: String, CaseIterable, Codable, Sendable {
  /// The text is the expected one.
  case ok
  /// The text is another one; the cell is measured all the same.
  case wrong
}
