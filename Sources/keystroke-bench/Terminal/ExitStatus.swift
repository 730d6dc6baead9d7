import ArgumentParser
import BenchmarkConductor
import BenchmarkModel
import BenchmarkReport
import BenchmarkResults
import Glibc

/// The exit status of the program; only here does an error become a status and a line.
enum ExitStatus: Int32 {
  /// All is well.
  case fine = 0
  /// A gate failed.
  case gateFailed = 1
  /// The work could not be done.
  case failed = 2
  /// The arguments are invalid.
  case usage = 64
  /// A commit does not build; `git bisect run` takes this status for a commit to skip.
  case unbuilt = 125
  /// Ctrl-C ended the work: 128 plus the number of SIGINT, as in shells.
  case interrupted = 130
  /// The reader of the results has gone: 128 and the number of SIGPIPE, by which most programs end then.
  case unread = 141
  /// SIGTERM ended the work.
  case terminated = 143

  /// The status of a signal that ended the work.
  init(ofSignal signal: CInt) { self = signal == SIGTERM ? .terminated : .interrupted }

  /// Says what went wrong, on one line of standard error, and returns the status for it.
  static func report(_ error: any Error) -> ExitStatus {
    if error is GateFailure { return .gateFailed }
    if let code = error as? ExitCode { return ExitStatus(rawValue: code.rawValue) ?? .failed }
    if (error as? OutputError)?.hasNoReader == true { return .unread }
    if let unbuilt = error as? UnbuiltCommit {
      StandardStreams.complain(line: "error: \(unbuilt)")
      return .unbuilt
    }
    if let interrupted = error as? Interrupted {
      StandardStreams.complain(line: "\(interrupted)")
      return ExitStatus(ofSignal: interrupted.signal)
    }
    switch KeystrokeBench.exitCode(for: error) {
    case .success:
      // A request for help or the version arrives as an error, too.
      do {
        try StandardOutput.write(KeystrokeBench.fullMessage(for: error) + "\n")
        return .fine
      } catch {
        return report(error)
      }
    case .validationFailure:
      // The message repeats the user's text, which may be a name from a file; the usage below it is ours.
      let message = KeystrokeBench.message(for: error)
      let shown = ShownText.line(message, limit: lineLimit)
      let full = KeystrokeBench.fullMessage(for: error)
      var text = message.isEmpty ? full : full.replacing(message, with: shown)
      // The parser capitalises the word, while all other errors here do not.
      if text.hasPrefix("Error: ") { text = "error: " + text.dropFirst(7) }
      if message.hasPrefix("Unexpected argument"),
        CommandLine.arguments.dropFirst().first.map(choosing.contains) == true
      {
        text = text.replacing(
          shown,
          with: shown
            + "; cells are chosen by options: --strategy, --value, --locale, --length, --script",
          maxReplacements: 1)
      }
      if let problem = unknownCommand {
        text =
          "error: \(problem)\n" + text.split(separator: "\n").dropFirst().joined(separator: "\n")
      }
      StandardStreams.complain(text + "\n")
      return .usage
    default:
      StandardStreams.complain(line: "error: \(words(error))")
      return .failed
    }
  }

  /// Ends the program.
  func exit() -> Never {
    OrphanedProcesses.end(all: true)
    TemporaryPlace.remove()
    Glibc.exit(rawValue)
  }

  /// The commands that take the options that choose cells, and no names.
  private static let choosing: Set = ["list", "run", "verify", "check"]

  /// The maximum length of a line of an error after the word "error: ".
  private static let lineLimit = ShownText.errorLimit - "error: ".count

  /// The message about a first word that is not a command; nil if it is one, or an option.
  private static var unknownCommand: String? {
    let names = KeystrokeBench.configuration.groupedSubcommands.flatMap(\.subcommands).compactMap {
      $0.configuration.commandName
    }
    guard let word = CommandLine.arguments.dropFirst().first, !word.hasPrefix("-"),
      !(names + ["help"]).contains(word)
    else { return nil }
    let hint = Suggestion.words(for: word, among: names)
    return ShownText.line(
      "there is no command \(word)" + (hint.isEmpty ? "" : "; \(hint)"),
      limit: lineLimit)
  }

  private static func words(_ error: any Error) -> String {
    var words = SystemProblem.words(error)
    while words.last?.isNewline == true { words.removeLast() }
    return words
  }
}
