import BenchmarkResults
import Instruments
import ReformatCore

/// Allocations and requested bytes since a thread began.
struct AllocationReading: AdditiveArithmetic {
  var allocations: Int
  var bytes: Int

  static var zero: AllocationReading { AllocationReading(allocations: 0, bytes: 0) }

  static func + (a: AllocationReading, b: AllocationReading) -> AllocationReading {
    AllocationReading(allocations: a.allocations &+ b.allocations, bytes: a.bytes &+ b.bytes)
  }

  static func - (a: AllocationReading, b: AllocationReading) -> AllocationReading {
    AllocationReading(allocations: a.allocations &- b.allocations, bytes: a.bytes &- b.bytes)
  }
}

/// Reads the counters of the calling thread.
struct AllocationProbe: PhaseProbe {
  let counters: AllocationCounters

  func read() -> AllocationReading {
    let snapshot = counters.snapshot
    return AllocationReading(
      allocations: Int(truncatingIfNeeded: snapshot.allocations),
      bytes: Int(truncatingIfNeeded: snapshot.requestedBytes))
  }
}

/// What a ledger of allocations says, keystroke by keystroke.
///
/// All memory is reserved at the start: the books must not count themselves.
struct AllocationBooks {
  private typealias Ledger = PhaseLedger<AllocationProbe>
  private var first: [AllocationReading] = []
  private var later: [AllocationReading] = []
  /// By account, then by keystroke after the first of its session.
  private var accounts: [[AllocationReading]]
  private var entered = [Bool](repeating: false, count: PhaseLedger<AllocationProbe>.accounts)
  private var peaks: [Int] = []
  private var leaks: [Int] = []

  init(sessions: Int, keystrokes: Int) {
    first.reserveCapacity(sessions)
    later.reserveCapacity(keystrokes)
    peaks.reserveCapacity(sessions)
    leaks.reserveCapacity(sessions)
    accounts = (0..<Ledger.accounts).map { _ in
      var account: [AllocationReading] = []
      account.reserveCapacity(keystrokes)
      return account
    }
  }

  /// Books the keystroke that the ledger has just ended.
  mutating func record(_ ledger: PhaseLedger<AllocationProbe>, isFirst: Bool) {
    var total = AllocationReading.zero
    for account in 0..<Ledger.accounts {
      total += ledger.spent[account]
      if !isFirst {
        accounts[account].append(ledger.spent[account])
        if ledger.intervals[account] > 0 { entered[account] = true }
      }
    }
    if isFirst { first.append(total) } else { later.append(total) }
  }

  /// Books what a whole session held at most, and what it left behind.
  mutating func endSession(peak: Int, leaked: Int) {
    peaks.append(peak)
    leaks.append(leaked)
  }

  /// The rows of the total, of the first keystroke, of each phase that occurred, and of the rest.
  func rows() -> [SampleRow] {
    var series = [(RowPhase.total, later), (.first, first)]
    let phases = Phase.allCases.filter { entered[Ledger.account(of: $0)] }
    series += phases.map { (RowPhase($0), accounts[Ledger.account(of: $0)]) }
    if !phases.isEmpty { series.append((.rest, accounts[Ledger.rest])) }
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
  /// The row of exact counts, or nil where there are none.
  ///
  /// Percentiles are by nearest rank, so that each is a count that occurred.
  init?(exact counts: [Int], phase: RowPhase, metric: Metric, instrument: Instrument) {
    guard let smallest = counts.min(), let largest = counts.max() else { return nil }
    let sorted = counts.sorted()
    func percentile(_ percent: Double) -> Double {
      let rank = Int((percent / 100 * Double(sorted.count)).rounded(.up))
      return Double(sorted[max(rank, 1) - 1])
    }
    let mean = Double(counts.reduce(0, +)) / Double(counts.count)
    self.init(
      phase: phase, metric: metric, instrument: instrument, count: counts.count,
      summary: Summary(
        min: Double(smallest), p50: percentile(50), p90: percentile(90), p99: percentile(99),
        p999: percentile(99.9), max: Double(largest), mean: mean.rounded(places: 6)))
  }
}
