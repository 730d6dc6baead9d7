import BenchmarkModel
import ReformatCore

extension Distribution {
  /// The row of a phase's times; nil if nothing was recorded.
  ///
  /// - Parameters:
  ///   - phase: the phase.
  ///   - batch: the number of keystrokes that one record covers; figures are for one of them.
  ///   - metric: the recorded metric.
  ///   - instrument: the instrument that recorded it.
  /// - Returns: the row, in nanoseconds.
  func row(
    phase: RowPhase, batch: Int, metric: Metric = .time, instrument: Instrument = .clock
  ) -> SampleRow? {
    guard let extremes else { return nil }
    func scaled(_ nanoseconds: UInt64?) -> Double? {
      nanoseconds.map { (Double($0) / Double(batch)).rounded(places: 3) }
    }
    return SampleRow(
      phase: phase, metric: metric, instrument: instrument, count: count * batch,
      summary: Summary(
        min: scaled(extremes.min), p50: scaled(percentile(50)), p90: scaled(percentile(90)),
        p99: scaled(percentile(99)), p999: scaled(percentile(99.9)), max: scaled(extremes.max),
        mean: (extremes.mean / Double(batch)).rounded(places: 3)))
  }
}

extension Distribution {
  /// The rows of the shares of keystrokes that took longer than a limit, if any did.
  ///
  /// Batches have none, because the time of each of their keystrokes is not known.
  func shareRows(phase: RowPhase, batch: Int) -> [SampleRow] {
    guard batch == 1, count > 0 else { return [] }
    return zip(Metric.shares, countsBeyond).filter { $0.1 > 0 }.map { metric, beyond in
      let share = (Double(beyond) / Double(count)).rounded(places: 12)
      return SampleRow(
        phase: phase, metric: metric, instrument: .clock, count: count,
        summary: Summary(mean: share))
    }
  }
}

/// The times that a ledger adds to each account, keystroke by keystroke, without the cost of the ledger.
struct LedgerDistributions {
  private typealias Accounts = PhaseAccounts<UInt64>
  private let calibration: LedgerCalibration
  private let batch: Int
  private var distributions = (0..<Accounts.count).map { _ in Distribution() }
  private var sums = [Double](repeating: 0, count: Accounts.count)
  private var intervals = [Int](repeating: 0, count: Accounts.count)
  private var entered = [Bool](repeating: false, count: Accounts.count)

  /// Makes distributions of batches of this many keystrokes.
  init(calibration: LedgerCalibration, batch: Int) {
    self.calibration = calibration
    self.batch = batch
  }

  /// Adds the keystroke, or batch of keystrokes, that has just ended.
  mutating func record(_ accounts: PhaseAccounts<UInt64>) {
    for account in 0..<Accounts.count {
      let intervals = accounts.intervals[account]
      self.intervals[account] += intervals
      if intervals > 0 { entered[account] = true }
      let own = calibration.harness(account: account, intervals: intervals)
      let net = Double(accounts.spent[account]) - own
      sums[account] += net
      distributions[account].record(UInt64(max(0, net).rounded()))
    }
  }

  /// The phases that occurred with their accounts, and the rest where any did.
  private var measured: [(RowPhase, Int)] {
    let phases = Phase.allCases.filter { entered[$0.account] }
    return phases.isEmpty
      ? [] : phases.map { (RowPhase($0), $0.account) } + [(.rest, Accounts.rest)]
  }

  /// The rows of the phases that occurred, and of the rest where any did.
  ///
  /// A phase that some keystrokes skip counts as 0 for those, so that the means of all rows add up. A reading costs more
  /// between a strategy's instructions than among readings alone, where it was calibrated: some processors wait for all that
  /// came before. What the sum exceeds whole keystrokes by is therefore taken off by intervals, up to the cost of a reading
  /// for each; on AMD EPYC that is nothing, on Intel Xeon up to 0.3 of a short keystroke.
  ///
  /// - Parameters:
  ///   - whole: the mean of whole keystrokes, which were timed without marks; nil if it is not known.
  ///   - reading: the cost of a reading of the clock, in nanoseconds.
  /// - Returns: the rows, in nanoseconds.
  func rows(whole: Double?, reading: Double) -> [SampleRow] {
    let keystrokes = Double(distributions[Accounts.rest].count * batch)
    let sum = measured.reduce(0) { $0 + sums[$1.1] } / keystrokes
    let marks = Double(measured.reduce(0) { $0 + intervals[$1.1] }) / keystrokes
    let excess = whole.map { max(0, min(sum - $0, marks * reading)) } ?? 0
    return measured.compactMap { phase, account in
      guard var row = distributions[account].row(phase: phase, batch: batch) else { return nil }
      let share = marks > 0 ? excess * Double(intervals[account]) / keystrokes / marks : 0
      row.figures = row.figures.map { $0.map { max(0, $0 - share).rounded(places: 3) } }
      // The distribution rounds and cannot go below 0. The mean must not do so, or the sum would drift.
      let mean = sums[account] / Double(row.count) - share
      row.figures[Figure.mean.rawValue] = max(0, mean).rounded(places: 3)
      return row
    }
  }
}

extension RowPhase {
  /// The row of a phase.
  init(_ phase: Phase) {
    guard let row = RowPhase(rawValue: phase.rawValue) else {
      preconditionFailure("each phase has rows of its name")
    }
    self = row
  }
}
