import BenchmarkModel
import ReformatCore

/// Times one cell: a warm-up, a pass over whole keystrokes, a pass with the phase ledger.
struct TimeMeasurement {
  let sessions: [any MeasurableSession]
  let clock: ClockCalibration
  let ledgerCost: LedgerCalibration
  let request: TimeRequest

  /// The share of the time that is spent on whole keystrokes; the rest is spent on the ledger.
  private static let wholeShare = 0.6
  /// The time for the making of fields, if that is wanted, in addition.
  private static let setUpShare = 0.05
  /// The share by which metrics of the strategy's own lengthen it, if there are any.
  private static let ownShare = 0.1
  /// The maximum number of fields that are pressed between two clock readings.
  private static let largestBatch = 64

  func sample() throws -> CellSample {
    let nanoseconds = request.milliseconds * 1e6
    let warmUp = WarmUp.run(sessions, before: nanoseconds)
    let batch = request.batch ?? batch(for: warmUp.nanosecondsAKeystroke)
    let whole = wholeKeystrokes(batch: batch, nanoseconds: nanoseconds * Self.wholeShare)
    let phases = phases(
      batch: batch, nanoseconds: nanoseconds * (1 - Self.wholeShare),
      whole: whole.first { $0.phase == .total && $0.metric == .time }?.figures[Figure.mean.rawValue]
    )
    let setUp =
      request.setUp
      ? SetUpMeasurement(sessions)?.row(nanoseconds: nanoseconds * Self.setUpShare, clock: clock)
      : nil
    let own = try OwnMeasurement(sessions, exact: false, overhead: clock.overhead)?
      .sampledRows(nanoseconds: nanoseconds * Self.ownShare)
    return CellSample(
      cell: request.cell, rows: whole + phases + [setUp].compactMap(\.self) + (own ?? []),
      batch: batch, steady: warmUp.isSteady)
  }

  /// Enough keystrokes that the clock's step is under a hundredth of the time between two readings.
  private func batch(for nanoseconds: Double) -> Int {
    var batch = 1
    while Double(batch) * nanoseconds < clock.batchingThreshold, batch < Self.largestBatch {
      batch *= 2
    }
    return batch
  }

  /// Two clock readings per keystroke, or a batch of them; the first keystroke of a fresh field apart.
  private func wholeKeystrokes(batch: Int, nanoseconds: Double) -> [SampleRow] {
    var first = Distribution()
    var later = Distribution()
    var typical = TypicalKeystrokes(keystrokes: sessions.map(\.keystrokeCount))
    replay(batch: batch, nanoseconds: nanoseconds, phases: PhaseMarker()) {
      session, index, subjects in
      let start = MonotonicClock.now()
      subjects.press(index)
      let end = MonotonicClock.now()
      guard index > 0 else { return first.record(end &- start) }
      later.record(end &- start)
      typical.record(end &- start, session: session, keystroke: index)
    }
    return [
      later.row(phase: .total, batch: batch), typical.row(batch: batch, count: later.count),
      first.row(phase: .first, batch: batch),
    ]
    .compactMap(\.self) + later.shareRows(phase: .total, batch: batch)
      + first.shareRows(phase: .first, batch: batch)
  }

  /// A reading at each change of phase; what the ledger itself costs is taken off.
  private func phases(batch: Int, nanoseconds: Double, whole: Double?) -> [SampleRow] {
    let ledger = ClockLedger()
    var distributions = LedgerDistributions(calibration: ledgerCost, batch: batch)
    replay(
      batch: batch, nanoseconds: nanoseconds, phases: PhaseMarker(observer: ledger)
    ) { _, index, subjects in
      ledger.begin()
      subjects.press(index)
      ledger.end()
      if index > 0 { distributions.record(ledger.accounts) }
    }
    return distributions.rows(whole: whole, reading: clock.overhead)
  }

  /// Replays the sessions in turn, each on fresh subjects, until the time is up; every session at least once.
  ///
  /// This does not use ``MeasurableSession/replay(_:atMost:press:)``, because each keystroke goes to a batch of
  /// subjects.
  private func replay(
    batch: Int, nanoseconds: Double, phases: PhaseMarker,
    keystroke: (_ session: Int, _ index: Int, SubjectBatch) -> Void
  ) {
    let deadline = MonotonicClock.now() &+ UInt64(nanoseconds)
    var turn = 0
    repeat {
      let number = turn % sessions.count
      let session = sessions[number]
      let subjects = SubjectBatch(session, count: batch, phases: phases)
      for index in 0..<session.keystrokeCount {
        subjects.prepare(index)
        keystroke(number, index, subjects)
      }
      turn += 1
    } while turn < sessions.count || MonotonicClock.now() < deadline
  }
}
