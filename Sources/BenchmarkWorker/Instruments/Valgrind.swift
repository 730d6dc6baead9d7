import CInstruments
import Glibc
import ReformatCore

/// Requests of a process under valgrind to its tool.
package enum Valgrind {
  /// The number of instructions that ``knownWork()`` executes, apart from call and return.
  package static let knownInstructions = Int(KEYSTROKE_VALGRIND_KNOWN_INSTRUCTIONS)

  /// The reason why nothing can be counted in this process, with a hint; nil if it runs under any tool of valgrind.
  package static var problem: String? {
    if !keystroke_valgrind_is_compiled_in() {
      return
        "instructions are not counted: this program was built without valgrind's headers; apt-get install valgrind, then build anew"
    }
    return keystroke_valgrind_is_there()
      ? nil : "instructions are not counted: this process does not run under valgrind"
  }

  /// Executes ``knownInstructions`` instructions.
  package static func knownWork() { keystroke_valgrind_known_work() }
}

/// Requests to callgrind.
///
/// Under another tool nothing is dumped, and the reader of the dumps reports it.
package enum Callgrind {
  /// Starts callgrind's instrumentation of this process, if it is not on from the beginning.
  package static func start() { keystroke_callgrind_start() }

  /// Forgets the collected costs.
  package static func zero() { keystroke_callgrind_zero() }

  /// Starts or stops collecting.
  @inline(__always)
  package static func toggle() { keystroke_callgrind_toggle() }

  /// Writes the costs collected since the last dump, under a name.
  package static func dump(_ name: String) { keystroke_callgrind_dump(name) }
}

/// Requests to the counter of this project, which keeps an account for each part of a keystroke.
package enum PhaseCounter {
  /// An account in which executions are counted.
  package struct Account: Equatable, Sendable {
    fileprivate let number: UInt64

    /// The account of code that is not counted.
    package static let outside = Account(number: 0)
    /// The account of whole keystrokes.
    package static let total = Account(number: 1)
    /// The account of the first keystroke of each session.
    package static let first = Account(number: 2)

    /// The account of the making of a field.
    package static let setUp = Account(number: UInt64(KEYSTROKE_COUNT_ACCOUNTS) - 1)

    /// The account of a phase of keystrokes; nil for the time outside phases.
    package static func phase(_ phase: Phase?) -> Account {
      Account(number: 3 + UInt64(phase?.account ?? PhaseAccounts<Int>.rest))
    }
  }

  /// The counts of an account.
  package struct Counts: Equatable, Sendable {
    /// The number of times that the account was switched to.
    package let intervals: Int
    /// The counts in those intervals, in the order of the counter.
    package let counts: [Int]
  }

  /// The reason why this process cannot use the counter; nil if it can.
  package static var problem: String? {
    Valgrind.problem
      ?? (keystroke_count_width() > 0
        ? nil : "instructions are not counted: this process runs under another tool of valgrind")
  }

  /// Forgets all counts.
  package static func reset() { keystroke_count_reset() }

  /// Counts everything that this thread executes from now on in an account.
  @inline(__always)
  package static func count(in account: Account) { keystroke_count_switch(account.number) }

  /// The counts of an account until the last switch.
  package static func counts(of account: Account) -> Counts {
    let counts = [UInt64](unsafeUninitializedCapacity: Int(keystroke_count_width())) {
      keystroke_count_read(account.number, $0.baseAddress)
      $1 = $0.count
    }
    return Counts(intervals: Int(counts.first ?? 0), counts: counts.dropFirst().map { Int($0) })
  }

  /// Lets the counter list the program's functions on which the last counts depend, if its options say where: those that
  /// were executed since the last list, and those that only prepared for earlier ones.
  package static func listFunctions() { keystroke_count_functions() }
}

/// A child process that continues from the present state of this process.
package enum ForkedChild {
  /// Runs `body` in a child, and waits for its end.
  ///
  /// The child has only the calling thread of this process, so use this only in processes without other threads. The
  /// child never returns from here, and ends without the clean-up of a process that exits.
  ///
  /// - Returns: the child's status as in waitpid(2), or nil if it could not be forked.
  package static func run(_ body: () -> Bool) -> CInt? {
    // Glibc's module hides fork from Swift, because it is unsafe in programs with many threads.
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
