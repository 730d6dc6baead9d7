import BenchmarkModel
import BenchmarkResults

/// One thing that was compared, and what came of it.
public struct ComparisonEntry: Equatable, Sendable {
  /// The cell that it is about, in its suite.
  public let subject: SeriesKey.Subject
  /// The measure that it is about; nil if that is the whole cell.
  public let measure: SeriesKey.Measure?
  /// What was found.
  public var finding: Finding
  /// Whether the text is right in the candidate, or nil where it was not looked at.
  public var text: TextVerdict?
  /// Whether a change for the worse of this figure fails the gate: not of times beside each other, nor of counts that
  /// another toolchain made.
  package var gates: Bool
  /// The figure that decided, or that is shown.
  public var figure: Figure?
  /// That figure in the baseline, in the metric's unit.
  public var before: Double?
  /// That figure in the candidate, in the metric's unit.
  public var after: Double?
  /// Candidate over baseline; nil where the baseline is 0, a figure is missing, or the ratio is out of range.
  public var ratio: Double?
  /// The interval of the ratio, of a time in a paired comparison; of any other the range over the middle half of the rounds, where
  /// there are several.
  public var spread: ClosedRange<Double>?
  /// What else there is to say.
  public internal(set) var remarks: [Remark] = []
  /// The stacks that cost another amount, those that rose most first; empty where not both runs have stored theirs.
  public var sites: [SiteChange] = []

  /// How far an exact metric that regressed rose.
  var rise: Rise?

  /// An entry about a series.
  init(_ series: SeriesKey, _ finding: Finding, gates: Bool = true, _ remark: Remark? = nil) {
    self.init(series.subject, finding, gates: gates, remark, of: series.measure)
  }

  /// An entry about a cell, or about a measure of it.
  init(
    _ subject: SeriesKey.Subject, _ finding: Finding, gates: Bool = true, _ remark: Remark? = nil,
    of measure: SeriesKey.Measure? = nil
  ) {
    self.subject = subject
    self.measure = measure
    self.finding = finding
    self.gates = gates
    if let remark { remarks = [remark] }
  }

  /// The series that the entry is about; nil if that is the whole cell.
  package var series: SeriesKey? { measure.map { SeriesKey(subject, $0) } }
  /// The suite.
  public var suite: String { subject.suite }
  /// The cell.
  public var cell: Cell { subject.cell }
  /// The phase; nil if the entry is about the whole cell.
  public var phase: RowPhase? { measure?.phase }
  /// The metric; nil if the entry is about the whole cell.
  public var metric: Metric? { measure?.metric }
  /// The instrument; nil if the entry is about the whole cell.
  public var instrument: Instrument? { measure?.instrument }

  /// Whether it fails the gate; nothing else decides that.
  public var fails: Bool {
    switch finding {
    case .workload, .regressed: gates
    // That a text, a cell or a figure is not what it was, and that a budget is not kept, needs no like machine.
    default: finding.canFail
    }
  }

  /// The id of the cell, marked where its text is wrong.
  package var markedCell: String { cell.id + (text == .wrong ? " (wrong text)" : "") }

  /// Whether it got better or worse.
  package var isChange: Bool { finding == .regressed || finding == .improved }

  /// What was found, as a code for acknowledgements and programs; nil where the figures say it.
  public var evidence: String? { remarks.first?.code }

  /// Sets the figure that is shown, and the ratio where there is one.
  mutating func show(_ figure: Figure, _ before: Double?, _ after: Double?) {
    self.figure = figure
    self.before = before
    self.after = after
    if let before, let after, before > 0, (after / before).isFinite { ratio = after / before }
  }
}
