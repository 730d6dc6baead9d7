import BenchmarkModel
import BenchmarkResults

/// The result of comparing one thing: a measure of a cell, or a whole cell.
package struct ComparisonEntry: Equatable, Sendable {
  /// The cell that the entry is about, in its suite.
  package let subject: SeriesKey.Subject
  /// The measure that the entry is about; nil if it is about the whole cell.
  package let measure: SeriesKey.Measure?
  /// The finding.
  package var finding: Finding
  /// The verdict on the text in the candidate; nil if the text was not checked.
  package var text: TextVerdict?
  /// True if a change for the worse of this figure fails the gate.
  ///
  /// Times of separate runs and counts of different toolchains do not gate.
  package var gates: Bool
  /// The figure that decided, or that is shown.
  package var figure: Figure?
  /// The figure in the baseline, in the metric's unit.
  package var before: Double?
  /// The figure in the candidate, in the metric's unit.
  package var after: Double?
  /// Candidate over baseline; nil if the baseline is 0, a figure is missing, or the ratio is out of range.
  package var ratio: Double?
  /// The interval of the ratio for a time in a paired comparison; otherwise the range over the middle half of the
  /// rounds, if there are several.
  package var spread: ClosedRange<Double>?
  /// Further details.
  package internal(set) var remarks: [Remark] = []
  /// The stacks whose cost changed, largest rise first; empty unless both runs have stored their stacks.
  package var sites: [SiteChange] = []

  /// The figures of an exact metric that regressed.
  var worsenings: [Worsening] = []

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

  /// The series that the entry is about; nil if it is about the whole cell.
  package var series: SeriesKey? { measure.map { SeriesKey(subject, $0) } }
  /// The suite.
  package var suite: String { subject.suite }
  /// The cell.
  package var cell: Cell { subject.cell }
  /// The phase; nil if the entry is about the whole cell.
  package var phase: RowPhase? { measure?.phase }
  /// The metric; nil if the entry is about the whole cell.
  package var metric: Metric? { measure?.metric }
  /// The instrument; nil if the entry is about the whole cell.
  package var instrument: Instrument? { measure?.instrument }

  /// True if the entry fails the gate.
  ///
  /// Nothing else decides that.
  package var fails: Bool {
    switch finding {
    case .workload, .regressed: gates
    // A changed text, and a missing cell or figure, fail on any machine.
    default: finding.canFail
    }
  }

  /// The id of the cell, marked if its text is wrong.
  package var markedCell: String { cell.id + (text == .wrong ? " (wrong text)" : "") }

  /// True if it got better or worse.
  package var isChange: Bool { finding == .regressed || finding == .improved }

  /// Sets the figure that is shown, and the ratio if there is one.
  mutating func show(_ figure: Figure, _ before: Double?, _ after: Double?) {
    self.figure = figure
    self.before = before
    self.after = after
    if let before, let after, before > 0, (after / before).isFinite { ratio = after / before }
  }
}
