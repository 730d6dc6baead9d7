import BenchmarkModel
import ReformatCore

/// Measures the keystrokes of a cell with valgrind's tools: the counter counts the instructions of each part, callgrind
/// finds the functions that execute them.
struct InstructionMeasurement {
  let sessions: [any MeasurableSession]

  /// The number of replays before counting: they fill the caches of Foundation and ICU, and settle the heap.
  private static let warmUpTurns = 3

  /// Plays every session this many times.
  func warmUp() {
    for _ in 0..<Self.warmUpTurns { replay(PhaseMarker()) { $0.press($1) } }
  }

  /// Replays every session once.
  ///
  /// This does not use ``MeasurableSession/replay(_:atMost:press:)``: inlined here, that changes the code around a
  /// press by two instructions, and counts must stay equal to those of the baselines.
  private func replay(_ phases: PhaseMarker, keystroke: (any MeasurableSubject, Int) -> Void) {
    for session in sessions {
      let subject = session.makeSubject(phases: phases)
      for index in 0..<session.keystrokeCount {
        subject.prepare(index)
        keystroke(subject, index)
      }
    }
  }

  private var laterKeystrokes: Int {
    sessions.reduce(0) { $0 + max(0, $1.keystrokeCount - 1) }
  }

  private var firstKeystrokes: Int { sessions.count { $0.keystrokeCount > 0 } }
}

// MARK: - Amounts, by the counter

extension InstructionMeasurement {
  /// The instructions of the whole keystrokes, the first ones, each phase that occurs and the rest of them.
  ///
  /// It takes two replays, because whole keystrokes run without marks, as in an app.
  func counts() -> [CountedPart] {
    warmUp()
    PhaseCounter.reset()
    replay(PhaseMarker()) { Self.pressCounted($0, $1, as: $1 == 0 ? .first : .total) }
    let ledger = CounterLedger()
    replay(PhaseMarker(observer: ledger.observer)) { subject, index in
      ledger.begin(counts: index > 0)
      subject.press(index)
      ledger.end()
    }
    let whole = [
      CountedPart(.total, keystrokes: laterKeystrokes, .total),
      CountedPart(.first, keystrokes: firstKeystrokes, .first),
    ]
    let phases = Phase.allCases.map {
      CountedPart(RowPhase($0), keystrokes: laterKeystrokes, .phase($0))
    }.filter { $0.intervals > 0 }
    let rest = CountedPart(.rest, keystrokes: laterKeystrokes, .phase(nil))
    return whole + phases + (phases.isEmpty ? [] : [rest])
  }

  /// Presses a keystroke with the counter on; never inlined, so that it adds the same to every subject.
  @inline(never)
  static func pressCounted(
    _ subject: any MeasurableSubject, _ index: Int, as account: PhaseCounter.Account
  ) {
    PhaseCounter.count(in: account)
    subject.press(index)
    PhaseCounter.count(in: .outside)
  }
}

extension CountedPart {
  /// Makes a part of keystrokes of the counter's figures.
  init(_ phase: RowPhase, keystrokes: Int, _ account: PhaseCounter.Account) {
    self.init(phase.rawValue, keystrokes: keystrokes, account)
  }

  /// Makes the same part under another name.
  init(_ name: String, keystrokes: Int, _ account: PhaseCounter.Account) {
    let booked = PhaseCounter.counts(of: account)
    self.init(
      name: name, keystrokes: keystrokes, intervals: booked.intervals, counts: booked.counts)
  }
}

// MARK: - Functions, by callgrind

extension InstructionMeasurement {
  /// The dumps of the whole keystroke, of the first one, of each phase that occurs, and of the rest.
  ///
  /// Each needs a replay of its own, since callgrind collects for one account at a time.
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
    return dump(.total, keystrokes: laterKeystrokes)
  }

  private func first() -> CallgrindPart {
    for session in sessions where session.keystrokeCount > 0 {
      let subject = session.makeSubject(phases: PhaseMarker())
      subject.prepare(0)
      Self.pressCollected(subject, 0)
    }
    return dump(.first, keystrokes: firstKeystrokes)
  }

  private func phase(_ phase: RowPhase, ledger: CallgrindLedger) -> CallgrindPart {
    replay(PhaseMarker(observer: ledger)) { subject, index in
      ledger.begin(collects: index > 0)
      subject.press(index)
      ledger.end()
    }
    return dump(phase, keystrokes: laterKeystrokes)
  }

  private func dump(_ phase: RowPhase, keystrokes: Int) -> CallgrindPart {
    Callgrind.dump(phase.rawValue)
    return CallgrindPart(name: phase.rawValue, keystrokes: keystrokes)
  }

  /// Presses a keystroke with callgrind on; never inlined, so that it adds the same to every subject.
  @inline(never)
  private static func pressCollected(_ subject: any MeasurableSubject, _ index: Int) {
    Callgrind.toggle()
    subject.press(index)
    Callgrind.toggle()
  }
}

/// Records which phases occur.
private final class EntryLedger: PhaseObserver {
  private(set) var entered = [Bool](repeating: false, count: PhaseAccounts<Int>.count)
  private var current: Phase?

  func switchPhase(to phase: Phase?) -> Phase? {
    defer { current = phase }
    if let phase { entered[phase.account] = true }
    return current
  }
}
