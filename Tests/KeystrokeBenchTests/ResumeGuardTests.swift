import Foundation
import RunFixtures
import Testing

/// Tests of the refusals of `run --resume`: programs named by a foreign run, and runs that another process writes.
@Suite(.needsLiveShim)
struct ResumeGuardTests {
  private let folder: TemporaryFolder
  private let program = BuiltProgram.keystrokeBench
  private static let cells = ["--strategy", "empty,malloc-1x64", "--no-time", "--out", "a"]

  init() throws { folder = try TemporaryFolder() }

  /// Changes a run so that it looks interrupted before its last cell.
  private func cutShort() throws {
    try folder.editJSON(of: "a/run.json") { run in
      run["status"] = "interrupted"
      run["files"] = nil
    }
    try folder.editLines(of: "a/samples.csv") { lines in
      lines.removeAll { $0.contains(",malloc-1x64,") }
    }
  }

  @Test("A worker named in a run is not launched unless the user names it again")
  func strangersWorker() async throws {
    let worker = folder.path("worker")
    try FileManager.default.copyItem(atPath: BuiltProgram("HarnessNoise").path, toPath: worker)
    let run = try await program.run(
      ["run", "--worker", "./worker"] + Self.cells, in: folder.path)
    try #require(run.status == 0, "\(run.error)")
    let whole = try RunOnDisk(folder.path("a")).exact
    try cutShort()
    try FileManager.default.moveItem(atPath: worker, toPath: "\(worker)-good")
    try folder.write("#!/bin/sh\ntouch launched\n", to: "worker")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: worker)

    let refused = try await program.run(["run", "--resume", "a"], in: folder.path)
    #expect(refused.status == 2 && refused.output == "")
    #expect(refused.error.hasPrefix("error: a says that its worker is \"/"), "\(refused.error)")
    #expect(refused.error.contains("/worker\", which is not of this build"))
    #expect(refused.error.contains("name it again with --worker"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("launched")))
    #expect(try RunOnDisk(folder.path("a")).status == "interrupted")

    let resumed = try await program.run(
      ["run", "--resume", "a", "--worker", "./worker-good"], in: folder.path)
    #expect(resumed.status == 0, "\(resumed.error)")
    #expect(try RunOnDisk(folder.path("a")).exact == whole)
  }

  @Test("After Ctrl-C a message says that the worker has to be named again")
  func interrupted() async throws {
    try FileManager.default.copyItem(
      atPath: BuiltProgram("HarnessNoise").path, toPath: folder.path("worker"))
    let outcome = try await program.run(
      Self.long.flatMap {
        $0 == "--suite" ? ["--worker"] : $0 == "HarnessNoise" ? ["./worker"] : [$0]
      },
      in: folder.path, once: "grep -q ,time,clock, a/samples.csv", then: "kill -INT $program")
    #expect(outcome.status == 130)
    #expect(
      outcome.error.hasSuffix(
        "; keystroke-bench run --resume a, with --worker as before, completes it\n"),
      "\(outcome.error)")
  }

  @Test("A worker of this build is launched without naming it")
  func ownWorker() async throws {
    let run = try await program.run(
      ["run", "--worker", BuiltProgram("HarnessNoise").path] + Self.cells, in: folder.path)
    try #require(run.status == 0, "\(run.error)")
    try cutShort()
    let resumed = try await program.run(["run", "--resume", "a"], in: folder.path)
    #expect(resumed.status == 0, "\(resumed.error)")
  }

  @Test("An invalid command line in run.json: 2, and nothing of it is executed")
  func badCommandLine() async throws {
    let run = try await program.run(
      ["run", "--suite", "HarnessNoise"] + Self.cells, in: folder.path)
    try #require(run.status == 0, "\(run.error)")
    try cutShort()
    try folder.editLines(of: "a/run.json") { lines in
      lines = lines.map { $0.replacing("\"--no-time\"", with: "\"--help\"") }
    }
    let resumed = try await program.run(["run", "--resume", "a"], in: folder.path)
    #expect(resumed.status == 2 && resumed.output == "")
    #expect(resumed.error.contains("a/run.json: argv is not a command line"), "\(resumed.error)")
  }

  private static let long = [
    "run", "--suite", "HarnessNoise", "--strategy", "empty,malloc-1x64,spin-1", "--cell-time",
    "100ms", "--rounds", "30", "--out", "a",
  ]

  @Test("A run that is being measured is not resumed, and the error names its process")
  func live() async throws {
    let outcome = try await program.run(
      Self.long, in: folder.path, once: "grep -q ,time,clock, a/samples.csv",
      then: """
        "$0" run --resume a >out 2>error; echo $? >status; echo $program >process
        kill -INT $program
        """)
    #expect(outcome.status == 130, "\(outcome.error)")
    #expect(try folder.text("status") == "2\n")
    let process = try folder.text("process").trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(
      try folder.text("error")
        == "error: a is being measured by process \(process): wait for it, or end it and use run --resume\n"
    )
    let cut = try RunOnDisk(folder.path("a"))
    #expect(cut.status == "interrupted")
    #expect(!FileManager.default.fileExists(atPath: folder.path("a/run.lock")))
  }

  @Test("If two processes resume a run, one of them does it, and the run is complete")
  func twice() async throws {
    let killed = try await program.run(
      Self.long.map { $0 == "30" ? "3" : $0 }, in: folder.path,
      once: "grep -q ,time,clock, a/samples.csv", then: "kill -KILL $program")
    #expect(killed.status == 128 + Int(SIGKILL))
    let both = try await program.run(
      ["run", "--resume", "a"],
      script: """
        "$0" "$@" >/dev/null 2>error1 & first=$!
        "$0" "$@" >/dev/null 2>error2; second=$?
        wait $first; echo $? $second
        """, in: folder.path)
    #expect(["0 2\n", "2 0\n"].contains(both.output), "\(both.output)")
    let run = try RunOnDisk(folder.path("a"))
    #expect(run.status == "finished")
    #expect(Set(run.rows.map(\.key)).count == run.rows.count)
    #expect(run.rows.count { $0["phase"] == "total" && $0["metric"] == "time" } == 9)
    #expect(!FileManager.default.fileExists(atPath: folder.path("a/run.lock")))
  }
}
