import Instruments
import ReformatCore
import WorkerProtocol

/// What a worker under callgrind does so that the overhead of collecting can be told.
enum InstructionOverheadDumps {
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
      Empty(phase: nil, name: OverheadDump.rest.rawValue, ledger: CallgrindLedger(nil)),
      Empty(
        phase: .filter, name: OverheadDump.interruptedRest.rawValue, ledger: CallgrindLedger(nil)),
    ]
    // Once without looking: what is used for the first time costs more.
    for subject in [empty, known] as [any MeasurableSubject] {
      InstructionMeasurement.pressCollected(subject, 0)
    }
    for empty in phases + rests { empty.play(1) }
    Callgrind.zero()
    return [
      whole(.known, known), whole(.total, empty),
    ] + (phases + rests).map { $0.dump() }
  }

  private static func whole(_ name: OverheadDump, _ subject: any MeasurableSubject) -> CallgrindPart
  {
    for index in 0..<keystrokes { InstructionMeasurement.pressCollected(subject, index) }
    Callgrind.dump(name.rawValue)
    return CallgrindPart(
      name: name.rawValue, keystrokes: keystrokes, intervals: keystrokes)
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
