import BenchmarkModel
import ReformatCore

/// Times a cell repetition by repetition; each repetition replays every session once, each on a fresh subject.
///
/// Figures are about repetitions, not keystrokes: a repetition holds every keystroke of the cell, so its median moves
/// with the cost of any of them, and it is long enough for the clock without batches.
struct SliceMeasurement {
  private typealias Accounts = PhaseAccounts<UInt64>
  private let sessions: [any MeasurableSession]
  private let ledgerCost: LedgerCalibration
  /// The number of keystrokes of a repetition after the first of each session.
  private let later: Int
  private let own: OwnMeasurement?

  init(
    sessions: [any MeasurableSession], clock: ClockCalibration, ledgerCost: LedgerCalibration
  ) {
    self.sessions = sessions
    own = OwnMeasurement(sessions, exact: false, overhead: clock.overhead)
    self.ledgerCost = ledgerCost
    later = sessions.laterKeystrokeCount
  }

  /// Replays twice, since the first time fills caches.
  ///
  /// - Returns: the time of the second replay, in nanoseconds.
  func warmUp() -> Double {
    _ = plainRepetition()
    let start = MonotonicClock.now()
    _ = plainRepetition()
    return Double(MonotonicClock.now() &- start)
  }

  /// The rows of this many repetitions: times per keystroke, one figure for each repetition.
  func rows(repetitions: Int) throws -> [SampleRow] {
    var first: [Double] = []
    var total: [Double] = []
    // The slice of another cell has just used the caches.
    _ = plainRepetition()
    for _ in 0..<repetitions {
      let repetition = plainRepetition()
      first.append(Double(repetition.first) / Double(sessions.count))
      total.append(Double(repetition.later) / Double(max(1, later)))
    }
    var accounts = Array(repeating: [Double](), count: Accounts.count)
    var entered = Array(repeating: false, count: Accounts.count)
    let ledger = ClockLedger()
    let phases = PhaseMarker(observer: ledger)
    ledgerRepetition(ledger, phases) { _, _, _ in }
    for _ in 0..<repetitions {
      var spent = Array(repeating: 0.0, count: Accounts.count)
      ledgerRepetition(ledger, phases) { account, nanoseconds, isEntered in
        spent[account] += nanoseconds
        if isEntered { entered[account] = true }
      }
      for account in 0..<Accounts.count {
        accounts[account].append(max(0, spent[account]) / Double(max(1, later)))
      }
    }
    var series = [(RowPhase.first, first, sessions.count)]
    if later > 0 {
      series.append((.total, total, later))
      let marked = Phase.allCases.filter { entered[$0.account] }
      series += marked.map { (RowPhase($0), accounts[$0.account], later) }
      if !marked.isEmpty { series.append((.rest, accounts[Accounts.rest], later)) }
    }
    let times = series.compactMap { phase, repetitions, keystrokes in
      SampleRow(repetitions: repetitions, keystrokes: keystrokes, phase: phase)
    }
    return try times + (own?.rows(repetitions: repetitions) ?? [])
  }

  /// Runs a repetition without marks, as in an app; returns the time of all first keystrokes, and of all later ones.
  ///
  /// This does not use ``MeasurableSession/replay(_:atMost:press:)``, because one pair of clock readings is around all
  /// later keystrokes up to the next one that is prepared.
  @inline(never)
  private func plainRepetition() -> (first: UInt64, later: UInt64) {
    var first: UInt64 = 0
    var later: UInt64 = 0
    for session in sessions where session.keystrokeCount > 0 {
      let subject = session.makeSubject(phases: PhaseMarker())
      subject.prepare(0)
      let start = MonotonicClock.now()
      subject.press(0)
      first &+= MonotonicClock.now() &- start
      var next = 1
      for end in session.preparedKeystrokes.filter({ $0 > 0 }) + [session.keystrokeCount] {
        if next < session.keystrokeCount { subject.prepare(next) }
        let start = MonotonicClock.now()
        for index in next..<max(next, end) { subject.press(index) }
        later &+= MonotonicClock.now() &- start
        next = max(next, end)
      }
    }
    return (first, later)
  }

  /// Runs a repetition with the clock read at each change of phase; the cost of the readings is subtracted.
  private func ledgerRepetition(
    _ ledger: ClockLedger, _ phases: PhaseMarker, record: (Int, Double, Bool) -> Void
  ) {
    sessions.replay(phases) { subject, index in
      ledger.begin()
      subject.press(index)
      ledger.end()
      guard index > 0 else { return }
      for account in 0..<Accounts.count {
        let intervals = ledger.accounts.intervals[account]
        let own = ledgerCost.harness(account: account, intervals: intervals)
        record(account, Double(ledger.accounts.spent[account]) - own, intervals > 0)
      }
    }
  }
}

extension SampleRow {
  /// The row of a phase's times, or of another metric that is sampled; nil if there are none.
  ///
  /// - Parameters:
  ///   - repetitions: the figure per keystroke, in nanoseconds for times, one for each repetition.
  ///   - keystrokes: the number of keystrokes of the phase in each repetition.
  ///   - phase: the phase.
  ///   - metric: the metric.
  ///   - instrument: the instrument that measured it.
  init?(
    repetitions: [Double], keystrokes: Int, phase: RowPhase, metric: Metric = .time,
    instrument: Instrument = .clock
  ) {
    guard let sample = SortedSample(repetitions) else { return nil }
    func percentile(_ percent: Double) -> Double { sample.nearestRank(percent).rounded(places: 3) }
    let mean = repetitions.reduce(0, +) / Double(repetitions.count)
    self.init(
      phase: phase, metric: metric, instrument: instrument, count: repetitions.count * keystrokes,
      summary: Summary(
        min: percentile(0), p50: sample.median.rounded(places: 3), p90: percentile(90),
        p99: percentile(99), p999: percentile(99.9), max: percentile(100),
        mean: mean.rounded(places: 3)))
  }
}
