import BenchmarkResults
import Foundation
import RunFixtures
import Testing

/// Tests of `keystroke-bench ab` over commits, as a user runs it.
@Suite("ab", .needsLiveShim)
struct ABTests {
  private let program = BuiltProgram.keystrokeBench
  /// As many rounds as it takes to be sure, however busy the machine is.
  private static let quick = ["--budget", "600s", "--rounds", "24"]

  @Test(
    "A commit against itself: built once, exit 0, and compare gives the two runs the same verdict")
  func same() async throws {
    let repository = try await PlantedRepository()
    let outcome = try await program.run(
      ["ab", "HEAD", "main", "--out", "pair"] + repository.options + Self.quick,
      in: repository.folder.path)
    #expect(outcome.status == 0, "\(outcome.output) \(outcome.error)")
    #expect(outcome.output.hasPrefix("PASS"))
    #expect(outcome.error.contains("building HEAD"))
    #expect(repository.builds == 1)
    #expect(try await repository.leftovers() == [])

    let run = try RunOnDisk(repository.folder.path("pair-baseline"))
    #expect(run.status == "finished")
    #expect(run.rows.contains { $0["metric"] == "time" })
    let compared = try await program.run(
      ["compare", "pair-baseline", "pair-candidate"], in: repository.folder.path)
    #expect(compared.output == outcome.output)
    #expect(compared.status == 0)

    let again = try await program.run(
      ["ab", "HEAD", "--out", "again", "--no-time"] + repository.options,
      in: repository.folder.path)
    #expect(again.status == 0, "\(again.output) \(again.error)")
    #expect(repository.builds == 1)
  }

  @Test("A busy loop in one phase of one strategy: exit 1, and the first line names both")
  func planted() async throws {
    let repository = try await PlantedRepository()
    try await repository.commit(plant: "busyLoop")
    let outcome = try await program.run(
      ["ab", "HEAD~1", "HEAD"] + repository.options + Self.quick,
      in: repository.folder.path)
    #expect(outcome.status == 1, "\(outcome.output) \(outcome.error)")
    let first = try #require(outcome.output.split(separator: "\n").first)
    #expect(first.hasPrefix("FAIL: planted/int/en_US/5/type format +"), "\(first)")
    #expect(!outcome.output.contains("steady/int/en_US/5/type format +"))
    #expect(try await repository.leftovers() == [])
  }

