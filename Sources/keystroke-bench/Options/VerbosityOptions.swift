import ArgumentParser
import Synchronization

/// How much is said on standard error while one waits.
enum Verbosity: Int, Sendable {
  /// Errors alone.
  case quiet
  /// How far the work is, and notes.
  case usual
  /// Every step, on a line of its own.
  case verbose

  private static let chosen = Atomic<Int>(Verbosity.usual.rawValue)

  /// What was asked for.
  static var present: Verbosity {
    get { Verbosity(rawValue: chosen.load(ordering: .relaxed)) ?? .usual }
    set { chosen.store(newValue.rawValue, ordering: .relaxed) }
  }
}

/// How much is said on standard error.
struct VerbosityOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Say nothing on standard error but errors.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Say every step on standard error.")
  var verbose = false

  func validate() throws {
    if quiet && verbose { throw ValidationError("-q and -v contradict each other; give one.") }
  }

  /// Heeds them from now on.
  func apply() { Verbosity.present = quiet ? .quiet : verbose ? .verbose : .usual }
}
