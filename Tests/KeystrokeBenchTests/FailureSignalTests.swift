import Foundation
import RunFixtures
import Testing

/// Tests of a run that a signal interrupts, sent to the program or to its worker.
@Suite(.needsLiveShim)
struct FailureSignalTests {
  private let folder: TemporaryFolder
  private let program = BuiltProgram.keystrokeBench
  /// Options for four cells, whose timing would take half a minute.
  private static let run = [
    "run", "--strategy", "unformatted,format-on-commit,delegate-filter,onchange-reformat",
    "--value", "int", "--locale", "fr_FR", "--length", "9", "--script", "type",
    "--cell-time", "200ms", "--rounds", "40", "--out", "a",
  ]

  init() throws { folder = try TemporaryFolder() }

  /// Runs until the first times are on disk, executes a shell command, and returns the outcome.
  ///
  /// The shell knows the program and its worker as `$program` and `$worker`, and may also wait for a condition on both.
  /// No worker may be left behind.
  private func cutShort(_ action: String, once condition: String = "true") async throws
    -> BuiltProgram.Outcome
  {
    let outcome = try await program.run(
      Self.run, in: folder.path,
      once: """
        grep -q ,time,clock, a/samples.csv && worker=$(pgrep --parent $program) && \(condition)
        """,
      then: "echo $worker >worker; \(action)")
    let worker = try #require(
      pid_t(
        String(contentsOfFile: folder.path("worker"), encoding: .utf8).trimmingCharacters(
          in: .newlines)))
    // Without its conductor a worker reaches the end of its input when its cell is done.
    try await BuiltProgram.waitForEnd { [worker] }
    #expect(!BuiltProgram.isAlive(worker), "a worker was left behind")
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

  @Test("The worker is killed: 2, the lost rows are reported, the rest can be compared")
  func workerKilled() async throws {
    // Each round has a new worker. A stopped worker cannot end by itself before it is killed.
    let outcome = try await cutShort(
      "kill -KILL $worker",
      once: "kill -STOP $worker && sleep 0.05 && grep -q '^State:.T' /proc/$worker/status")
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    // The worker of a round may be killed before it has greeted.
    let said =
      /error: KeystrokeBenchmarks died \(signal 9\) (?:while it measured \S+|before it greeted); (lost: .*)\n/
    let match = try #require(outcome.error.wholeMatch(of: said), "\(outcome.error)")
    let run = try await expectReadable(status: "failed")
    #expect(run.lost == String(match.1))
    #expect(match.1.contains(/the counts of 0 of 4 cells, [1-9][0-9]* of 160 timings/))
  }

  @Test("Ctrl-C: 130, and the lost rows are reported", arguments: [true, false])
  func interrupted(_ isTerminal: Bool) async throws {
    let outcome = try await cutShort(
      // A terminal signals the whole foreground group; kill(1) signals only the program.
      isTerminal ? "kill -INT -- -$program" : "kill -INT $program")
    #expect(outcome.status == 130)
    #expect(outcome.output == "")
    #expect(outcome.error.hasPrefix("interrupted; what was measured is kept in a; lost: "))
    #expect(outcome.error.count { $0 == "\n" } == 1)
    let cut = try await expectReadable(status: "interrupted")
    #expect(outcome.error.contains(try #require(cut.lost)))
  }

  @Test("SIGTERM: 143, and the run is kept")
  func terminated() async throws {
    let outcome = try await cutShort("kill -TERM $program")
    #expect(outcome.status == 143)
    #expect(outcome.error.hasPrefix("interrupted; what was measured is kept in a; lost: "))
    _ = try await expectReadable(status: "interrupted")
  }

  @Test("The program itself is killed: whole rows, a readable run, no worker left behind")
  func killed() async throws {
    let outcome = try await cutShort("kill -KILL $program")
    #expect(outcome.status == 128 + Int(SIGKILL))
    _ = try await expectReadable(status: "running")
  }

  @Test("A second run into the folder of a live one is refused, and the error names its process")
  func live() async throws {
    let outcome = try await cutShort(
      """
      "$0" \(Self.run.joined(separator: " ")) --instructions none >out 2>error; echo $? >status
      echo $program >process; kill -INT $program
      """)
    #expect(outcome.status == 130, "\(outcome.error)")
    #expect(try folder.text("status") == "2\n")
    let process = try folder.text("process").trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(
      try folder.text("error").hasPrefix("error: a is being measured by process \(process)"))
    #expect(try await expectReadable(status: "interrupted").rows.count > 0)
    #expect(!FileManager.default.fileExists(atPath: folder.path("a/run.lock")))
  }

  @Test("A worker killed while it counts: 2, and the lost counts are reported")
  func killedWhileCounting() async throws {
    let worker = try BuiltProgram("HarnessNoise").path
    // It passes three requests to the real worker, and kills itself instead of passing the fourth.
    let feed = "for n in 1 2 3; do read -r line && printf '%s\\n' \"$line\"; done; kill -KILL $$"
    try folder.write("#!/bin/sh\n{ \(feed); } | '\(worker)'\n", to: "worker")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path("worker"))
    let outcome = try await program.run(
      [
        "run", "--worker", folder.path("worker"), "--strategy", "empty,spin-1,malloc-*,format-*",
        "--rounds", "1", "--cell-time", "1ms", "--no-allocations", "--out", "a",
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
