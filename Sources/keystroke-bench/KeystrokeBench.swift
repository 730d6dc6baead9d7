import ArgumentParser
import BenchmarkConductor
import BenchmarkReport

/// The command line.
@main
struct KeystrokeBench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keystroke-bench",
    abstract: "Measures text fields that reformat a number while it is typed.",
    discussion: """
      Examples:
        keystroke-bench run
        keystroke-bench check
        keystroke-bench compare main results/runs/today

      Exit status: 0 fine; 1 a gate failed; 2 the work could not be done; 64 usage; \
      130 interrupted.
      """,
    version: Version.present,
    groupedSubcommands: [
      CommandGroup(
        name: "Measure", subcommands: [RunCommand.self, ProfileCommand.self, ListCommand.self]),
      CommandGroup(
        name: "Decide",
        subcommands: [
          CheckCommand.self, ABCommand.self, CompareCommand.self, NoiseCommand.self,
          BaselineCommand.self,
        ]),
      CommandGroup(
        name: "Correctness",
        subcommands: [VerifyCommand.self, HuntCommand.self, ReplayCommand.self]),
      CommandGroup(
        name: "Show and keep",
        subcommands: [
          ReportCommand.self, HistoryCommand.self, MergeCommand.self, DoctorCommand.self,
          InitCommand.self,
        ]),
    ])

  /// Runs the command that the arguments name; every error ends in ``ExitStatus/report(_:)``.
  static func main() async {
    StandardStreams.prepare()
    Screen.width = StandardStreams.width
    TemporaryPlace.sweep()
    do {
      var command = try parseAsRoot()
      try StartRoom.checkFiles()
      if var command = command as? any AsyncParsableCommand {
        try StartRoom.checkThreads()
        try await command.run()
      } else {
        try command.run()
      }
      ExitStatus.fine.exit()
    } catch {
      ExitStatus.report(error).exit()
    }
  }
}

/// The version of the program, as in tags and the change log.
enum Version {
  static let present = "0.1.0"
}
