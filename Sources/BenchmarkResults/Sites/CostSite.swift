import BenchmarkModel

/// What one stack costs per keystroke: a line of `sites.csv`.
public struct CostSite: Equatable, Sendable {
  /// The name of the suite, that is of the benchmark executable.
  public var suite: String
  /// The cell.
  public var cell: Cell
  /// The part of the keystroke.
  public var phase: RowPhase
  /// What was counted.
  public var metric: Metric
  /// What counted it.
  public var instrument: Instrument
  /// Where, outermost frame first.
  public var stack: [StackFrame]
  /// How much per keystroke, on the average, in the unit of ``metric``; of this very stack, without what it calls.
  public var count: Double
  /// The bytes per keystroke that were asked for, or nil where they were not measured.
  public var bytes: Double?

  /// Makes a site of its parts.
  public init(
    suite: String, cell: Cell, phase: RowPhase, metric: Metric, instrument: Instrument,
    stack: [StackFrame], count: Double, bytes: Double? = nil
  ) {
    self.suite = suite
    self.cell = cell
    self.phase = phase
    self.metric = metric
    self.instrument = instrument
    self.stack = stack
    self.count = count
    self.bytes = bytes
  }

  /// What the site belongs to, without its stack.
  public var series: Series {
    Series(suite: suite, cell: cell, phase: phase, metric: metric, instrument: instrument)
  }
}
