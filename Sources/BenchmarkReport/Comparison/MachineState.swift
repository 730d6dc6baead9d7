import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults

/// Conclusions from times about the machine, and not about the code.
package enum MachineState {
  /// The factor beyond which a change that all strategies share, although they did the same work, is caused by the
  /// machine.
  private static let shared = 1.1
  /// The share of the counts that must be equal for the work to be the same.
  private static let equalWork = 0.95
  /// The factor between the rounds of a cell beyond which the machine was not quiet, if half of the cells or more
  /// exceed it.
  private static let uneven = 1.25
  /// The share of a round in which the hypervisor ran other guests beyond which times are too high.
  private static let stolen = 0.02
  /// The load per core beyond which something else ran when the run began.
  private static let busy = 0.7

  /// The shift that all times have in common.
  package struct Shift {
    /// The smallest and the largest ratio of the strategies, candidate over baseline.
    package var range: ClosedRange<Double>
    /// The counts that are equal, in words; nil if the work is not the same.
    package var equal: String?
    /// The strategies, in words.
    package var subject: String

    /// True if the machine caused the shift.
    package var isMachine: Bool {
      equal != nil && (range.lowerBound > shared || range.upperBound < 1 / shared)
    }

    /// The smallest and the largest ratio, in words.
    package var words: String {
      let slower = range.lowerBound > 1
      let (low, high) =
        slower
        ? (range.lowerBound, range.upperBound) : (1 / range.upperBound, 1 / range.lowerBound)
      let factors = [low, high].map { Units.fixed($0, 1) }
      return "\(factors[0] == factors[1] ? factors[0] : factors.joined(separator: " to ")) times "
        + (slower ? "slower" : "faster")
    }

    /// The sentence about the shift; nil if the work is not the same.
    var sentence: String? {
      equal.map {
        "By its mean, \(subject) is \(words) than in the baseline, with \($0): that is the machine, not the code."
      }
    }
  }

  /// The common shift of the times of a comparison, without the strategies that fail; nil if fewer than two are left.
  package static func shift(_ comparison: Comparison) -> Shift? {
    let failing = Set(comparison.failures.map(\.cell.strategy))
    let totals = comparison.entries(.advisory).filter {
      $0.phase == .total && $0.metric == .time && $0.figure == .mean
        && !failing.contains($0.cell.strategy)
    }
    let means = Dictionary(grouping: totals, by: \.cell.strategy).values.compactMap {
      geometricMean($0.compactMap(\.ratio))
    }
    // A single strategy may be slower for a reason of its own.
    guard means.count > 1, let low = means.min(), let high = means.max(), low > 0
    else { return nil }
    return Shift(
      range: low...high, equal: equalWork(comparison),
      subject: failing.isEmpty ? "every strategy" : "every other strategy")
  }

  /// The work that both sides have in common: instructions, or allocations if instructions were not counted.
  private static func equalWork(_ comparison: Comparison) -> String? {
    for metric in [Metric.instructions, .allocations] {
      func count(_ entries: ArraySlice<ComparisonEntry>) -> Int {
        entries.count { $0.metric == metric && $0.phase == .total }
      }
      let counted = count(comparison.entries[...])
      guard counted > 0 else { continue }
      let equal = count(comparison.entries(.unchanged)) + count(comparison.entries(.tolerated))
      return Double(equal) >= equalWork * Double(counted) ? "equal \(metric.rawValue)" : nil
    }
    return nil
  }

  /// The signs in a single run of a machine that was not quiet, in words; nil if there are none.
  package static func disturbance(_ run: Run) -> String? {
    guard run.rows.series.contains(where: { $0.metric == .time }) else { return nil }
    let metadata = run.metadata
    let cores = metadata.hosts.map(\.cores).min() ?? 0
    let limit = busy * Double(cores)
    // The build before a run has raised the load average, but no longer runs.
    if let load = metadata.conditions.loadAverageAtStart, cores > 0, load > limit,
      metadata.conditions.othersReadyAtStart ?? load > limit
    {
      return
        "Busy when the run began (load \(Units.fixed(load, 1)) on \(Words.count(cores, "core"))): times are too high, counts are not."
    }
    if let stolen = metadata.conditions.stolenShare, stolen > Self.stolen {
      return
        "Other guests of the host took up to \(Units.percent(stolen)) of a round (steal time): times are too high, counts are not."
    }
    guard let factor = roundFactor(run), factor > uneven else { return nil }
    return
      "Not quiet: half of the cells took \(Units.fixed(factor, 1)) times as long in their slowest round as in their fastest, or more."
  }

  /// The median over cells of the slowest round over the fastest; nil if there are no two rounds.
  private static func roundFactor(_ run: Run) -> Double? {
    let groups = run.places.groups
    let factors = run.rows.series.indices.compactMap { place -> Double? in
      let series = run.rows.series[place]
      guard series.phase == .total, series.metric == .time else { return nil }
      let means = groups[place].compactMap { run.rows.records[Int($0)].summary.mean }
      guard means.count > 1, let least = means.min(), let most = means.max(), least > 0
      else { return nil }
      return most / least
    }
    return SortedSample(factors)?.median
  }
}
