import BenchmarkModel
import BenchmarkResults

/// A change for the worse that was seen, found to be worth it, and accepted until a day.
///
/// It covers the change that was seen and nothing larger.
package struct Acknowledgement: Equatable, Sendable {
  /// The kind of change that was accepted.
  package enum Change: Equatable, Sendable {
    /// No figure of the metric rose by more than this share of its former value; never from 0.
    case rise(Metric, RowPhase?, share: Double)
    /// No figure of the metric rose by more than this, in the metric's unit; never from 0.
    case amount(Metric, RowPhase?, by: Double)
    /// No figure of the metric is higher than this, in the metric's unit, whatever it was before, even 0.
    case level(Metric, RowPhase?, to: Double)
    /// A finding that is about no figure; `what` is a code, see ``ComparisonEntry/evidence``.
    case finding(Finding, what: String)
  }

  /// The id of a cell, or a glob as in fnmatch(3).
  package var cells: String
  /// The accepted change.
  package var change: Change
  /// The reason.
  package var reason: String
  /// The last day on which it holds, in UTC.
  package var expires: Day
  /// The file that contains it, as the caller named it.
  package var file: String
  /// The line of its header.
  package var line: Int?

  /// Makes an acknowledgement of its parts.
  package init(
    cells: String, change: Change, reason: String, expires: Day, file: String, line: Int? = nil
  ) {
    self.cells = cells
    self.change = change
    self.reason = reason
    self.expires = expires
    self.file = file
    self.line = line
  }

  /// The findings about no figure that can be acknowledged.
  static let plainFindings: [Finding] = [
    .textBroke, .textChanged, .vanished, .uncovered, .workload,
  ]

  /// The position in its file, such as `thresholds.toml:12`.
  package var place: String { line.map { "\(file):\($0)" } ?? file }

  /// True if it is about a cell.
  func covers(_ cell: Cell) -> Bool { Glob(cells).matches(cell.id) }

  /// The figures that it is about; nil for a finding that is about none.
  var scope: SeriesScope? {
    switch change {
    case .rise(let metric, let phase, _), .amount(let metric, let phase, _),
      .level(let metric, let phase, _):
      var scope = SeriesScope(metric, phase, cells: cells)
      scope.place = place
      return scope
    case .finding: return nil
    }
  }

  /// True if it is about a series.
  func covers(_ series: SeriesKey) -> Bool { scope?.covers(series) ?? false }

  /// True if it is about the finding of an entry, however large the change is.
  func covers(_ entry: ComparisonEntry) -> Bool {
    switch change {
    case .finding(let finding, _): entry.finding == finding && covers(entry.cell)
    case .rise, .amount, .level:
      // A change that is now within its tolerance, or cannot be decided, still counts as used.
      [.regressed, .tolerated, .inconclusive].contains(entry.finding)
        && entry.series.map { covers($0) } ?? false
    }
  }

  /// True if it accepts an entry: the change is no larger than the acknowledged one.
  func accepts(_ entry: ComparisonEntry) -> Bool {
    guard covers(entry) else { return false }
    if case .finding(_, let what) = change { return entry.evidence == what }
    guard entry.finding == .regressed, let rise = entry.rise else { return false }
    return accepts(rise)
  }

  /// True if a rise is no larger than the acknowledged one.
  func accepts(_ rise: Rise) -> Bool {
    // A share written in percent may differ in its last bit when it is read back.
    let slack = 1 + 1e-9
    switch change {
    case .rise(_, _, let most): return rise.share.map { $0 <= most * slack } ?? false
    case .amount(_, _, let most): return rise.share != nil && rise.amount <= most * slack
    case .level(_, _, let most): return rise.top <= most * slack
    case .finding: return false
    }
  }
}

/// An acknowledgement that fails the gate itself, because it no longer matches the facts.
package struct AcknowledgementFault: Equatable, Sendable {
  /// The kind of fault.
  package enum Kind: String, CaseIterable, Encodable, Sendable {
    /// Its last day is over.
    case expired = "expired_acknowledgement"
    /// Its cells were compared, and nothing that it is about has changed.
    case unused = "unused_acknowledgement"
  }

  /// The fault.
  package let kind: Kind
  /// The acknowledgement.
  package let acknowledgement: Acknowledgement
}
