import BenchmarkResults
import Foundation
import RunFixtures
import Testing

/// Tests of `keystroke-bench ab` over commits, as a user runs it.
@Suite("ab", .needsLiveShim)
struct ABTests {
  private let program = BuiltProgram.keystrokeBench
  /// As many rounds as it takes to be sure, however busy the machine is.
  private static let quick = ["--budget", "600s", "--rounds", "40"]

  @Test(
    "A busy loop in one phase of one strategy: exit 1, the first line names both, and compare agrees"
  )
  func planted() async throws {
    let repository = try await PlantedRepository()
    try await repository.commit(plant: "busyLoop")
    let outcome = try await program.run(
      ["ab", "HEAD~1", "HEAD", "--out", "pair"] + repository.options + Self.quick,
      in: repository.folder.path)
    #expect(outcome.status == 1, "\(outcome.output) \(outcome.error)")
    let first = try #require(outcome.output.split(separator: "\n").first)
    #expect(first.hasPrefix("FAIL: planted/int/en_US/5/type format +"), "\(first)")
    #expect(!outcome.output.contains("steady/int/en_US/5/type format +"))
    #expect(outcome.error.contains("building HEAD"))
    #expect(try await repository.leftovers() == [])

    let run = try RunOnDisk(repository.folder.path("pair-baseline"))
    #expect(run.status == "finished")
    #expect(run.rows.contains { $0["metric"] == "time" })
    let pair = ["compare", "pair-baseline", "pair-candidate"]
    let compared = try await program.run(pair, in: repository.folder.path)
    #expect(compared.status == 1 && compared.output == outcome.output)
    let steady = try await program.run(
      pair + ["--strategy", "steady"], in: repository.folder.path)
    #expect(steady.status == 0 && steady.output.hasPrefix("PASS"), "\(steady.output)")
  }

  @Test("Two system calls in one phase are counted, and fail; counts are kept with their program")
  func counts() async throws {
    let repository = try await PlantedRepository()
    try await repository.commit(plant: "systemCalls")
    struct Document: Decodable {
      struct Entry: Decodable, Equatable {
        var cell: String?
        var metric: String?
        var fails: Bool
        var baseline: Double?
        var candidate: Double?
      }
      var entries: [Entry]
    }
    /// Returns what is said of metrics that valgrind counts.
    func compare(_ options: String...) async throws -> [Document.Entry] {
      let outcome = try await program.run(
        ["ab", "HEAD~1", "HEAD", "--no-time", "--format", "json"] + repository.options
          + ["--instructions", "valgrind"] + options, in: repository.folder.path)
      let document = try JSONDecoder().decode(Document.self, from: Data(outcome.output.utf8))
      #expect(outcome.status == (document.entries.contains(where: \.fails) ? 1 : 0))
      return document.entries.filter {
        ["instructions", "system_calls"].contains($0.metric)
      }
    }
    let counted = try await compare()
    let entry = try #require(counted.first { $0.metric == "system_calls" && $0.fails })
    #expect(entry.cell == "planted/int/en_US/5/type")
    // Four of the five keystrokes after the first type a digit, the fifth is Return.
    #expect(try #require(entry.candidate) - #require(entry.baseline) == 1.6)

    let programs = repository.folder.path(".build/ab/counted")
    let files = try FileManager.default.contentsOfDirectory(atPath: programs).map {
      ".build/ab/counted/\($0)/instructions.json"
    }
    let kept = try files.map(repository.folder.text)
    // One of both sides executes the plant, which orders the cells.
    try #require(kept.count == 2)
    #expect(kept.count { $0.contains("planted_two_system_calls") } == 1)
    // With a digest that fits, a file is read: these counts lack every row.
    for (file, text) in zip(files, kept) {
      let content = try #require(text.split(separator: "\n").last)
      let rows = try #require(content.firstRange(of: #""counts":{"#)).upperBound
      let end = try #require(content.firstRange(of: #"},"dependencies""#)).lowerBound
      let cells = ["planted", "steady"].map { #""\#($0)/int/en_US/5/type":[]"# }
      let forged = content[..<rows] + cells.joined(separator: ",") + content[end...]
      try repository.folder.write(
        "\(SHA256.digest(of: [UInt8](forged.utf8)))\n\(forged)", to: file)
    }
    #expect(try await compare() == [])
    #expect(try await compare("--recount") == counted)
    #expect(try files.map(repository.folder.text) == kept)
  }

  @Test(
    "Arguments that make no sense: 64",
    arguments: [
      ["ab", "HEAD", "--budget", "0"], ["ab", "HEAD", "--budget", "25h"],
      ["ab", "HEAD", "--budget", "2 minutes"], ["ab", "HEAD", "--rounds", "0"],
      ["ab", "HEAD", "--build", "make"], ["ab", "HEAD", "--worker", "x"],
      ["ab", "HEAD", "--no-time", "--require-within", "3%"],
      ["ab"], ["noise", "--from", "a"],
      ["noise", "--comparisons", "0"], ["noise", "--rounds", "0"],
    ])
  func usage(_ arguments: [String]) async throws {
    #expect(try await program.run(arguments).status == 64)
  }

  @Test("With one processor both sides take turns, whatever is asked for, and remarks say so")
  func oneProcessor() async throws {
    let folder = try TemporaryFolder()
    let worker = try BuiltProgram("PlantedBenchmarks").path
    let outcome = try await program.run(
      ["ab", worker, worker, "--rounds", "2", "--at-once", "--jobs", "3", "--out", "pair"],
      script: """
        allowed=$(taskset --cpu-list --pid $$) && allowed=${allowed##* }
        exec taskset --cpu-list "${allowed%%[,-]*}" "$0" "$@"
        """, in: folder.path)
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(outcome.error.contains("note: both sides take turns: --at-once needs two processors"))
    #expect(
      outcome.error.contains(
        "note: 1 pair of processes side by side, not 3: each takes a processor\n"))
    let run = try RunReader.read(folder.path("pair-baseline"))
    #expect(run.metadata.paired?.processors?.map(\.count) == [1])
  }

  @Test("noise: alarms and detectable changes, of a build against itself; nothing is left behind")
  func noise() async throws {
    let folder = try TemporaryFolder()
    let worker = try BuiltProgram("PlantedBenchmarks").path
    let outcome = try await program.run(
      ["noise", "--worker", worker, "--rounds", "12", "--comparisons", "10"], in: folder.path)
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(outcome.output.contains(/[0-9]+ of 10 comparisons raised an alarm/))
    #expect(outcome.output.contains("drawn from 60 that were measured"))
    #expect(outcome.output.contains("total "))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    try RunFixture().write(to: folder.path("a"))
    let strangers = try await program.run(["noise", "--from", "a", "a"], in: folder.path)
    #expect(strangers.status == 2)
    #expect(strangers.error.contains("not the baseline and the candidate"), "\(strangers.error)")
  }
}
