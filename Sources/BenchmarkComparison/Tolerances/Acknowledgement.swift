import BenchmarkModel
import BenchmarkResults

/// A change for the worse that was seen, found to be worth it, and accepted until a day.
///
/// It covers what was seen and nothing larger.
public struct Acknowledgement: Equatable, Sendable {
  /// What was accepted.
  public enum Change: Equatable, Sendable {
    /// No figure of the metric rose by more than this share of what it was; never from 0.
    case rise(Metric, RowPhase?, share: Double)
    /// No figure of the metric rose by more than this, in the metric's unit; never from 0.
    case amount(Metric, RowPhase?, by: Double)
    /// No figure of the metric is higher than this, in the metric's unit, whatever it was: also from 0.
    case level(Metric, RowPhase?, to: Double)
    /// A finding that is about no figure; what was found is a code, see ``ComparisonEntry/evidence``.
    case finding(Finding, what: String)
  }

  /// The id of a cell, or a glob as of fnmatch(3).
  public var cells: String
  /// What was accepted.
  public var change: Change
  /// Why.
  public var reason: String
  /// The last day on which it holds, in UTC.
  public var expires: Day
  /// The file that it stands in, as the caller named it.
  public var file: String
  /// The line of its header.
  public var line: Int?

  /// Makes an acknowledgement of its parts.
  public init(
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

  /// Where it stands, as `thresholds.toml:12`.
  package var place: String { line.map { "\(file):\($0)" } ?? file }

  /// Whether it is about a cell.
  func covers(_ cell: Cell) -> Bool { Glob(cells).matches(cell.id) }

  /// Whether it is about a series.
  func covers(_ series: SeriesKey) -> Bool {
    switch change {
    case .rise(let metric, let phase, _), .amount(let metric, let phase, _),
      .level(let metric, let phase, _):
      SeriesScope(metric, phase, cells: cells).covers(series)
    case .finding: false
    }
  }

  /// Whether it is about what an entry found, however large that is.
  func covers(_ entry: ComparisonEntry) -> Bool {
    switch change {
    case .finding(let finding, _): entry.finding == finding && covers(entry.cell)
    case .rise, .amount, .level:
      // A change that came to lie within its tolerance, or cannot be decided, is still there.
      [.regressed, .tolerated, .inconclusive].contains(entry.finding)
        && entry.series.map { covers($0) } ?? false
    }
  }

  /// Whether it accepts what an entry found: the change is no larger than the one that was acknowledged.
  func accepts(_ entry: ComparisonEntry) -> Bool {
    guard covers(entry) else { return false }
    if case .finding(_, let what) = change { return entry.evidence == what }
    guard entry.finding == .regressed, let rise = entry.rise else { return false }
    return accepts(rise)
  }

  /// Whether a rise is no larger than what was acknowledged.
  func accepts(_ rise: Rise) -> Bool {
    // What was written in percent comes back with another last bit.
    let slack = 1 + 1e-9
    switch change {
    case .rise(_, _, let most): return rise.share.map { $0 <= most * slack } ?? false
    case .amount(_, _, let most): return rise.share != nil && rise.amount <= most * slack
    case .level(_, _, let most): return rise.top <= most * slack
    case .finding: return false
    }
  }
}

/// An acknowledgement that fails the gate itself, since the file no longer says what is so.
public struct AcknowledgementFault: Equatable, Sendable {
  /// What is wrong with it.
  public enum Kind: String, CaseIterable, Encodable, Sendable {
    /// Its last day is over.
    case expired = "expired_acknowledgement"
    /// Its cells were compared, and nothing that it is about has changed.
    case unused = "unused_acknowledgement"
  }

  /// What is wrong.
  public let kind: Kind
  /// The acknowledgement.
  public let acknowledgement: Acknowledgement
}
