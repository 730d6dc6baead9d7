import CCallgrindMarks
import Glibc

/// What a process under callgrind asks of it.
package enum Callgrind {
  /// How many instructions ``knownWork()`` executes beside call and return.
  package static let knownInstructions = Int(KEYSTROKE_CALLGRIND_KNOWN_INSTRUCTIONS)

  /// Why instructions cannot be counted in this process, with the hint; nil where they may be.
  ///
  /// Under another tool of valgrind nothing is dumped, and the reader of the dumps finds out.
  package static var problem: String? {
    if !keystroke_callgrind_is_compiled_in() {
      return
        "instructions are not counted: this program was built without valgrind's headers; run scripts/bootstrap, then build anew"
    }
    return keystroke_callgrind_is_under_valgrind()
      ? nil : "instructions are not counted: this process does not run under valgrind"
  }

  /// Has callgrind look at this process from now on, where it was not asked to from the beginning.
  package static func start() { keystroke_callgrind_start() }

  /// Forgets what was collected.
  package static func zero() { keystroke_callgrind_zero() }

  /// Starts collecting, or stops it.
  @inline(__always)
  package static func toggle() { keystroke_callgrind_toggle() }

  /// Writes what was collected since the last dump, under a name.
  package static func dump(_ name: String) { keystroke_callgrind_dump(name) }

  /// Executes ``knownInstructions`` instructions.
  package static func knownWork() { keystroke_callgrind_known_work() }
}

/// A child that goes on from where this process stands.
///
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
