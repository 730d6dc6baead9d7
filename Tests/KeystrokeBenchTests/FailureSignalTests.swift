import Foundation
import RunFixtures
import Testing

/// A run that is cut short by a signal, to itself or to its worker.
@Suite(.needsLiveShim)
struct FailureSignalTests {
  private let folder: TemporaryFolder
  private let program = BuiltProgram.keystrokeBench
  /// Four cells, whose timing would take half a minute.
  private static let run = [
    "run", "--strategy", "unformatted,format-on-commit,delegate-filter,onchange-reformat",
    "--value", "int", "--locale", "fr_FR", "--length", "9", "--script", "type",
    "--milliseconds", "200", "--rounds", "40", "--out", "a",
  ]

  init() throws { folder = try TemporaryFolder() }

  /// Runs until the first times are on disk, does something, and returns what came of it.
  ///
  /// No worker may be left behind.
  private func cutShort(
    _ body: (RunningProgram, _ worker: pid_t) -> Void
  ) async throws -> BuiltProgram.Outcome {
    var workers: [pid_t] = []
    let samples = folder.path("a/samples.csv")
    let outcome = try await program.run(Self.run, in: folder.path) { program in
      try await program.wait(until: "times are written") {
        (try? String(contentsOfFile: samples, encoding: .utf8))?.contains(",time,clock,") == true
      }
      try await program.wait(until: "a worker runs") {
        workers = program.children
        return workers.count == 1
      }
      body(program, workers[0])
    }
    // Without its conductor a worker finds the end of its input when its cell is done.
    let deadline = ContinuousClock.now + .seconds(10)
    while workers.contains(where: RunningProgram.isAlive), ContinuousClock.now < deadline {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(!workers.contains(where: RunningProgram.isAlive), "a worker was left behind")
    return outcome
  }

  /// Expects whole rows, counts of all four cells, some times, and a run that can be compared.
  private func expectReadable(status: String) async throws -> RunOnDisk {
    let run = try RunOnDisk(folder.path("a"))
    #expect(run.status == status)
    #expect(run.cells.count == 4)
    #expect(run.rows.contains { $0["metric"] == "time" })
    #expect(run.rows.contains { $0["metric"] == "allocations" })
    let compared = try await program.run(["compare", "a", "a"], in: folder.path)
    #expect(compared.status == 0, "\(compared.error)")
    #expect(compared.output.contains("is \(status), not finished"))
    return run
  }

  @Test("The worker is killed: 2, what was lost is said, the rest can be compared")
  func workerKilled() async throws {
    let outcome = try await cutShort { _, worker in kill(worker, SIGKILL) }
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    // A round's worker may be met before it has greeted.
    let said =
      /error: KeystrokeBenchmarks died \(signal 9\) (?:while it measured \S+|before it greeted); (lost: .*)\n/
    let match = try #require(outcome.error.wholeMatch(of: said), "\(outcome.error)")
    let run = try await expectReadable(status: "failed")
    #expect(run.lost == String(match.1))
    #expect(match.1.contains(/the counts of 0 of 4 cells, [1-9][0-9]* of 160 timings/))
  }

  @Test(
    "Ctrl-C: 130, what was lost is said, and --resume completes the run",
    arguments: [true, false])
  func interrupted(_ isTerminal: Bool) async throws {
    let outcome = try await cutShort { program, _ in
      // A terminal signals all that runs in the foreground; kill(1) only the program.
      if isTerminal { program.sendToGroup(SIGINT) } else { program.send(SIGINT) }
    }
    #expect(outcome.status == 130)
    #expect(outcome.output == "")
    #expect(outcome.error.hasPrefix("interrupted; what was measured is kept in a; lost: "))
    #expect(outcome.error.count { $0 == "\n" } == 1)
    let cut = try await expectReadable(status: "interrupted")
    #expect(outcome.error.contains(try #require(cut.lost)))
  }

  @Test("SIGTERM: 143, and the run is kept")
  func terminated() async throws {
    let outcome = try await cutShort { program, _ in program.send(SIGTERM) }
    #expect(outcome.status == 143)
    #expect(outcome.error.hasPrefix("interrupted; what was measured is kept in a; lost: "))
    _ = try await expectReadable(status: "interrupted")
  }

  @Test("The program itself is killed: whole rows, a readable run, no worker left behind")
  func killed() async throws {
    let outcome = try await cutShort { program, _ in program.send(SIGKILL) }
    #expect(outcome.status == -Int(SIGKILL))
    _ = try await expectReadable(status: "running")
  }

  @Test("An interrupted run is completed by --resume as if nothing had been")
  func resumed() async throws {
    let run = Self.run.map { $0 == "40" ? "16" : $0 }
    // A shell looks on, since other tests may keep this one waiting until the run is over.
    let outcome = try await program.run(
      run,
      script: """
        "$0" "$@" & run=$!
        until grep -q ,time,clock, a/samples.csv; do sleep 0.05; done 2>/dev/null
        kill -INT $run
        wait $run
        """,
      in: folder.path)
    #expect(outcome.status == 130)
    let cut = try RunOnDisk(folder.path("a"))
    let resumed = try await program.run(["run", "--resume", "a"], in: folder.path)
    #expect(resumed.status == 0, "\(resumed.error)")
    let whole = try RunOnDisk(folder.path("a"))
    #expect(whole.status == "finished")
    // The last cell may have been cut in the middle of its rows, so it is measured again.
    let last = try #require(cut.rows.last)
    let kept = cut.rows.prefix { $0.cell != last.cell || $0["round"] != last["round"] }
    #expect(kept.count >= cut.exact.count)
    #expect(whole.rows.prefix(kept.count).map(\.fields) == kept.map(\.fields))
    #expect(whole.exact == cut.exact)
    for cell in whole.cells {
      let rounds = whole.rows.filter {
        $0.cell == cell && $0["phase"] == "total" && $0["metric"] == "time"
      }
      #expect(rounds.map { $0["round"] }.sorted() == (1...16).map(String.init).sorted(), "\(cell)")
    }
  }

  @Test("A worker killed while it counts: 2, and the counts that are lost are said")
  func killedWhileCounting() async throws {
    let worker = try BuiltProgram("HarnessNoise").path
    // It passes three requests on, and is gone with the fourth.
    let feed = "for n in 1 2 3; do read -r line && printf '%s\\n' \"$line\"; done; kill -KILL $$"
    try folder.write("#!/bin/sh\n{ \(feed); } | '\(worker)'\n", to: "worker")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path("worker"))
    let outcome = try await program.run(
      [
        "run", "--worker", folder.path("worker"), "--strategy", "empty,spin-*,malloc-1x64",
        "--rounds", "1", "--milliseconds", "1", "--no-allocations", "--out", "a",
      ], in: folder.path)
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.error.contains("error: worker died (signal 9) while it measured "))
    let run = try RunOnDisk(folder.path("a"))
    #expect(run.status == "failed")
    let lost = try #require(run.lost)
    #expect(outcome.error.contains(lost))
    #expect(!lost.contains("the counts of 0 of"))
  }
}
