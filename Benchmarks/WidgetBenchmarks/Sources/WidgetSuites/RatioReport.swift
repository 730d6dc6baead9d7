import BenchmarkModel
import BenchmarkWorker
import Glibc
import ReformatCore

/// What a keystroke costs in each strategy, the strategies in turns of one session each.
///
/// Times of separate runs, and of cells that are minutes apart in one run, move with the machine. Here all strategies meet
/// the same machine within some milliseconds, so that the ratio of two of them holds when its times do not.
package struct RatioReport {
  private static let locales = ["en_US", "fr_FR", "ar_EG"]
  private static let lengths = [3, 9, 15]
  /// A keystroke without a screen is too short for a clock that the kernel reads.
  private static let headlessFields = 16

  /// One strategy at one place, ready to be typed into.
  fileprivate struct Contestant {
    var cell: Cell
    var sessions: [any MeasurableSession]
    /// How many fields each session is typed into at once.
    var fields: Int
    /// How many sessions make a turn: short ones need company.
    var sessionsATurn: Int { max(1, 12 / cell.length) }
  }

  private let places: [[Contestant]]

  /// Gets all strategies ready, in all locales and lengths through the input method, and at one place through the other hosts.
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

  /// Types so many sessions into each, and prints a line of CSV for each of them.
  ///
  /// The first keystroke of a field is left out, as in the rows of a run.
  package func type(turns: Int) {
    print("strategy,value,locale,length,script,turn,cpu_microseconds,microseconds")
    for turn in 0..<Self.warmUpTurns + turns {
      for place in places {
        // Nobody has the same neighbour before it each time.
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

  /// In the first six turns of a process a keystroke without a screen takes up to twice what it takes from then on.
  private static let warmUpTurns = 8

  /// A step that meets each of `count` places once, another from turn to turn.
  private func stride(_ turn: Int, _ count: Int) -> Int {
    let steps = (1..<max(2, count)).filter { greatestCommonDivisor($0, count) == 1 }
    return steps[turn / count % steps.count]
  }

  private func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
    b == 0 ? a : greatestCommonDivisor(b, a % b)
  }
}

extension RatioReport.Contestant {
  /// What a keystroke of a turn takes: of this thread's processor time, and on the wall.
  fileprivate func microseconds(_ turn: Int) -> (cpu: Double, elapsed: Double) {
    var cpu = 0.0
    var elapsed = 0.0
    var keystrokes = 0
    for number in turn * sessionsATurn..<(turn + 1) * sessionsATurn {
      let session = sessions[number % sessions.count]
      let subjects = (0..<fields).map { _ in session.makeSubject(phases: PhaseMarker()) }
      for subject in subjects { subject.press(0) }
      cpu -= now(CLOCK_THREAD_CPUTIME_ID)
      elapsed -= now(CLOCK_MONOTONIC)
      for index in 1..<session.keystrokeCount {
        for subject in subjects { subject.press(index) }
      }
      elapsed += now(CLOCK_MONOTONIC)
      cpu += now(CLOCK_THREAD_CPUTIME_ID)
      keystrokes += (session.keystrokeCount - 1) * fields
    }
    return (cpu / Double(keystrokes), elapsed / Double(keystrokes))
  }

  /// A clock in microseconds.
  private func now(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) * 1e-3
  }
}
