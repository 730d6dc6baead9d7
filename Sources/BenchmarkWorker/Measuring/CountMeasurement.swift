import BenchmarkModel
import ReformatCore

/// Counts the events of a cell's keystrokes: emissions and refreshes always, allocations if a shim is live.
struct CountMeasurement {
  let sessions: [any MeasurableSession]
  /// Nil if allocations are not wanted.
  let allocations: AllocationCounters?
  /// True if the making of a field is counted, too.
  var setUp = false

  /// The number of replays before counting: they fill the caches of Foundation and ICU, which no keystroke's count may
  /// include.
  private static let warmUpTurns = 3

  func sample(of cell: Cell) throws -> CellSample {
    warmUp()
    var rows = updateRows() + (allocations.map(allocationRows) ?? [])
    // After the others, since its tables allocate.
    rows += try OwnMeasurement(sessions, exact: true)?.exactRows() ?? []
    let droppedActions = droppedActions()
    let setUpRows =
      setUp ? allocations.flatMap { SetUpMeasurement(sessions)?.rows($0) } ?? [] : []
    // Last, because the oracle allocates.
    let judgement = CellJudgement(sessions)
    var sample = CellSample(
      cell: cell, rows: rows + judgement.rows + setUpRows, mismatch: judgement.mismatch,
      droppedActions: droppedActions)
    if judgement.isUntold { sample.isUntold = true }
    return sample
  }

  func warmUp() {
    for _ in 0..<Self.warmUpTurns { sessions.replay() }
  }

  private func droppedActions() -> Int? {
    let dropped = sessions.reduce(0) { $0 + ($1.replay().updates?.droppedActions ?? 0) }
    return dropped > 0 ? dropped : nil
  }

  /// Emissions, refreshes and other counts of the host per keystroke; no rows if the subject counts none.
  func updateRows() -> [SampleRow] {
    var counts: [Metric: [Int]] = [:]
    sessions.replay { subject, index in
      let before = subject.updates
      subject.press(index)
      guard index > 0, let before, let after = subject.updates else { return }
      for (metric, count) in after.since(before) { counts[metric, default: []].append(count) }
    }
    return Metric.allCases.compactMap {
      SampleRow(exact: counts[$0] ?? [], phase: .total, metric: $0, instrument: .host)
    }
  }

  /// Allocations and requested bytes per keystroke and phase; peak and leaked bytes per session.
  private func allocationRows(_ counters: AllocationCounters) -> [SampleRow] {
    let ledger = AllocationLedger(counters: counters)
    var readings = AllocationReadings(sessions: sessions.count, keystrokes: sessions.keystrokeCount)
    for session in sessions {
      counters.resetPeak()
      let before = counters.snapshot.liveBytes
      play(session, ledger: ledger, readings: &readings)
      let after = counters.snapshot
      readings.endSession(
        peak: after.peakLiveBytes - before, growth: after.liveBytes - before)
    }
    return readings.rows()
  }

  /// A function of its own, so that the subject is gone when it returns.
  @inline(never)
  private func play(
    _ session: any MeasurableSession, ledger: AllocationLedger,
    readings: inout AllocationReadings
  ) {
    session.replay(PhaseMarker(observer: ledger)) { subject, index in
      ledger.begin()
      subject.press(index)
      ledger.end()
      readings.record(ledger.accounts, isFirst: index == 0)
    }
  }
}

extension UpdateTotals {
  /// The counts since `earlier`, by metric.
  fileprivate func since(_ earlier: UpdateTotals) -> [(Metric, Int)] {
    [
      (Metric.emissions, emissions - earlier.emissions),
      (.refreshes, refreshes - earlier.refreshes),
    ] + others.map { ($0, $1 - (earlier.others[$0] ?? 0)) }
  }
}
