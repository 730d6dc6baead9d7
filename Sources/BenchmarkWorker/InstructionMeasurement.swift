import Instruments
import ReformatCore
import WorkerProtocol

/// Has callgrind dump what the keystrokes of a cell cost, a dump a phase.
///
/// Each dump is of a replay of its own, since callgrind collects for one account at a time.
struct InstructionMeasurement {
  let sessions: [any MeasurableSession]

  /// Replays before counting, beside the one that finds the phases: caches of Foundation and ICU fill, and the heap settles.
  private static let warmUpTurns = 2

  /// Plays every session so often.
  func warmUp() {
    for _ in 0..<Self.warmUpTurns { replay(PhaseMarker()) { $0.press($1) } }
  }

  /// The dumps of the whole keystroke, of the first one, of each phase that occurs, and of the rest.
  func dumps() -> [CallgrindPart] {
    warmUp()
    let entered = enteredPhases()
    Callgrind.start()
    Callgrind.zero()
    var parts = [total(), first()]
    parts += entered.map { phase(RowPhase($0), ledger: CallgrindLedger($0)) }
    if !entered.isEmpty { parts.append(phase(.rest, ledger: CallgrindLedger(nil))) }
    return parts
  }

  private func enteredPhases() -> [Phase] {
    let ledger = EntryLedger()
    replay(PhaseMarker(observer: ledger)) { $0.press($1) }
    return Phase.allCases.filter { ledger.entered[$0.account] }
  }

  private func total() -> CallgrindPart {
    replay(PhaseMarker()) { subject, index in
      if index > 0 { Self.pressCollected(subject, index) } else { subject.press(index) }
    }
    return dump(.total, keystrokes: laterKeystrokes, intervals: laterKeystrokes)
  }

  private func first() -> CallgrindPart {
    for session in sessions where session.keystrokeCount > 0 {
      Self.pressCollected(session.makeSubject(phases: PhaseMarker()), 0)
    }
    let firsts = sessions.count { $0.keystrokeCount > 0 }
    return dump(.first, keystrokes: firsts, intervals: firsts)
  }

  private func phase(_ phase: RowPhase, ledger: CallgrindLedger) -> CallgrindPart {
    replay(PhaseMarker(observer: ledger)) { subject, index in
      ledger.begin(collects: index > 0)
      subject.press(index)
      ledger.end()
    }
    return dump(phase, keystrokes: laterKeystrokes, intervals: ledger.intervals)
  }

  private func dump(_ phase: RowPhase, keystrokes: Int, intervals: Int) -> CallgrindPart {
    Callgrind.dump(phase.rawValue)
    return CallgrindPart(name: phase.rawValue, keystrokes: keystrokes, intervals: intervals)
  }

  private var laterKeystrokes: Int {
    sessions.reduce(0) { $0 + max(0, $1.keystrokeCount - 1) }
  }

  private func replay(_ phases: PhaseMarker, keystroke: (any MeasurableSubject, Int) -> Void) {
    for session in sessions {
      let subject = session.makeSubject(phases: phases)
      for index in 0..<session.keystrokeCount { keystroke(subject, index) }
    }
  }

  /// In a function of its own, so that what it adds is the same for every subject.
  @inline(never)
  static func pressCollected(_ subject: any MeasurableSubject, _ index: Int) {
    Callgrind.toggle()
    subject.press(index)
    Callgrind.toggle()
  }
}

/// Tells which phases occur after the first keystroke of a session, or during it.
private final class EntryLedger: PhaseObserver {
  private(set) var entered = [Bool](repeating: false, count: PhaseAccounts<Int>.count)
  private var current: Phase?

  func switchPhase(to phase: Phase?) -> Phase? {
    defer { current = phase }
    if let phase { entered[phase.account] = true }
    return current
  }
}
