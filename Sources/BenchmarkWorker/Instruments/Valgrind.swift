import CInstruments
import Glibc
import ReformatCore

/// What a process under valgrind asks of its tool.
package enum Valgrind {
  /// How many instructions ``knownWork()`` executes beside call and return.
  package static let knownInstructions = Int(KEYSTROKE_VALGRIND_KNOWN_INSTRUCTIONS)

  /// Why nothing can be counted in this process, with the hint; nil where it runs under valgrind, whichever tool that is.
  package static var problem: String? {
    if !keystroke_valgrind_is_compiled_in() {
      return
        "instructions are not counted: this program was built without valgrind's headers; run scripts/bootstrap, then build anew"
    }
    return keystroke_valgrind_is_there()
      ? nil : "instructions are not counted: this process does not run under valgrind"
  }

  /// Executes ``knownInstructions`` instructions.
  package static func knownWork() { keystroke_valgrind_known_work() }
}

/// Requests to callgrind.
///
/// Under another tool nothing is dumped, and the reader of the dumps finds out.
package enum Callgrind {
  /// Has callgrind look at this process from now on, where it was not asked to from the beginning.
  package static func start() { keystroke_callgrind_start() }

  /// Forgets what was collected.
  package static func zero() { keystroke_callgrind_zero() }

  /// Starts collecting, or stops it.
  @inline(__always)
  package static func toggle() { keystroke_callgrind_toggle() }

  /// Writes what was collected since the last dump, under a name.
  package static func dump(_ name: String) { keystroke_callgrind_dump(name) }
}

/// Requests to the counter of this project, which keeps an account for each part of a keystroke.
package enum PhaseCounter {
  /// An account that executions are booked to.
  package struct Account: Equatable, Sendable {
    fileprivate let number: UInt64

    /// For what is not to be counted.
    package static let outside = Account(number: 0)
    /// For whole keystrokes.
    package static let total = Account(number: 1)
    /// For the first keystroke of each session.
    package static let first = Account(number: 2)

    /// For a phase of keystrokes, or for what no phase claims.
    package static func phase(_ phase: Phase?) -> Account {
      Account(number: 3 + UInt64(phase?.account ?? PhaseAccounts<Int>.rest))
    }
  }

  /// What was booked to an account.
  package struct Counts: Equatable, Sendable {
    /// How often the account was switched to.
    package let intervals: Int
    /// What was counted in them, in the order of the counter.
    package let counts: [Int]
  }

  /// Why this process cannot ask it; nil where it can.
  package static var problem: String? {
    Valgrind.problem
      ?? (keystroke_count_width() > 0
        ? nil : "instructions are not counted: this process runs under another tool of valgrind")
  }

  /// Forgets what was booked.
  package static func reset() { keystroke_count_reset() }

  /// Books all that this thread executes from now on to an account.
  @inline(__always)
  package static func book(to account: Account) { keystroke_count_switch(account.number) }

  /// What was booked to an account until the last switch.
  package static func counts(of account: Account) -> Counts {
    let counts = [UInt64](unsafeUninitializedCapacity: Int(keystroke_count_width())) {
      keystroke_count_read(account.number, $0.baseAddress)
      $1 = $0.count
    }
    return Counts(intervals: Int(counts.first ?? 0), counts: counts.dropFirst().map { Int($0) })
  }
}

/// A child that goes on from where this process stands.
package enum ForkedChild {
  /// Runs `body` in a child, and waits for its end.
  ///
  /// Of this process's threads the child has only the calling one, so this is for processes that have no other.
  /// The child never returns from here, and ends without the clean-up of a process that exits.
  ///
  /// - Returns: how the child ended, as of waitpid(2), or nil where there was none.
  package static func run(_ body: () -> Bool) -> CInt? {
    // Glibc's module hides fork from Swift, for programs of many threads.
    typealias Fork = @convention(c) () -> pid_t
    guard let address = dlsym(nil, "fork") else { return nil }
    let child = unsafeBitCast(address, to: Fork.self)()
    if child < 0 { return nil }
    if child == 0 { _exit(body() ? 0 : 1) }
    var status: CInt = 0
    while waitpid(child, &status, 0) < 0 {
      if errno != EINTR { return nil }
    }
    return status
  }
}
