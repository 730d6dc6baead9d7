/// Identifies a series: one measure of one cell, over all rounds and runs.
///
/// Each row of `samples.csv` has one, and so does each finding about its figures, up to the verdict.
public struct SeriesKey: Hashable, Sendable {
  /// The cell, in its suite.
  public var subject: Subject
  /// The part of the keystroke, the metric and the instrument.
  public var measure: Measure

  /// Makes a key of its two halves.
  public init(_ subject: Subject, _ measure: Measure) {
    self.subject = subject
    self.measure = measure
  }

  /// Makes a key of its five parts.
  public init(
    suite: String, cell: Cell, phase: RowPhase, metric: Metric, instrument: Instrument
  ) {
    self.init(
      Subject(suite: suite, cell: cell),
      Measure(phase: phase, metric: metric, instrument: instrument))
  }

  /// The name of the suite, that is of the benchmark executable.
  public var suite: String {
    get { subject.suite }
    set { subject = Subject(suite: newValue, cell: cell) }
  }
  /// The cell.
  public var cell: Cell {
    get { subject.cell }
    set { subject = Subject(suite: suite, cell: newValue) }
  }
  /// The part of the keystroke.
  public var phase: RowPhase {
    get { measure.phase }
    set { measure = Measure(phase: newValue, metric: metric, instrument: instrument) }
  }
  /// The metric.
  public var metric: Metric {
    get { measure.metric }
    set { measure = Measure(phase: phase, metric: newValue, instrument: instrument) }
  }
  /// The instrument that measured it.
  public var instrument: Instrument {
    get { measure.instrument }
    set { measure = Measure(phase: phase, metric: metric, instrument: newValue) }
  }
}

extension SeriesKey {
  /// A cell, as one suite measures it.
  ///
  /// It is a class, so that the names are stored once for the many series and verdicts of a cell.
  public final class Subject: Sendable {
    /// The name of the suite.
    public let suite: String
    /// The cell.
    public let cell: Cell

    /// Makes the subject of a cell and its suite.
    public init(suite: String, cell: Cell) {
      self.suite = suite
      self.cell = cell
    }
  }

  /// A part of the keystroke, a metric, and the instrument that measures it.
  public struct Measure: Hashable, Sendable {
    /// The part of the keystroke.
    public let phase: RowPhase
    /// The metric.
    public let metric: Metric
    /// The instrument.
    public let instrument: Instrument
    /// The place in the order of tables, the same for all own metrics: a single number, because a million rows compare
    /// and hash it.
    private let place: UInt16

    /// Makes a measure of its parts.
    public init(phase: RowPhase, metric: Metric, instrument: Instrument) {
      self.phase = phase
      self.metric = metric
      self.instrument = instrument
      let metrics = phase.order * (Metric.allCases.count + 1) + metric.order
      place = UInt16(metrics * Instrument.allCases.count + instrument.order)
    }

    /// True if the parts are equal.
    public static func == (a: Self, b: Self) -> Bool { a.place == b.place && a.metric == b.metric }

    /// Hashes the place and the metric, since all own metrics have one place.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(place)
      hasher.combine(metric)
    }
  }
}

extension SeriesKey.Subject: Hashable {
  /// Returns true if suite and cell are equal.
  public static func == (a: SeriesKey.Subject, b: SeriesKey.Subject) -> Bool {
    a === b || (a.suite == b.suite && a.cell == b.cell)
  }

  /// Hashes suite and cell.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(suite)
    hasher.combine(cell)
  }
}

extension SeriesKey: Comparable {
  /// The order of tables and files: by suite, cell, phase, metric and instrument.
  public static func < (a: SeriesKey, b: SeriesKey) -> Bool {
    (a.subject, a.measure) < (b.subject, b.measure)
  }
}

extension SeriesKey.Subject: Comparable {
  /// The order of tables and files: by suite, then by cell.
  public static func < (a: SeriesKey.Subject, b: SeriesKey.Subject) -> Bool {
    (a.suite, a.cell) < (b.suite, b.cell)
  }
}

extension SeriesKey.Measure: Comparable {
  /// The order of tables and files: by phase, metric and instrument.
  public static func < (a: SeriesKey.Measure, b: SeriesKey.Measure) -> Bool {
    a.place == b.place ? a.metric < b.metric : a.place < b.place
  }
}

extension CaseIterable where Self: Equatable, AllCases == [Self] {
  /// The index among all cases, in the order in which they are declared.
  fileprivate var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension SeriesKey: CustomStringConvertible {
  /// The cell, the phase and the metric, such as `delegate-filter/int/fr_FR/9/type total allocations`.
  public var description: String { "\(cell.id) \(measure)" }
}

extension SeriesKey.Measure: CustomStringConvertible {
  /// The phase and the metric, such as `total allocations`.
  public var description: String { "\(phase.rawValue) \(metric.rawValue)" }
}
