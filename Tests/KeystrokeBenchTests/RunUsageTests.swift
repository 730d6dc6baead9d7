import Foundation
import RunFixtures
import Testing

/// Tests common to all commands: help with working examples, and errors for wrong usage.
struct RunUsageTests {
  private let program = BuiltProgram.keystrokeBench

  private static let commands = [
    [], ["list"], ["run"], ["compare"], ["check"], ["doctor"], ["profile"], ["merge"], ["history"],
    ["report"],
    ["baseline"],
    ["baseline", "save"],
    ["baseline", "list"], ["baseline", "show"], ["baseline", "remove"],
  ]

  @Test(
    "Arguments that make no sense: 64, and the option is named",
    arguments: [
      (["run", "--rounds", "0"], "--rounds must be at least 1"),
      (["run", "--rounds", "many"], "--rounds"),
      (["run", "--cell-time", "0ms"], "--cell-time must be above 0"),
      (
        ["run", "--cell-time", "30"], "--cell-time needs a unit, as in --cell-time 30ms, 30s or 30m"
      ),
      (["ab", "HEAD", "--budget", "60"], "--budget needs a unit, as in --budget 60ms, 60s"),
      (["profile", "a/int/en_US/9/type", "--for", "3"], "--for needs a unit"),
      (["ab", "HEAD", "--require-within", "3"], "1 % is 0.01 or 1%"),
      (["ab", "HEAD", "--require-within", "100%"], "must be a share below 1"),
      (["list", "--strategy", "!"], "--strategy has an empty pattern"),
      (["report", "a", "--format", "gobench", "--metric", "ti,"], "--metric"),
      (["report", "a", "--format", "junit", "--metric", "time"], "junit shows all"),
      (["run", "--seed", "-1"], "--seed"), (["run", "--out", ""], "--out is empty"),
      (["run", "--format", "xml"], "--format"), (["run", "--bogus"], "--bogus"),
      (["list", "--length", "nine"], "--length nine matches no length"),
      (["list", "--length", "9...3"], "--length 9...3 matches no length"),
      (["list", "--locale", "en_US,"], "--locale has an empty pattern"),
      (["list", "--suite", "a/b"], "give a path with --worker"),
      (["compare", "a"], "<candidate>"), (["check", "--results", ""], "--results is empty"),
      (["doctor", "--noise"], "--noise"), (["measure"], "measure"),
    ])
  func usage(_ arguments: [String], _ words: String) async throws {
    let folder = try TemporaryFolder()
    let outcome = try await program.run(arguments, in: folder.path)
    #expect(outcome.status == 64)
    #expect(outcome.output == "")
    #expect(outcome.error.hasPrefix("error: ") && outcome.error.contains(words), "\(outcome.error)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test("Every command has help with examples, and explains its options", arguments: commands)
  func help(_ command: [String]) async throws {
    let outcome = try await program.run(command + ["--help"])
    #expect(outcome.status == 0)
    #expect(outcome.error == "")
    #expect(!(try await examples(of: command)).isEmpty)
  }

  @Test("Every example of the help is on one line, and can be used unchanged", arguments: commands)
  func examples(_ command: [String]) async throws {
    let folder = try TemporaryFolder()
    for example in try await examples(of: command) {
      // A worker that ends at once replaces a minute of measuring.
      let needsWorker = ["run", "check", "doctor", "profile"].contains {
        example.contains("keystroke-bench \($0)")
      }
      let line = needsWorker ? "\(example) --worker /bin/true" : example
      let outcome = try await program.run(
        [], script: "PATH=\"$(dirname \"$0\"):$PATH\"; \(line)", in: folder.path)
      let isList = example.hasPrefix("keystroke-bench list") || example.contains("baseline list")
      #expect(outcome.status == (isList ? 0 : 2), "\(line): \(outcome.error)")
      #expect(!outcome.error.contains("Usage:"), "\(line): \(outcome.error)")
    }
  }

  @Test(
    "An error about a word of any length has at most 500 characters, with the word's beginning",
    arguments: [[], ["list", "--length"]])
  func longWords(command: [String]) async throws {
    let outcome = try await program.run(command + [String(repeating: "x", count: 900)])
    #expect(outcome.status == 64)
    let line = try #require(outcome.error.split(separator: "\n").first)
    #expect(line.hasPrefix("error: ") && line.contains("xxx") && line.count <= 500, "\(line)")
  }

  /// Returns the examples in the help of a command; help is wrapped at 80 columns.
  private func examples(of command: [String]) async throws -> [String] {
    let help = try await program.run(command + ["--help"]).output
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
    // The first paragraph is the overview; the commonest uses are the second.
    let second = try #require(lines.firstIndex(of: "").map { lines[($0 + 1)...] })
    #expect(second.first?.hasPrefix("Example") == true, "\(lines)")
    let more = lines.firstIndex(of: "More examples:").map { lines[$0...] } ?? []
    let examples = [second, more].flatMap { $0.dropFirst().prefix { !$0.isEmpty } }
    for line in examples { #expect(line.hasPrefix("  keystroke-bench "), "wrapped: \(line)") }
    return examples.map { $0.trimmingCharacters(in: .whitespaces) }
  }
}
