import BenchmarkModel
import BenchmarkResults
import Foundation

/// The acknowledgements that would make a comparison pass, for review.
///
/// They are entries of a file of thresholds. Each lacks its reason, and reading it fails until somebody has given one.
package struct Acceptance: Sendable {
  /// The number of days for which an acknowledgement is proposed.
  package static let days = 90

  /// The proposed entries.
  let proposals: [Proposal]
  /// The failures that no acknowledgement can cover.
  let remarks: [String]
  private let expires: Day

  /// Collects the failures of a comparison of two runs.
  ///
  /// - Parameters:
  ///   - comparison: the comparison.
  ///   - baseline: its whole baseline, so that no glob of an entry matches a cell that was not seen to change.
  ///   - candidate: its whole candidate.
  ///   - day: the present day.
  package init(
    _ comparison: Comparison, baseline: Run, candidate: Run, on day: Day = .today
  ) {
    expires = day.adding(days: Self.days)
    var changes: [Proposal.Subject: [Cell: Rise]] = [:]
    var plain: [Proposal] = []
    var remarks = comparison.acknowledgementFaults.map {
      "take out the \($0.kind.rawValue.replacing("_", with: " ")) at \($0.acknowledgement.place)"
    }
    var slower = 0
    for entry in comparison.failures {
      if let rise = entry.rise, let metric = entry.metric, let phase = entry.phase,
        entry.finding == .regressed
      {
        let subject = Proposal.Subject(
          metric: metric, phase: phase, isLevel: rise.share == nil, strategy: entry.cell.strategy)
        changes[subject, default: [:]][entry.cell] = rise
      } else if Acknowledgement.plainFindings.contains(entry.finding),
        let evidence = entry.evidence,
        // A vanished cell must be named in full, and some names cannot be.
        entry.finding != .vanished || Glob(entry.cell.id).isLiteral
      {
        plain.append(
          Proposal(
            cells: Proposal.literal(entry.cell.id), change: .finding(entry.finding, what: evidence),
            count: 1))
      } else if entry.metric?.isSampled == true {
        slower += 1
      } else {
        remarks.append("\(entry.cell.id): \(entry.finding.rawValue) cannot be acknowledged")
      }
    }
    if slower > 0 {
      remarks.append(
        "\(Words.count(slower, "time")) got worse; how large that must be to matter is a [[minimum_effect]]"
      )
    }
    let known = Set(baseline.rows.series).union(candidate.rows.series)
    let idle = Self.idle(baseline)
    let grouped = changes.sorted { $0.key < $1.key }.flatMap { subject, rises in
      let all = known.filter {
        $0.cell.strategy == subject.strategy && $0.metric == subject.metric
          && $0.phase == subject.phase && (subject.isLevel || !idle.contains($0))
      }
      return Proposal.grouped(subject, rises, all: Set(all.map(\.cell)))
    }
    proposals = plain + grouped
    self.remarks = remarks
  }

  /// The series that are 0: a rise from 0 has no share or amount, so no such entry can cover it.
  private static func idle(_ run: Run) -> Set<SeriesKey> {
    let (rows, groups) = (run.rows, run.places.groups)
    return Set(
      rows.series.indices.filter { place in
        groups[place].allSatisfy { rows.records[Int($0)].summary.mean == 0 }
      }.map { rows.series[$0] })
  }

  /// The entries as TOML, with the remaining steps as comments.
  package var toml: String {
    var lines =
      proposals.isEmpty
      ? []
      : ["# Acknowledgements of all that fails, for review. Each needs a reason before it is read."]
    lines += remarks.map { "# Beside them: \(ShownText.line($0))" }
    if lines.isEmpty { lines = ["# Nothing fails that needs an acknowledgement."] }
    if !proposals.isEmpty { lines.append("\(ThresholdReader.header)  # once, on top of the file") }
    return lines.map { $0 + "\n" }.joined()
      + proposals.map { "\n" + $0.toml(expires: expires) }.joined()
  }
}