  @Test("Two system calls in one phase are counted, and fail")
  func systemCalls() async throws {
    let repository = try await PlantedRepository()
    try await repository.commit(plant: "systemCalls")
    let outcome = try await program.run(
      ["ab", "HEAD~1", "HEAD", "--no-time", "--format", "json"] + repository.options
        + ["--instructions", "valgrind"], in: repository.folder.path)
    #expect(outcome.status == 1, "\(outcome.output) \(outcome.error)")
    struct Document: Decodable {
      struct Entry: Decodable {
        var cell: String
        var metric: String?
        var fails: Bool
        var baseline: Double?
        var candidate: Double?
      }
      var entries: [Entry]
    }
    let document = try JSONDecoder().decode(Document.self, from: Data(outcome.output.utf8))
    let entry = try #require(
      document.entries.first { $0.metric == "system_calls" && $0.fails })
    #expect(entry.cell == "planted/int/en_US/5/type")
    // Four of the five keystrokes after the first type a digit, the fifth is Return.
    #expect(try #require(entry.candidate) - #require(entry.baseline) == 1.6)
  }

  /// A file of kept counts: a digest, and what it is of.
  private struct KeptFile {
    let path: String

    var text: String {
      get throws { try String(contentsOfFile: path, encoding: .utf8) }
    }

    /// Writes other counts with a digest that fits them, or with the one of before.
    func write(_ content: String, fits: Bool) throws {
      let lines = try text.split(separator: "\n", maxSplits: 1)
      let digest = fits ? SHA256.digest(of: [UInt8](content.utf8)) : String(lines[0])
      try "\(digest)\n\(content)".write(toFile: path, atomically: true, encoding: .utf8)
    }

    var content: String {
      get throws { String(try text.split(separator: "\n", maxSplits: 1)[1]) }
    }
  }

  @Test("Counts are kept with their program, and read only with their digest and dependencies")
  func keptCounts() async throws {
    let repository = try await PlantedRepository()
    try await repository.commit(plant: "instructions")
    func compare(_ name: String, _ more: String...) async throws -> [String] {
      let outcome = try await program.run(
        ["ab", "HEAD~1", "HEAD", "--out", "pair-\(name)"] + repository.options
          + ["--instructions", "valgrind", "--allocations", "--no-time"] + more,
        in: repository.folder.path)
      #expect(outcome.status == 1, "\(outcome.error)")
      return outcome.output.split(separator: "\n").filter { $0.contains(" instructions ") }.map(
        String.init)
    }
    func files(_ name: String) throws -> [KeptFile] {
      let counted = repository.folder.path(".build/ab/counted")
      return try FileManager.default.contentsOfDirectory(atPath: counted).map {
        KeptFile(path: "\(counted)/\($0)/\(name)")
      }
    }
    let counted = try await compare("counted")
    #expect(counted.count > 1)
    let kept = try files("instructions.json")
    let samples = try files("samples.json")
    try #require(kept.count == 2 && samples.count == 2)
    let before = try (kept + samples).map { try $0.text }
    // One of both sides executes the plant, which orders the cells.
    #expect(try kept.count { try $0.content.contains("planted_fifty_instructions") } == 1)
    // Lowered figures, and the counts of the other side, whose dependencies name another program.
    for file in kept {
      let content = try file.content
      try file.write(content.replacing("instructions", with: "system_calls"), fits: false)
    }
    #expect(try await compare("lowered") == counted)
    #expect(try (kept + samples).map { try $0.text } == before)
    try kept[1].write(kept[0].content, fits: true)
    try samples[0].write("{", fits: true)
    #expect(try await compare("exchanged") == counted)
    #expect(try (kept + samples).map { try $0.text } == before)
    // With its digest and its dependencies a file is read: these counts lack every row.
    for file in kept {
      let content = try file.content
      let rows = try #require(content.firstRange(of: #""counts":{"#)).upperBound
      let end = try #require(content.firstRange(of: #"},"dependencies""#)).lowerBound
      let cells = ["planted", "steady"].map { #""\#($0)/int/en_US/5/type":[]"# }
      try file.write(
        content[..<rows] + cells.joined(separator: ",") + content[end...], fits: true)
    }
    let outcome = try await program.run(
      ["ab", "HEAD~1", "HEAD", "--no-time", "--out", "pair-read"] + repository.options
        + ["--instructions", "valgrind"], in: repository.folder.path)
    #expect(!outcome.output.contains(" instructions "), "\(outcome.output)")
    #expect(try await compare("recount", "--recount") == counted)
    #expect(try (kept + samples).map { try $0.text } == before)
  }

  @Test("The work tree is measured with its changes and new files, and is not modified")
  func workTree() async throws {
    let repository = try await PlantedRepository()
    try repository.folder.write("busyLoop\n", to: "plant")
    try repository.folder.write("new\n", to: "notes")
    let before = try await repository.git("status", "--porcelain")
    let index = FileManager.default.contents(atPath: repository.folder.path(".git/index"))
    let outcome = try await program.run(
      ["ab", "HEAD", ".", "--out", "pair", "--no-time"] + repository.options,
      in: repository.folder.path)
    #expect(outcome.status == 0, "\(outcome.output) \(outcome.error)")
    #expect(repository.builds == 2)
    #expect(
      try RunOnDisk(repository.folder.path("pair-candidate")).fact("source.dirty") as? Bool == true)
    #expect(
      FileManager.default.contents(atPath: repository.folder.path(".git/index")) == index)
    let after = try await repository.git("status", "--porcelain")
    #expect(before.split(separator: "\n").allSatisfy { after.contains($0) }, "\(after)")
    #expect(try repository.folder.text("plant") == "busyLoop\n")
  }

  @Test(
    "A commit that does not build, or builds nothing: 125, naming it and the cause; nothing left")
  func broken() async throws {
    let repository = try await PlantedRepository()
    try repository.folder.write(
      "echo 'main.c:1: error: no such thing' >&2; exit 3\n", to: "build.sh")
    try await repository.commit(plant: "broken")
    let failed = try await program.run(
      ["ab", "HEAD~1", "HEAD"] + repository.options, in: repository.folder.path)
    #expect(failed.status == 125)
    #expect(
      failed.error.contains("error: HEAD does not build: main.c:1: error: no such thing;"),
      "\(failed.error)")
    #expect(try await repository.leftovers() == [])

    try repository.folder.write("true\n", to: "build.sh")
    try await repository.commit(plant: "empty")
    let empty = try await program.run(
      ["ab", "HEAD~2", "HEAD"] + repository.options, in: repository.folder.path)
    #expect(empty.status == 125)
    #expect(empty.error.contains("produced no executable out/PlantedBenchmarks"), "\(empty.error)")
    #expect(try await repository.leftovers() == [])
  }

  @Test("A submodule that is not there stays empty, and a message says so")
  func submodules() async throws {
    let repository = try await PlantedRepository()
    try repository.folder.write(
      "[submodule \"a\"]\n\tpath = deps/a\n\turl = ../a\n", to: ".gitmodules")
    try repository.folder.write("test -e deps/a/file || exit 3\n", to: "build.sh")
    let head = try await repository.git("rev-parse", "HEAD").trimmingCharacters(in: .newlines)
    try await repository.git("update-index", "--add", "--cacheinfo", "160000,\(head),deps/a")
    try FileManager.default.createDirectory(
      atPath: repository.folder.path("deps/a"), withIntermediateDirectories: true)
    try await repository.commit(plant: "submodule")
    let outcome = try await program.run(
      ["ab", "HEAD", "HEAD"] + repository.options, in: repository.folder.path)
    #expect(outcome.status == 125)
    let words =
      "its submodules (deps/a) are left empty, since the work tree does not have their commits; git submodule update --init fetches them"
    #expect(outcome.error.contains("note: HEAD: \(words)\n"), "\(outcome.error)")
    #expect(outcome.error.contains("does not build: no reason given; all of it is in "))
    #expect(outcome.error.hasSuffix("\(words)\n"))
    // A command that fills them, or tries to, is not told so.
    let fills = try await program.run(
      ["ab", "HEAD", "HEAD"]
        + repository.options.map {
          $0 == "sh build.sh" ? "git submodule update; sh build.sh" : $0
        }, in: repository.folder.path)
    #expect(fills.status == 125)
    #expect(!fills.error.contains("left empty"), "\(fills.error)")
  }

  @Test("A commit of an older protocol: 2, naming the commit")
  func old() async throws {
    let repository = try await PlantedRepository()
    let script = try repository.folder.text("build.sh")
    try repository.folder.write(
      """
      mkdir -p out
      cat >out/PlantedBenchmarks <<'END'
      #!/bin/sh
      echo '{"keystrokeBenchProtocol":1,"suite":"Planted","configuration":"release"}'
      cat >/dev/null
      END
      chmod +x out/PlantedBenchmarks

      """, to: "build.sh")
    try await repository.commit(plant: "old")
    try repository.folder.write(script, to: "build.sh")
    try await repository.commit(plant: "nothing")
    let id = try await repository.git("rev-parse", "--short=10", "HEAD~1")
      .trimmingCharacters(in: .whitespacesAndNewlines)
    let outcome = try await program.run(
      ["ab", "HEAD~1", "HEAD"] + repository.options, in: repository.folder.path)
    #expect(outcome.status == 2)
    #expect(outcome.error.contains("the baseline \(id) is too old"), "\(outcome.error)")
    #expect(try await repository.leftovers() == [])
  }

  @Test("Unknown names, and no repository: 2, with the hint")
  func names() async throws {
    let repository = try await PlantedRepository()
    let unknown = try await program.run(
      ["ab", "nowhere"] + repository.options, in: repository.folder.path)
    #expect(unknown.status == 2)
    #expect(unknown.error.contains("nowhere is not a commit, branch or tag"), "\(unknown.error)")
    let option = try await program.run(
      ["ab", "--", "--all"], in: repository.folder.path)
    #expect(option.status == 2)
    #expect(option.error.contains("--all is not a commit, branch or tag"), "\(option.error)")
    let outside = try TemporaryFolder()
    let none = try await program.run(["ab", "HEAD"], in: outside.path)
    #expect(none.status == 2)
    #expect(none.error.contains("is not in a git repository"), "\(none.error)")
    let mixed = try await program.run(
      ["ab", BuiltProgram("PlantedBenchmarks").path, "HEAD"], in: repository.folder.path)
    #expect(mixed.status == 2)
    #expect(mixed.error.contains("name two commits or two executables"), "\(mixed.error)")
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
