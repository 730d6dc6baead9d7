import BenchmarkModel
import ReformatCore

/// The work of a worker under valgrind from which the overhead of counting is found.
enum InstructionOverheadMeasurement {
  /// The number of empty keystrokes in each part.
  private static let keystrokes = 100

  /// The cost of counting itself: empty keystrokes, and phases with nothing in them.
  static func counts() -> [CountedPart] {
    // Once without counting, because code that is used for the first time costs more.
    InstructionMeasurement.pressCounted(EmptySubject(), 0, as: .outside)
    InstructionMeasurement.pressCounted(KnownSubject(), 0, as: .outside)
    for phase in Phase.allCases { press(in: phase, times: 1) }
    press(in: nil, times: 1)

    let phases = Phase.allCases.map { phase in
      part(RowPhase(phase).rawValue, .phase(phase)) { press(in: phase, times: keystrokes) }
    }
    return [
      part(OverheadPart.known.rawValue, .total) { press(KnownSubject()) },
      part(OverheadPart.total.rawValue, .total) { press(EmptySubject()) },
      // The rest of a keystroke without a phase, and of one with a phase in it, show the cost that an interval adds.
      part(OverheadPart.rest.rawValue, .phase(nil)) { press(in: nil, times: keystrokes) },
      part(OverheadPart.interruptedRest.rawValue, .phase(nil)) {
        press(in: .filter, times: keystrokes)
      },
    ] + phases
  }

  /// The counts that `body` leaves on an account.
  private static func part(
    _ name: String, _ account: PhaseCounter.Account, _ body: () -> Void
  ) -> CountedPart {
    PhaseCounter.reset()
    body()
    return CountedPart(name, keystrokes: keystrokes, account)
  }

  private static func press(_ subject: any MeasurableSubject) {
    for index in 0..<keystrokes {
      InstructionMeasurement.pressCounted(subject, index, as: .total)
    }
  }

  /// Presses empty keystrokes, each with the phase in it if there is one.
  private static func press(in phase: Phase?, times: Int) {
    let observer = CounterLedger().observer
    // The same object for both, so that the compiler keeps one reference, as it does around a strategy.
    let ledger = unsafeDowncast(observer, to: CounterLedger.self)
    let marker = PhaseMarker(observer: observer)
    for _ in 0..<times {
      ledger.begin(counts: true)
      if let phase { marker.measure(phase) {} }
      ledger.end()
    }
  }
}

private final class EmptySubject: MeasurableSubject {
  func press(_ index: Int) {}
  var updates: UpdateTotals? { nil }
}

private final class KnownSubject: MeasurableSubject {
  func press(_ index: Int) { Valgrind.knownWork() }
  var updates: UpdateTotals? { nil }
}
