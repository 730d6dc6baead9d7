import BenchmarkModel

/// Measures the making of a fresh field: its figures are per field, not per keystroke.
///
/// It comes after all else that is measured of a cell, so that nothing else changes by it. Caches that fields share are
/// full by then.
struct SetUpMeasurement {
  private let session: any MeasurableSession

  /// The number of fields whose making is counted.
  private static let counted = 4
  /// The maximum number of fields that are made between two clock readings.
  private static let largestBatch = 64

  /// Nil if the session has nothing that is made.
  init?(_ sessions: [any MeasurableSession]) {
    guard let session = sessions.first, session.makeBare() != nil else { return nil }
    self.session = session
  }

  /// The rows of allocations and requested bytes.
  func rows(_ counters: AllocationCounters) -> [SampleRow] {
    var readings: [AllocationSnapshot] = []
    readings.reserveCapacity(Self.counted)
    for _ in 0..<Self.counted {
      let before = counters.snapshot
      let made = session.makeBare()
      readings.append(counters.snapshot.since(before))
      withExtendedLifetime(made) {}
    }
    return [
      (Metric.allocations, readings.map(\.allocations)), (.bytes, readings.map(\.requestedBytes)),
    ].compactMap { SampleRow(exact: $1, phase: .setup, metric: $0, instrument: .shim) }
  }

  /// The row of times; several fields at once if one is too short for the clock.
  func row(nanoseconds: Double, clock: ClockCalibration) -> SampleRow? {
    var made: [AnyObject?] = []
    made.reserveCapacity(Self.largestBatch)
    func time(_ count: Int) -> UInt64 {
      made.removeAll(keepingCapacity: true)
      let start = MonotonicClock.now()
      for _ in 0..<count { made.append(session.makeBare()) }
      return MonotonicClock.now() &- start
    }
    _ = time(1)
    var batch = 1
    while batch < Self.largestBatch, Double(time(batch)) < clock.batchingThreshold { batch *= 2 }
    var times = Distribution()
    let deadline = MonotonicClock.now() &+ UInt64(nanoseconds)
    repeat { times.record(time(batch)) } while MonotonicClock.now() < deadline
    return times.row(phase: .setup, batch: batch)
  }

  /// Tags the sites of its allocations.
  func recordSites(_ sites: AllocationSites, fields: Int) {
    for _ in 0..<fields {
      sites.setTag(SiteLedger.setUp)
      let made = session.makeBare()
      sites.setTag(SiteLedger.outside)
      withExtendedLifetime(made) {}
    }
  }

  /// The dump of callgrind.
  func dump() -> CallgrindPart {
    for _ in 0..<Self.counted { Self.makeCollected(session) }
    Callgrind.dump(RowPhase.setup.rawValue)
    return CallgrindPart(name: RowPhase.setup.rawValue, keystrokes: Self.counted)
  }

  /// A function of its own, as ``makeCounted(_:)``.
  @inline(never)
  private static func makeCollected(_ session: any MeasurableSession) {
    Callgrind.toggle()
    let made = session.makeBare()
    Callgrind.toggle()
    withExtendedLifetime(made) {}
  }

  /// The counts of valgrind.
  func part() -> CountedPart {
    for _ in 0..<Self.counted { Self.makeCounted(session) }
    return CountedPart(.setup, keystrokes: Self.counted, .setUp)
  }

  /// A function of its own, so that it adds the same to the making of every field.
  @inline(never)
  private static func makeCounted(_ session: any MeasurableSession) {
    PhaseCounter.count(in: .setUp)
    let made = session.makeBare()
    PhaseCounter.count(in: .outside)
    withExtendedLifetime(made) {}
  }
}
