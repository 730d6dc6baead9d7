import ArgumentParser
import Synchronization

/// The amount of output on standard error during the work.
enum Verbosity: Int, Sendable {
  /// Only errors.
  case quiet
  /// Progress and notes.
  case usual
  /// Every step, on a line of its own.
  case verbose

  private static let chosen = Atomic<Int>(Verbosity.usual.rawValue)

  /// The chosen amount.
  static var present: Verbosity {
    get { Verbosity(rawValue: chosen.load(ordering: .relaxed)) ?? .usual }
    set { chosen.store(newValue.rawValue, ordering: .relaxed) }
  }
}

/// The options for the amount of output on standard error.
struct VerbosityOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Say nothing on standard error but errors.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Say every step on standard error.")
  var verbose = false

  func validate() throws {
    if quiet && verbose { throw ValidationError("-q and -v contradict each other; give one.") }
  }

  /// Applies the options from now on.
  func apply() { Verbosity.present = quiet ? .quiet : verbose ? .verbose : .usual }
}
