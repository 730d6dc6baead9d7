import BenchmarkModel
import BenchmarkResults

/// The stored figures of the two runs of a paired comparison.
package struct PairedRecordings: Sendable {
  /// The suite.
  let suite: String?
  /// Instructions per keystroke, of each phase of each cell that both sides have.
  let instructions: [PairedFigure]
  /// Nanoseconds per keystroke, round by round.
  let times: [[PairedFigure]]
  /// The runs' record of the comparison, with the looks.
  let record: PairedRecord
  /// The moments at which decisions were made.
  var looks: [PairedRecord.Look] { record.looks }

  /// The number of rounds that were measured in this many seconds.
  package func rounds(in seconds: Double) -> Int {
    guard let last = looks.last, last.rounds > 0, last.seconds > 0 else { return 0 }
    return Int(min(seconds / last.seconds * Double(last.rounds), Double(ResultsBounds.rounds)))
  }

  /// The recordings of two runs.
  ///
  /// - Throws: ``Problem`` if they are not the two sides of one comparison.
  package init(baseline: Run, candidate: Run, filter: CellFilter) throws(Problem) {
    let sides = [baseline, candidate].map { RunIndex($0, filter: filter) }
    guard let recordings = PairedRecordings(sides[0], sides[1]) else {
      throw Problem(

        "\(baseline.name) and \(candidate.name) are not the baseline and the candidate of one paired comparison: measure them with keystroke-bench ab"
      )
    }
    self = recordings
  }

  /// The recordings of two sides; nil unless they name each other and have at least one look.
  init?(_ before: RunIndex, _ after: RunIndex) {
    let (a, b) = (before.run.metadata, after.run.metadata)
    guard let (first, _) = a.paired(with: b), !first.looks.isEmpty else { return nil }
    var instructions: [PairedFigure] = []
    var times: [Int: [PairedFigure]] = [:]
    // A cell that writes another text does other work, and is neither slower nor faster.
    let comparable = before.cells.keys.filter { Comparison.hasSameText($0, before, after) }
    for (place, other) in comparable.flatMap({ Comparison.commonKeys($0, before, after) }) {
      let series = before.series[place]
      func pair(_ old: Double?, _ new: Double?) -> PairedFigure? {
        guard let old, let new else { return nil }
        return PairedFigure(cell: series.cell, phase: series.phase, baseline: old, candidate: new)
      }
      let records = before.records(place)
      if series.metric == .instructions && series.instrument == .valgrind {
        let pair = pair(
          records.first?.summary.mean, after.records(other).first?.summary.mean)
        if let pair { instructions.append(pair) }
      } else if series.metric.isSampled {
        let candidates = Dictionary(
          after.records(other).map { ($0.round, $0.summary) }, uniquingKeysWith: { a, _ in a })
        for record in records {
          guard let candidate = candidates[record.round] else { continue }
          times[Int(record.round), default: []] += PairedFigure.times(
            series.cell, series.phase, series.metric, baseline: record.summary,
            candidate: candidate)
        }
      }
    }
    suite = a.plan.suites.first
    self.instructions = instructions
    let last = max(times.keys.max() ?? 0, first.looks.last?.rounds ?? 0)
    self.times = (0..<last).map { times[$0 + 1] ?? [] }
    record = first
  }
}
