import BenchmarkModel
import ReformatCore

/// Measures the metrics that a strategy defines itself, in replays of their own, so that no other figure pays for them.
struct OwnMeasurement {
  let sessions: [any MeasurableSession]
  private let metrics: [OwnMetric]
  private let ledger: OwnLedger

  /// Measures the declared metrics that are exact, or those that are not; nil if there are none of the latter.
  ///
  /// Without exact ones it still finds out whether the strategy reports a metric that is not declared.
  ///
  /// - Parameters:
  ///   - sessions: the sessions of a cell.
  ///   - exact: true for the exact metrics.
  ///   - overhead: the nanoseconds of one reading of the clock, which are taken off each time.
  init?(_ sessions: [any MeasurableSession], exact: Bool, overhead: Double = 0) {
    metrics = sessions.first?.metrics.filter { $0.exact == exact } ?? []
    guard exact || !metrics.isEmpty else { return nil }
    self.sessions = sessions
    ledger = OwnLedger(overhead: overhead)
  }

  /// The rows of exact metrics: whole keystrokes, and first ones of a fresh field.
  func exactRows() throws -> [SampleRow] {
    var first = [[Int]](repeating: [], count: metrics.count)
    var later = first
    try replay { index, amounts in
      for (place, amount) in amounts.enumerated() {
        if index == 0 { first[place].append(amount) } else { later[place].append(amount) }
      }
    }
    return try rows { metric, place in
      [(RowPhase.total, later[place]), (.first, first[place])].compactMap { phase, counts in
        SampleRow(exact: counts, phase: phase, metric: metric, instrument: .host)
      }
    }
  }

  /// The rows of the other metrics: distributions over whole keystrokes, replayed for this time, each session at least once.
  func sampledRows(nanoseconds: Double) throws -> [SampleRow] {
    var later = metrics.map { _ in Distribution() }
    let deadline = MonotonicClock.now() &+ UInt64(nanoseconds)
    repeat {
      try replay { index, amounts in
        guard index > 0 else { return }
        for (place, amount) in amounts.enumerated() { later[place].record(UInt64(amount)) }
      }
    } while MonotonicClock.now() < deadline
    return try rows { metric, place in
      [later[place].row(phase: .total, batch: 1, metric: metric, instrument: metric.instrument)]
        .compactMap(\.self)
    }
  }

  /// The rows of the other metrics per keystroke, one figure for each repetition of all sessions.
  func rows(repetitions: Int) throws -> [SampleRow] {
    let keystrokes = sessions.laterKeystrokeCount
    guard keystrokes > 0 else { return [] }
    var means = [[Double]](repeating: [], count: metrics.count)
    for _ in 0..<repetitions {
      var sums = [Double](repeating: 0, count: metrics.count)
      try replay { index, amounts in
        guard index > 0 else { return }
        for (place, amount) in amounts.enumerated() { sums[place] += Double(amount) }
      }
      for place in sums.indices { means[place].append(sums[place] / Double(keystrokes)) }
    }
    return try rows { metric, place in
      [
        SampleRow(
          repetitions: means[place], keystrokes: keystrokes, phase: .total, metric: metric,
          instrument: metric.instrument)
      ].compactMap(\.self)
    }
  }

  private func rows(_ rows: (Metric, Int) -> [SampleRow]) throws -> [SampleRow] {
    try metrics.enumerated().flatMap { place, own in
      guard let metric = Metric(own) else { throw SuiteError("too many own metrics") }
      return rows(metric, place)
    }
  }

  /// Replays every session once, and passes on what each keystroke added to each metric.
  private func replay(_ record: (Int, [Int]) -> Void) throws {
    for session in sessions {
      session.replay(PhaseMarker(observer: ledger)) { subject, index in
        ledger.amounts.removeAll(keepingCapacity: true)
        subject.press(index)
        record(index, metrics.map { max(0, ledger.amounts[$0.name] ?? 0) })
        ledger.check()
      }
      try ledger.refuse(unless: session.metrics)
    }
  }
}

/// Adds up what a keystroke reports of its own metrics.
private final class OwnLedger: PhaseObserver {
  /// The amounts of the present keystroke.
  var amounts: [String: Int] = [:]
  /// The metrics that were reported at all, and those that were reported as times.
  private var reported: Set<String> = []
  private var timed: Set<String> = []
  private var negative: String?
  private let overhead: UInt64
  private var phase: Phase?

  init(overhead: Double) { self.overhead = UInt64(overhead.rounded()) }

  func switchPhase(to phase: Phase?) -> Phase? {
    defer { self.phase = phase }
    return self.phase
  }

  func add(_ amount: Int, to metric: String) { amounts[metric, default: 0] &+= amount }

  func beginTiming() -> UInt64 { MonotonicClock.now() }

  func endTiming(since start: UInt64, of metric: String) {
    let spent = MonotonicClock.now() &- start
    timed.insert(metric)
    add(Int(spent > overhead ? spent - overhead : 0), to: metric)
  }

  /// Keeps what is wrong with the present keystroke.
  func check() {
    reported.formUnion(amounts.keys)
    negative = negative ?? amounts.first { $0.value < 0 }?.key
  }

  /// Throws if a metric was reported that is not declared, in another unit, or with a negative amount.
  func refuse(unless declared: [OwnMetric]) throws {
    let known = Dictionary(declared.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    for name in reported.sorted() {
      guard let metric = known[name] else {
        throw SuiteError(
          "the strategy reports the metric \(name.debugDescription), which its entry does not declare; add OwnMetric(\(name.debugDescription), exact: true) to the metrics of the StrategyEntry"
        )
      }
      guard !timed.contains(name) || metric.unit == .nanoseconds else {
        throw SuiteError(
          "the metric \(name) is declared in \(metric.unit.name) and reported as a time; declare it with unit: .nanoseconds"
        )
      }
    }
    if let negative {
      throw SuiteError("the strategy reports a negative amount of \(negative); count what happens")
    }
  }
}

extension Metric {
  /// The instrument of a metric that is sampled: the clock takes its times, the field's replay its counts.
  fileprivate var instrument: Instrument { isTime ? .clock : .host }
}
