import BenchmarkResults
import Instruments
import ReformatCore

extension InstructionPrice {
  /// So many empty keystrokes are in each dump.
  private static let keystrokes = 100

  /// Has callgrind dump what collecting itself costs: empty keystrokes, and phases with nothing in them.
  static func dumps() -> [CallgrindPart] {
    let empty = EmptySubject()
    let known = KnownSubject()
    let phases = Phase.allCases.map { phase in
      Empty(phase: phase, name: RowPhase(phase).rawValue, ledger: CallgrindLedger(phase))
    }
    // The rest of a keystroke without a phase, and of one with a phase in it, tell what an interval adds.
    let rests = [
      Empty(phase: nil, name: Name.rest, ledger: CallgrindLedger(nil)),
      Empty(phase: .filter, name: Name.interruptedRest, ledger: CallgrindLedger(nil)),
    ]
    // Once without looking: what is used for the first time costs more.
    for subject in [empty, known] as [any MeasurableSubject] {
      InstructionMeasurement.pressCollected(subject, 0)
    }
    for empty in phases + rests { empty.play(1) }
    Callgrind.zero()
    return [
      whole(Name.known, known), whole(Name.total, empty),
    ] + (phases + rests).map { $0.dump() }
  }

  /// The names of dumps that are of no phase alone.
  enum Name {
    static let known = "known"
    static let total = "total"
    static let rest = "rest"
    static let interruptedRest = "interrupted rest"
  }

  private static func whole(_ name: String, _ subject: any MeasurableSubject) -> CallgrindPart {
    for index in 0..<keystrokes { InstructionMeasurement.pressCollected(subject, index) }
    Callgrind.dump(name)
    return CallgrindPart(name: name, keystrokes: keystrokes, intervals: keystrokes)
  }

  /// Keystrokes that do nothing but enter a phase.
  private struct Empty {
    var phase: Phase?
    var name: String
    var ledger: CallgrindLedger

    func play(_ count: Int) {
      let marker = PhaseMarker(observer: ledger)
      for _ in 0..<count {
        ledger.begin(collects: true)
        if let phase { marker.measure(phase) {} }
        ledger.end()
      }
    }

    func dump() -> CallgrindPart {
      let before = ledger.intervals
      play(keystrokes)
      Callgrind.dump(name)
      return CallgrindPart(
        name: name, keystrokes: keystrokes, intervals: ledger.intervals - before)
    }
  }
}

private final class EmptySubject: MeasurableSubject {
  func press(_ index: Int) {}
  var updates: UpdateTotals? { nil }
}

private final class KnownSubject: MeasurableSubject {
  func press(_ index: Int) { Callgrind.knownWork() }
  var updates: UpdateTotals? { nil }
}
