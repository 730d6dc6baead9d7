import BenchmarkModel
import BenchmarkResults

/// The cells whose whole keystroke a paired comparison did not decide, and what would decide them.
package struct Undecided: Sendable {
  /// The number of these cells.
  package let cells: Int
  /// The number of cells that were timed.
  package let timed: Int
  /// The budget that may decide them, in seconds.
  package let budget: Double
  /// The same budget as the comparison had may decide fewer cells: a filter for these, and their number; nil if nothing can be
  /// left out.
  package let fewer: (filter: CellFilter, cells: Int)?

  /// Finds them among the entries of a comparison; nil if its times are all decided, or none were taken.
  init?(_ entries: [ComparisonEntry], _ metadata: RunMetadata) {
    let times = entries.filter {
      $0.metric == .time && $0.phase == .total && ![.p90, .mean].contains($0.figure)
    }
    let timed = Set(times.map(\.cell)).sorted()
    cells = Set(times.filter { $0.finding == .inconclusive }.map(\.cell)).count
    self.timed = timed.count
    guard cells > 0, let record = metadata.paired,
      let last = record.looks.last(where: { !$0.confirms })
    else { return nil }
    // The rounds of a part are its own; the cells that were chosen first are few.
    let before = record.looks.last { $0.part == .changed }?.rounds ?? 0
    let rounds = last.part == .rest ? last.rounds - before : last.rounds
    let round = last.seconds / Double(max(1, rounds))
    let needed = Double(max(RoundCost.decisive, 2 * rounds))
    budget = max(round * needed, 2 * record.budget)
    let most = Int(record.budget / needed / max(round, 1e-6) * Double(timed.count))
    fewer = (metadata.plan.filter ?? CellFilter()).narrowed(to: max(1, most), of: timed)
  }
}
