import BenchmarkModel
import ReformatCore

/// Counts the instructions of a cell's keystrokes with the processor's counter, whole and by phase.
struct PerfMeasurement {
  let sessions: [any MeasurableSession]
  let counter: PerfCounter

  /// The number of replays before counting, as for allocations, and of counted repetitions.
  private static let warmUpTurns = 3
  private static let repetitions = 10

  func rows() -> [SampleRow] {
    for _ in 0..<Self.warmUpTurns { sessions.replay() }
    return whole() + phases()
  }

  private func whole() -> [SampleRow] {
    let empty = LedgerCalibration.measure(PerfLedger(counter)).empty
    var first = Distribution()
    var later = Distribution()
    for _ in 0..<Self.repetitions {
      sessions.replay { subject, index in
        let start = counter.count
        subject.press(index)
        let cost = Double(counter.count &- start) - empty
        let net = UInt64(max(0, cost).rounded())
        if index == 0 { first.record(net) } else { later.record(net) }
      }
    }
    return [
      later.row(phase: .total, batch: 1, metric: .instructions, instrument: .perf),
      first.row(phase: .first, batch: 1, metric: .instructions, instrument: .perf),
    ].compactMap(\.self)
  }

  private func phases() -> [SampleRow] {
    let ledger = PerfLedger(counter)
    var distributions = LedgerDistributions(
      calibration: LedgerCalibration.measure(ledger), batch: 1, metric: .instructions,
      instrument: .perf)
    for _ in 0..<Self.repetitions {
      sessions.replay(PhaseMarker(observer: ledger)) { subject, index in
        ledger.begin()
        subject.press(index)
        ledger.end()
        if index > 0 { distributions.record(ledger.accounts) }
      }
    }
    return distributions.rows()
  }
}
