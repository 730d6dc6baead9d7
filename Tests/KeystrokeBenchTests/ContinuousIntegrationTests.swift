import Foundation
import RunFixtures
import Testing

/// Tests of `docs/ci/keystroke-ci`, which the workflows call, in a repository with real commits.
@Suite(.needsLiveShim)
struct ContinuousIntegrationTests {
  private let program = BuiltProgram.keystrokeBench
  private let results = "keystroke-ci-results"

  /// Runs the script as a CI service does: in the folder of the checkout.
  private func ci(
    _ arguments: [String], in repository: PlantedRepository
  ) async throws -> BuiltProgram.Outcome {
    let script = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../docs/ci/keystroke-ci").standardizedFileURL.path()
    return try await program.run(
      [script] + arguments, script: "KEYSTROKE_BENCH=\"$0\" exec \"$@\"",
      in: repository.folder.path)
  }

  private func exists(_ name: String, _ repository: PlantedRepository) -> Bool {
    FileManager.default.fileExists(atPath: repository.folder.path("\(results)/\(name)"))
  }

  /// Options for a quick measurement of the planted worker in `out`.
  private let quick = [
    "--worker", "out/PlantedBenchmarks", "--instructions", "none", "--rounds", "2",
    "--cell-time", "2ms",
  ]

  /// Builds the current work tree.
  private func build(_ repository: PlantedRepository) async throws {
    let outcome = try await program.run([], script: "sh build.sh", in: repository.folder.path)
    try #require(outcome.status == 0, "\(outcome.error)")
  }

  @Test("A pull request that allocates more than its merge base: 1, with all reports; a push, too")
  func pullRequestAndNotice() async throws {
    let repository = try await PlantedRepository()
    try await repository.git("branch", "base")
    try await repository.commit(plant: "allocation")
    let options = repository.options + ["--allocations", "--no-time"]
    let outcome = try await ci(["pull-request", "base"] + options, in: repository)
    #expect(outcome.status == 1, "\(outcome.error)")
    #expect(outcome.output.hasPrefix("FAIL: planted/int/en_US/5/type format allocations +"))
    let summary = try repository.folder.text("\(results)/summary.md")
    #expect(summary.contains("planted/int/en\\_US/5/type format allocations +"), "\(summary)")
    #expect(exists("report.html", repository))
    #expect(try repository.folder.text("\(results)/junit.xml").contains("<failure"))
    #expect(!exists("notice.md", repository))

    // A notice is written if a second measurement confirms the first.
    try FileManager.default.removeItem(atPath: repository.folder.path(results))
    let worse = try await ci(["notice", "base"] + options, in: repository)
    #expect(worse.status == 1, "\(worse.error)")
    let notice = try repository.folder.text("\(results)/notice.md")
    #expect(notice.hasPrefix("<!-- keystroke-bench: Planted -->\n**FAIL: planted/"), "\(notice)")
    #expect(exists("run-candidate", repository) && exists("confirm-candidate", repository))
    try FileManager.default.removeItem(atPath: repository.folder.path(results))
    let same = try await ci(["notice", "HEAD"] + options, in: repository)
    #expect(same.status == 0, "\(same.output) \(same.error)")
    #expect(!exists("notice.md", repository) && !exists("confirm-candidate", repository))
    #expect(repository.builds == 2)
  }

  @Test("The main branch: each run joins the history")
  func mainBranch() async throws {
    let repository = try await PlantedRepository()
    try await build(repository)
    for _ in 1...2 {
      let outcome = try await ci(["main"] + quick, in: repository)
      #expect(outcome.status == 0, "\(outcome.error)")
      #expect(try repository.folder.text("\(results)/history.md").contains("|"))
      #expect(exists("report.html", repository))
      try FileManager.default.removeItem(atPath: repository.folder.path(results))
      // The names of runs differ by the second of their start.
      try await Task.sleep(for: .seconds(1))
    }
    let runs = try FileManager.default.contentsOfDirectory(
      atPath: repository.folder.path("keystroke-history"))
    #expect(runs.count == 2)
  }

  @Test(
    "A release: 0 if it equals the baseline, 1 if it allocates more, or if that is not measured")
  func release() async throws {
    let repository = try await PlantedRepository()
    try await build(repository)
    for arguments in [
      ["run", "--out", "release"] + quick, ["baseline", "save", "release", "last"],
    ] {
      let outcome = try await program.run(arguments, in: repository.folder.path)
      try #require(outcome.status == 0, "\(outcome.error)")
    }
    let same = try await ci(["release", "last"] + quick, in: repository)
    #expect(same.status == 0, "\(same.output) \(same.error)")
    try FileManager.default.removeItem(atPath: repository.folder.path(results))
    let open = try await ci(["release", "last", "--no-allocations"] + quick, in: repository)
    #expect(open.status == 1, "\(open.output) \(open.error)")
    let junit = try repository.folder.text("\(results)/junit.xml")
    #expect(junit.contains("<failure"), "\(junit)")
    try FileManager.default.removeItem(atPath: repository.folder.path(results))

    try repository.folder.write("allocation\n", to: "plant")
    try await build(repository)
    let worse = try await ci(["release", "last"] + quick, in: repository)
    #expect(worse.status == 1, "\(worse.output) \(worse.error)")
    #expect(try repository.folder.text("\(results)/summary.md").contains("allocations"))
  }

  @Test("Impossible commands print the reason: 2, or 64 for wrong usage")
  func errors() async throws {
    let repository = try await PlantedRepository()
    let unknown = try await ci(["nightly"], in: repository)
    #expect(unknown.status == 64)
    #expect(unknown.error.contains("unknown: nightly (known: pull-request BASE, "))
    #expect(try await ci([], in: repository).status == 64)
    #expect(try await ci(["pull-request"], in: repository).status == 64)

    let lost = try await ci(["pull-request", "nowhere"], in: repository)
    #expect(lost.status == 2)
    #expect(lost.error.contains("no common commit with nowhere"))
    let again = try await ci(["main"] + quick, in: repository)
    #expect(again.status == 2)
    #expect(again.error.contains("keystroke-ci-results is already there"))
  }
}
