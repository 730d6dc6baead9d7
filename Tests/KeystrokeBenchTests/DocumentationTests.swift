import Foundation
import RunFixtures
import Testing

/// Tests that the commands on the pages work.
@Suite("The documentation")
struct DocumentationTests {
  private static let pages = [
    "README.md", "docs/getting-started.md", "docs/in-ci.md", "docs/reading-figures.md",
    "docs/strategies.md", "docs/verdicts.md",
  ]
  /// The pages about other packages, which name cells of their examples: `OwnFieldTests` and test_your_own_field.py
  /// measure those.
  private static let elsewhere = [
    "Examples/CardField/README.md", "docs/peers.md", "docs/your-own-field.md",
  ]
  private static let program = BuiltProgram.keystrokeBench

  /// The subcommands that launch a worker.
  private static let launching: Set<Substring> = [
    "check", "doctor", "list", "profile", "replay", "run", "verify",
  ]

  /// Runs a command line in an empty folder, with a worker that does not exist.
  ///
  /// So the command line is parsed and checked completely, and the command ends before it measures anything. With
  /// --help, wrong options would pass.
  private static func tried(_ line: String) async throws -> BuiltProgram.Outcome {
    let name = line.prefix { $0 != " " }
    let worker = launching.contains(name) ? " --worker ./not-there" : ""
    let folder = try TemporaryFolder()
    return try await program.run(
      [], script: "\"$0\" \(name)\(worker)\(line.dropFirst(name.count))", in: folder.path)
  }

  @Test("Each command about other packages is accepted", arguments: elsewhere)
  func commands(page: String) async throws {
    let lines = try DocumentedCommands(page).lines
    #expect(lines.count >= 2, "\(lines)")
    for line in lines {
      let outcome = try await Self.tried(line)
      // Status 2: the command line is correct, but its files do not exist; 1 if a folder in /tmp exists by chance.
      #expect((0...2).contains(outcome.status), "keystroke-bench \(line): \(outcome.error)")
    }
  }

  /// Runs each page in a separate place, since many commands use the results of earlier commands.
  @Test("Each command works, one after the other", .needsLiveShim)
  func works() async throws {
    let place = try await DocumentedPlace(.own)
    try await withThrowingTaskGroup { group in
      for page in Self.pages {
        group.addTask { try await tried(page: page, in: place.copy()) }
      }
      try await group.waitForAll()
    }
  }

  @Test(
    "Each command about other packages works, with the example", .needsLiveShim,
    .needsExample("CardFieldBenchmarks"))
  func worksElsewhere() async throws {
    try await tried(page: "Examples/CardField/README.md", in: DocumentedPlace(.card))
  }

  private func tried(page: String, in place: DocumentedPlace) async throws {
    for line in try DocumentedCommands(page).lines {
      let outcome = try await place.run(line)
      if line.contains(" cpu") && outcome.error.contains("perf") {
        // Some machines have no perf, forbid it to look at processes, or have no counters.
        #expect(outcome.status == 2)
        continue
      }
      // The status of doctor depends on this machine.
      #expect(
        outcome.status == 0
          // So does the bound that a short comparison reaches.
          || outcome.status == 1 && (line == "doctor" || line.contains("--require-within")),
        "\(page): keystroke-bench \(line): \(outcome.output) \(outcome.error)")
      for name in DocumentedPlace.outputs(line.replacing("/tmp/", with: "")) {
        let isThere = [name, "\(name)-candidate"].contains {
          FileManager.default.fileExists(atPath: place.folder.path($0))
        }
        #expect(isThere, "\(page): keystroke-bench \(line) left no \(name)")
      }
    }
  }
}
