import Foundation
import RunFixtures
import Testing

/// Tests that an interrupted comparison leaves no worktree, no process and no change behind.
@Suite(.needsLiveShim)
struct ABInterruptionTests {
  private let program = BuiltProgram.keystrokeBench

  /// Returns the processes whose command line contains a path.
  private func processes(with path: String) -> [pid_t: String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.reduce(into: [:]) { found, name in
      guard let process = pid_t(name), BuiltProgram.isAlive(process),
        let data = FileManager.default.contents(atPath: "/proc/\(name)/cmdline")
      else { return }
      let line = String(decoding: data, as: UTF8.self).replacing("\0", with: " ")
      if line.contains(path) { found[process] = line }
    }
  }

  private func expectNothingLeft(_ repository: PlantedRepository) async throws {
    // A process that was told to end may need a moment.
    try await BuiltProgram.waitForEnd { processes(with: repository.folder.path).keys.sorted() }
    #expect(processes(with: repository.folder.path) == [:])
    #expect(try await repository.leftovers() == [])
  }

  @Test("An interruption while a commit is built: 130")
  func building() async throws {
    let repository = try await PlantedRepository()
    let marker = repository.folder.path(".git/started")
    try repository.folder.write(
      "touch '\(marker)'; sh -c 'sleep 300; echo \(repository.folder.path)'\n", to: "build.sh")
    try await repository.commit(plant: "slow")
    let outcome = try await program.run(
      ["ab", "HEAD", "HEAD"] + repository.options, in: repository.folder.path,
      // A terminal would signal the build, too.
      once: "test -e '\(marker)'", then: "kill -INT $program")
    #expect(outcome.status == 130, "\(outcome.error)")
    #expect(outcome.error.contains("interrupted before anything was measured"))
    try await expectNothingLeft(repository)
  }

  @Test("A failed build ends the processes it started; so does a build whose ab is killed")
  func buildLeavesNothing() async throws {
    let repository = try await PlantedRepository()
    let leaves = "sh -c 'trap \"\" TERM; sleep 3000; echo \(repository.folder.path)' &"
    try repository.folder.write("\(leaves)\nexit 3\n", to: "build.sh")
    try await repository.commit(plant: "fails")
    let failed = try await program.run(
      ["ab", "HEAD", "HEAD"] + repository.options, in: repository.folder.path)
    #expect(failed.status == 125)
    #expect(failed.error.contains("HEAD does not build"), "\(failed.error)")
    #expect(processes(with: repository.folder.path) == [:])
    #expect(try await repository.leftovers() == [])

    let marker = repository.folder.path(".git/started")
    try repository.folder.write("\(leaves)\ntouch '\(marker)'; wait\n", to: "build.sh")
    try await repository.commit(plant: "slow")
    let killed = try await program.run(
      ["ab", "HEAD", "HEAD"] + repository.options, in: repository.folder.path,
      once: "test -e '\(marker)'", then: "kill -KILL $program")
    #expect(killed.status == 128 + Int(SIGKILL))
    try await BuiltProgram.waitForEnd { processes(with: repository.folder.path).keys.sorted() }
    #expect(processes(with: repository.folder.path) == [:])
    // The next comparison removes the checkout, also if it builds nothing.
    for _ in 1...2 {
      #expect(repository.leftFolders != [])
      _ = try await program.run(
        ["ab", "HEAD~2", "HEAD~2", "--no-time"] + repository.options, in: repository.folder.path)
      #expect(repository.builds == 1)
      #expect(try await repository.leftovers() == [])
      try repository.folder.write("", to: ".build/ab/tree/left")
    }
  }

  /// Starts a comparison, and runs a shell command once its first rounds are on disk.
  private func cutShort(
    _ repository: PlantedRepository, _ action: String
  ) async throws -> BuiltProgram.Outcome {
    try await program.run(
      ["ab", "HEAD", "HEAD", "--out", "pair", "--budget", "100s"] + repository.options,
      in: repository.folder.path,
      // Between two rounds no worker runs for a moment.
      once: "grep -q ,time,clock, pair-candidate/samples.csv && pgrep --parent $program",
      then: action)
  }

  @Test("Ctrl-C while rounds are measured: 130, and both runs are readable")
  func measuring() async throws {
    let repository = try await PlantedRepository()
    let outcome = try await cutShort(repository, "kill -INT -- -$program")
    #expect(outcome.status == 130, "\(outcome.error)")
    #expect(outcome.error.contains("kept in pair-baseline and pair-candidate"), "\(outcome.error)")
    for side in ["baseline", "candidate"] {
      #expect(try RunOnDisk(repository.folder.path("pair-\(side)")).status == "interrupted")
    }
    let compared = try await program.run(
      ["compare", "pair-baseline", "pair-candidate"], in: repository.folder.path)
    #expect([0, 1].contains(compared.status), "\(compared.error)")
    try await expectNothingLeft(repository)
  }

  @Test(
    "A killed worker: 2, naming its side, and both runs are readable",
    arguments: [("a", "baseline"), ("b", "candidate")])
  func killed(_ folder: String, _ side: String) async throws {
    let repository = try await PlantedRepository()
    // Killing a worker that has already answered does no harm, so repeat it until the program has ended.
    let outcome = try await cutShort(
      repository,
      """
      while kill -0 $program; do
        workers=$(pgrep --exact --parent $program worker)
        # Only while both are there: a death of one is then noticed in the other's place.
        [ $(echo $workers | wc -w) = 2 ] && for worker in $workers; do
          case $(readlink /proc/$worker/exe) in */\(folder)/worker) kill -KILL $worker ;; esac
        done
        sleep 0.02
      done
      """)
    #expect(outcome.status == 2, "\(outcome.error)")
    #expect(outcome.error.contains("the \(side)'s worker died (signal 9)"), "\(outcome.error)")
    for side in ["baseline", "candidate"] {
      #expect(try RunOnDisk(repository.folder.path("pair-\(side)")).status == "failed")
    }
    try await expectNothingLeft(repository)
  }
}
