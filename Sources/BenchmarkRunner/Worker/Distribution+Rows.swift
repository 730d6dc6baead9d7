import BenchmarkResults
import Instruments
import ReformatCore

extension Distribution {
  /// The row of a phase's times, or nil where nothing was recorded.
  ///
  /// - Parameter batch: how many keystrokes one record covers; figures are for one of them.
  func row(phase: RowPhase, batch: Int) -> SampleRow? {
    guard let extremes else { return nil }
    func scaled(_ nanoseconds: UInt64?) -> Double? {
      nanoseconds.map { (Double($0) / Double(batch)).rounded(places: 3) }
    }
    return SampleRow(
      phase: phase, metric: .time, instrument: .clock, count: count * batch,
      summary: Summary(
        min: scaled(extremes.min), p50: scaled(percentile(50)), p90: scaled(percentile(90)),
        p99: scaled(percentile(99)), p999: scaled(percentile(99.9)), max: scaled(extremes.max),
        mean: (extremes.mean / Double(batch)).rounded(places: 3)))
  }
}

extension Double {
  /// Rounded to so many decimal places: more would be noise in a file.
  func rounded(places: Int) -> Double {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    return (self * scale).rounded() / scale
  }
}

/// The times that a ledger books to each account, keystroke by keystroke.
struct LedgerDistributions {
  /// What one clock reading costs, in nanoseconds: each interval holds about one.
  let overhead: Double
  private var distributions: [Distribution]
  private var sums = [Double](repeating: 0, count: PhaseLedger<ClockProbe>.accounts)
  private var entered = [Bool](repeating: false, count: PhaseLedger<ClockProbe>.accounts)

  init(overhead: Double) {
    self.overhead = overhead
    distributions = (0..<PhaseLedger<ClockProbe>.accounts).map { _ in Distribution() }
  }

  /// Books the keystroke, or batch of them, that the ledger has just ended.
  mutating func record(_ ledger: PhaseLedger<ClockProbe>) {
    for account in 0..<PhaseLedger<ClockProbe>.accounts {
      let net = Double(ledger.spent[account]) - overhead * Double(ledger.intervals[account])
      if ledger.intervals[account] > 0 { entered[account] = true }
      sums[account] += net
      distributions[account].record(UInt64(max(0, net).rounded()))
    }
  }

  /// The rows of the phases that occurred, and of the rest where any did.
  ///
  /// A phase that some keystrokes skip counts as 0 for those, so that the means of all rows add up.
  func rows(batch: Int) -> [SampleRow] {
    let phases = Phase.allCases.filter { entered[PhaseLedger<ClockProbe>.account(of: $0)] }
    guard !phases.isEmpty else { return [] }
    let named = phases.map { (RowPhase($0), PhaseLedger<ClockProbe>.account(of: $0)) }
    return (named + [(.rest, PhaseLedger<ClockProbe>.rest)]).compactMap { phase, account in
      guard var row = distributions[account].row(phase: phase, batch: batch) else { return nil }
      // The distribution rounds and cannot go below 0; the mean must not, or the sum would drift.
      let mean = sums[account] / Double(row.count)
      row.figures[Figure.mean.rawValue] = max(0, mean).rounded(places: 3)
      return row
    }
  }
}

extension RowPhase {
  /// The row of a phase.
  init(_ phase: Phase) {
    switch phase {
    case .filter: self = .filter
    case .parse: self = .parse
    case .format: self = .format
    case .refresh: self = .refresh
    }
  }
}
