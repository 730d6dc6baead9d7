import BenchmarkModel
import BenchmarkWorker
import Glibc
import ReformatCore

/// The cost of a keystroke in each strategy, measured in turns of one session each.
///
/// Times of separate runs, and of cells that are minutes apart in one run, vary with the machine. Here all strategies
/// are measured within some milliseconds, so that the ratio of two of them is stable even if the times are not.
package struct RatioReport {
  private static let locales = ["en_US", "fr_FR", "ar_EG"]
  private static let lengths = [3, 9, 15]
  /// A keystroke without a screen is too short for a clock that the kernel reads, so this many fields are typed into at
  /// once.
  private static let headlessFields = 16

  /// One strategy at one place, ready to be typed into.
  fileprivate struct Contestant {
    var cell: Cell
    var sessions: [any MeasurableSession]
    /// The number of fields that each session is typed into at once.
    var fields: Int
    /// The number of sessions in a turn; short sessions are grouped.
    var sessionsATurn: Int { max(1, 12 / cell.length) }
  }

  private let places: [[Contestant]]

  /// Prepares all strategies, in all locales and lengths through the input method, and at one place through the other
  /// hosts.
  package init(_ suite: WidgetSuite = WidgetSuite(), seed: UInt64 = 1) throws {
    let typed = Self.locales.flatMap { locale in Self.lengths.map { (locale, $0, "type") } }
    let others = ["xtest-type", "headless-type"].map { ("en_US", 9, $0) }
    places = try (typed + others).map { locale, length, script in
      try WidgetSuite.strategies.map { listed in
        let cell = Cell(
          strategy: listed.name, value: "int", locale: locale, length: length, script: script)
        return Contestant(
          cell: cell, sessions: try suite.sessions(of: cell, seed: seed),
          fields: script.hasPrefix("headless-") ? Self.headlessFields : 1)
      }
    }
  }

  /// Types this many sessions into each, and prints a line of CSV for each of them.
  ///
  /// The first keystroke of a field is left out, as in the rows of a run.
  package func type(turns: Int) {
    print("strategy,value,locale,length,script,turn,cpu_microseconds,microseconds")
    for turn in 0..<Self.warmUpTurns + turns {
      for place in places {
        // Each strategy follows another one in each turn.
        for index in place.indices {
          let contestant = place[(index * stride(turn, place.count) + turn) % place.count]
          let (cpu, elapsed) = contestant.microseconds(turn)
          guard turn >= Self.warmUpTurns else { continue }
          let cell = contestant.cell
          print(
            "\(cell.strategy),\(cell.value),\(cell.locale),\(cell.length),\(cell.script),\(turn - Self.warmUpTurns),\(cpu),\(elapsed)"
          )
        }
      }
    }
  }

  /// The number of turns before measuring: in the first six turns of a process a keystroke without a screen takes up to
  /// twice as long as later.
  private static let warmUpTurns = 8

  /// A step width that visits each of `count` places once, and changes from turn to turn.
  private func stride(_ turn: Int, _ count: Int) -> Int {
    let steps = (1..<max(2, count)).filter { greatestCommonDivisor($0, count) == 1 }
    return steps[turn / count % steps.count]
  }

  private func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
    b == 0 ? a : greatestCommonDivisor(b, a % b)
  }
}

extension RatioReport.Contestant {
  /// The cost of a keystroke in a turn: this thread's processor time, and wall-clock time.
  fileprivate func microseconds(_ turn: Int) -> (cpu: Double, elapsed: Double) {
    var cpu = 0.0
    var elapsed = 0.0
    var keystrokes = 0
    for number in turn * sessionsATurn..<(turn + 1) * sessionsATurn {
      let session = sessions[number % sessions.count]
      let subjects = (0..<fields).map { _ in session.makeSubject(phases: PhaseMarker()) }
      for subject in subjects {
        subject.prepare(0)
        subject.press(0)
      }
      cpu -= now(CLOCK_THREAD_CPUTIME_ID)
      elapsed -= now(CLOCK_MONOTONIC)
      for index in 1..<session.keystrokeCount {
        for subject in subjects {
          subject.prepare(index)
          subject.press(index)
        }
      }
      elapsed += now(CLOCK_MONOTONIC)
      cpu += now(CLOCK_THREAD_CPUTIME_ID)
      keystrokes += (session.keystrokeCount - 1) * fields
    }
    return (cpu / Double(keystrokes), elapsed / Double(keystrokes))
  }

  /// Reads a clock in microseconds.
  private func now(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) * 1e-3
  }
}
