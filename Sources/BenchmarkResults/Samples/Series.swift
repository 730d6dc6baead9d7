import BenchmarkModel

/// What a row is about, whichever round it is from: the key by which two runs are compared.
public struct Series: Hashable, Sendable {
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

  /// Makes a key of its parts.
  public init(
    suite: String, cell: Cell, phase: RowPhase, metric: Metric, instrument: Instrument
  ) {
    self.suite = suite
    self.cell = cell
    self.phase = phase
    self.metric = metric
    self.instrument = instrument
  }

  /// Whether every run of a build has the same rows: not so of times, nor of the processor's own counters.
  package var isRepeatable: Bool { metric.isExact && instrument != .perf }
}

extension Series: CustomStringConvertible {
  /// The cell, the phase and the metric, as in `delegate-filter/int/fr_FR/9/type total allocations`.
  public var description: String { "\(cell.id) \(phase.rawValue) \(metric.rawValue)" }
}

extension Series: Comparable {
  /// The order of tables and files: by suite, cell, phase, metric and instrument.
  public static func < (a: Series, b: Series) -> Bool {
    if a.suite != b.suite { return a.suite < b.suite }
    if a.cell != b.cell { return a.cell < b.cell }
    return (a.phase.order, a.metric.order, a.instrument.order)
      < (b.phase.order, b.metric.order, b.instrument.order)
  }
}

extension CaseIterable where Self: Equatable, AllCases == [Self] {
  /// The place among all cases, in the order in which they are declared.
  fileprivate var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
