import BenchmarkModel
import ReformatCore

/// The readings of a ledger of allocations, keystroke by keystroke.
///
/// All memory is reserved at the start, so that this record does not count its own allocations.
struct AllocationReadings {
  private typealias Accounts = PhaseAccounts<AllocationReading>
  private var first: [AllocationReading] = []
  private var later: [AllocationReading] = []
  /// By account, then by keystroke after the first of its session.
  private var accounts: [[AllocationReading]]
  private var entered = [Bool](repeating: false, count: Accounts.count)
  private var peaks: [Int] = []
  private var leaks: [Int] = []

  init(sessions: Int, keystrokes: Int) {
    first.reserveCapacity(sessions)
    later.reserveCapacity(keystrokes)
    peaks.reserveCapacity(sessions)
    leaks.reserveCapacity(sessions)
    accounts = (0..<Accounts.count).map { _ in
      var account: [AllocationReading] = []
      account.reserveCapacity(keystrokes)
      return account
    }
  }

  /// Records the keystroke that the ledger has just ended.
  mutating func record(_ keystroke: PhaseAccounts<AllocationReading>, isFirst: Bool) {
    var total = AllocationReading.zero
    for account in 0..<Accounts.count {
      total += keystroke.spent[account]
      if !isFirst {
        accounts[account].append(keystroke.spent[account])
        if keystroke.intervals[account] > 0 { entered[account] = true }
      }
    }
    if isFirst { first.append(total) } else { later.append(total) }
  }

  /// Records the peak of a whole session, and its leak.
  ///
  /// - Parameters:
  ///   - peak: the largest number of live bytes, beyond those alive before.
  ///   - growth: the bytes alive afterwards, less those alive before; if it is below 0, the session freed memory of
  ///     others, and leaked none.
  mutating func endSession(peak: Int, growth: Int) {
    peaks.append(max(0, peak))
    leaks.append(max(0, growth))
  }

  /// The rows of the total, of the first keystroke, of each phase that occurred, and of the rest.
  func rows() -> [SampleRow] {
    var series = [(RowPhase.total, later), (.first, first)]
    let phases = Phase.allCases.filter { entered[$0.account] }
    series += phases.map { (RowPhase($0), accounts[$0.account]) }
    if !phases.isEmpty { series.append((.rest, accounts[Accounts.rest])) }
    let perKeystroke = series.flatMap { phase, readings in
      [
        SampleRow(
          exact: readings.map(\.allocations), phase: phase, metric: .allocations,
          instrument: .shim),
        SampleRow(
          exact: readings.map(\.bytes), phase: phase, metric: .bytes, instrument: .shim),
      ]
    }
    let perSession = [
      SampleRow(exact: peaks, phase: .total, metric: .peakBytes, instrument: .shim),
      SampleRow(exact: leaks, phase: .total, metric: .leakedBytes, instrument: .shim),
    ]
    return (perKeystroke + perSession).compactMap(\.self)
  }
}

extension SampleRow {
  /// The row of exact counts; nil if there are none.
  ///
  /// Percentiles are by nearest rank, so that each is a count that occurred.
  init?(exact counts: [Int], phase: RowPhase, metric: Metric, instrument: Instrument) {
    guard let sample = SortedSample(counts.map(Double.init)) else { return nil }
    let mean = Double(counts.reduce(0, +)) / Double(counts.count)
    self.init(
      phase: phase, metric: metric, instrument: instrument, count: counts.count,
      summary: Summary(
        min: sample.nearestRank(0), p50: sample.nearestRank(50), p90: sample.nearestRank(90),
        p99: sample.nearestRank(99), p999: sample.nearestRank(99.9), max: sample.nearestRank(100),
        mean: mean.rounded(places: 6)))
  }
}
