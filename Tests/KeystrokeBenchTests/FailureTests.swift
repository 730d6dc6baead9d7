import BenchmarkConductor
import Foundation
import RunFixtures
import Testing

/// Tests of runs that fail: without room, killed, or interrupted.
///
/// The program says why and what is lost, what is on disk can be read, and nothing is left elsewhere.
@Suite(.needsLiveShim)
struct FailureTests {
  private let folder: TemporaryFolder
  private let program = BuiltProgram.keystrokeBench
  /// Options for four cells.
  private static let run = [
    "run", "--strategy", "unformatted,format-on-commit,delegate-filter,onchange-reformat",
    "--value", "int", "--locale", "fr_FR", "--length", "9", "--script", "type", "--out", "a",
  ]
  /// Options for a run that takes half a minute.
  private static let slow = run + ["--cell-time", "200ms", "--rounds", "40"]
  /// The folder of temporary files, without a slash at its end.
  private static let temporary = FileManager.default.temporaryDirectory.path

  init() throws { folder = try TemporaryFolder() }

  /// Expects whole rows, and a run that can be compared.
  private func expectReadable(status: String) async throws -> RunOnDisk {
    let run = try RunOnDisk(folder.path("a"))
    #expect(run.status == status && !run.rows.isEmpty)
    let compared = try await program.run(["compare", "a", "a"], in: folder.path)
    #expect(compared.status == 0, "\(compared.error)")
    #expect(compared.output.contains("is \(status), not finished"))
    return run
  }

  // MARK: - No room

  @Test("A file that must not grow: 2, whole rows, and run.json says what was lost")
  func fileLimit() async throws {
    // There is room for 24 blocks of 512 bytes: the counts and some times.
    let outcome = try await program.run(
      Self.run + ["--cell-time", "1ms", "--rounds", "20"],
      script: "ulimit -f 24; \"$0\" \"$@\"", in: folder.path)
    #expect(outcome.status == 2 && outcome.output == "")
    #expect(outcome.error.contains("could not be written: File too large"), "\(outcome.error)")
    #expect(outcome.error.contains(/; lost: the counts of \d of 4 cells, \d+ of 80 timings\n/))
    #expect(outcome.error.count { $0 == "\n" } == 1)
    let run = try await expectReadable(status: "failed")
    #expect(outcome.error.contains(try #require(run.lost)))
    let counted = Set(run.rows.filter { $0["metric"] != "time" }.map(\.cell)).count
    #expect(outcome.error.contains("lost: the counts of \(4 - counted) of 4"), "\(outcome.error)")
  }

  @Test(
    "Standard output full or closed: 2, the reason, and the run is finished",
    arguments: [
      ("\"$0\" \"$@\" > /dev/full", "No space left on device"),
      ("\"$0\" \"$@\" >&-", "Bad file descriptor"),
    ])
  func output(_ script: String, _ reason: String) async throws {
    let outcome = try await program.run(
      Self.run + ["--no-time"], script: script, in: folder.path)
    #expect(outcome.status == 2)
    #expect(outcome.error.contains("could not be written to standard output: \(reason)\n"))
    #expect(try RunOnDisk(folder.path("a")).status == "finished")
  }

  @Test("A folder that cannot be created: 2, naming it")
  func noFolder() async throws {
    try folder.write("", to: "a")
    let outcome = try await program.run(Self.run + ["--out", "a/b"], in: folder.path)
    #expect(outcome.status == 2 && outcome.error.hasPrefix("error: a"), "\(outcome.error)")
    #expect(outcome.error.count { $0 == "\n" } == 1)
  }

  @Test("Out of descriptors: 2, and what to raise", arguments: [["run"], ["history", "."]])
  func descriptors(_ arguments: [String]) async throws {
    let outcome = try await program.run(
      arguments, script: "ulimit -n 8; exec \"$0\" \"$@\"", in: folder.path)
    #expect(outcome.status == 2 && outcome.error.contains("Too many open files; allow"))
    let more = try await program.run(
      ["run"], script: "ulimit -n 20; exec \"$0\" \"$@\"", in: folder.path)
    #expect(more.status == 2, "\(more.error)")
    #expect(more.error.contains("raise it, as with ulimit -n 1024"), "\(more.error)")
  }

  @Test("Without address space for threads and heaps: 2, before anything is launched")
  func memory() async throws {
    for limit in ["ulimit -v 500000", "ulimit -d 500000"] {
      let outcome = try await program.run(
        Self.run, script: "\(limit); exec \"$0\" \"$@\"", in: folder.path)
      #expect(outcome.status == 2, "\(outcome.error)")
      #expect(outcome.error.contains("MB of memory, and"), "\(outcome.error)")
      #expect(
        outcome.error.count { $0 == "\n" } == 1
          && !FileManager.default.fileExists(atPath: folder.path("a")))
    }
  }

  @Test("A table that does not fit into the memory that is allowed: 2, with its name")
  func noRoomForTable() async throws {
    try RunFixture().write(to: folder.path("a"))
    let outcome = try await program.run(
      ["compare", "a", "a"],
      script: "truncate -s 250M a/samples.csv; ulimit -v 1200000; exec \"$0\" \"$@\"",
      in: folder.path)
    #expect(outcome.status == 2)
    #expect(
      outcome.error.hasSuffix(
        "samples.csv: the file could not be read: Cannot allocate memory; allow more memory, as with ulimit -v unlimited\n"
      ), "\(outcome.error)")
  }

  @Test("Out of threads: 2, and the system's reason", .enabled(if: geteuid() == 0))
  func threads() async throws {
    let outcome = try await program.run(
      ["list"],
      // The superuser has no limit.
      script: "exec setpriv --reuid 54321 --clear-groups prlimit --nproc=2 \"$0\" \"$@\"",
      in: folder.path)
    #expect(outcome.status == 2)
    #expect(
      outcome.error.contains(
        "threads can be started: Resource temporarily unavailable; allow more"),
      "\(outcome.error)")
  }

  // MARK: - Signals

  /// Runs until the first times are on disk, executes a shell command, and returns the outcome.
  ///
  /// The shell knows the program and its worker as `$program` and `$worker`, and may also wait for a condition on both.
  /// No worker may be left behind.
  private func cutShort(_ action: String, once condition: String = "true") async throws
    -> BuiltProgram.Outcome
  {
    let outcome = try await program.run(
      Self.slow, in: folder.path,
      once: """
        grep -q ,time,clock, a/samples.csv && worker=$(pgrep --parent $program) && \(condition)
        """,
      then: "echo $worker >worker; \(action)")
    let worker = try #require(
      pid_t(folder.text("worker").trimmingCharacters(in: .whitespacesAndNewlines)))
    // Without its conductor a worker reaches the end of its input when its cell is done.
    try await BuiltProgram.waitForEnd { [worker] }
    #expect(!BuiltProgram.isAlive(worker), "a worker was left behind")
    return outcome
  }

  @Test("The worker is killed: 2, the lost rows are reported, the rest can be compared")
  func workerKilled() async throws {
    // Each round has a new worker. A stopped worker cannot end by itself before it is killed.
    let outcome = try await cutShort(
      "kill -KILL $worker",
      once: "kill -STOP $worker && sleep 0.05 && grep -q '^State:.T' /proc/$worker/status")
    #expect(outcome.status == 2 && outcome.output == "")
    // The worker of a round may be killed before it has greeted.
    let said =
      /error: KeystrokeBenchmarks died \(signal 9\) (?:while it measured \S+|before it greeted); (lost: .*)\n/
    let match = try #require(outcome.error.wholeMatch(of: said), "\(outcome.error)")
    let run = try await expectReadable(status: "failed")
    #expect(run.lost == String(match.1))
    #expect(match.1.contains(/the counts of 0 of 4 cells, [1-9][0-9]* of 160 timings/))
  }

  @Test(
    "Ctrl-C in a terminal, which signals the whole group: 130; SIGTERM: 143; both say what is lost",
    arguments: [("kill -INT -- -$program", 130), ("kill -TERM $program", 143)])
  func interrupted(_ action: String, _ status: Int) async throws {
    let outcome = try await cutShort(action)
    #expect(outcome.status == status && outcome.output == "")
    #expect(outcome.error.hasPrefix("interrupted; what was measured is kept in a; lost: "))
    #expect(outcome.error.count { $0 == "\n" } == 1)
    let cut = try await expectReadable(status: "interrupted")
    #expect(cut.cells.count == 4)
    #expect(outcome.error.contains(try #require(cut.lost)))
  }

  @Test("A second run into the folder of a live one is refused; a killed one leaves a readable run")
  func killed() async throws {
    let outcome = try await cutShort(
      """
      "$0" \(Self.slow.joined(separator: " ")) --instructions none >out 2>error; echo $? >status
      echo $program >process; kill -KILL $program
      """)
    #expect(outcome.status == 128 + Int(SIGKILL))
    #expect(try folder.text("status") == "2\n")
    let process = try folder.text("process").trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(
      try folder.text("error").hasPrefix("error: a is being measured by process \(process)"))
    _ = try await expectReadable(status: "running")
  }

  // MARK: - Elsewhere

  @Test("The files of a killed run are removed by the next run; those of a live run stay")
  func leftovers() async throws {
    let quick = [
      "run", "--suite", "HarnessNoise", "--strategy", "empty", "--no-time", "--out",
    ]
    /// The folder of a process, which it has open.
    let find =
      "place=$(readlink /proc/$program/fd/* | grep -x '\(Self.temporary)/keystroke_......')"
    let outcome = try await program.run(
      quick + ["a", "--instructions", "valgrind"], in: folder.path,
      once: "\(find) && pgrep --parent $program --full tool=phase-counter",
      then: """
        "$0" \(quick.joined(separator: " ")) b --instructions none >/dev/null && ls -d $place >lives
        echo $place >place
        ls /tmp/vgdb-pipe-*-$(pgrep --parent $program | head -n 1)-* >pipes 2>/dev/null
        kill -KILL $program
        """)
    #expect(outcome.status == 128 + Int(SIGKILL), "\(outcome.error)")
    let place = try folder.text("place").trimmingCharacters(in: .newlines)
    #expect(place.hasPrefix("\(Self.temporary)/keystroke_"))
    #expect(try folder.text("lives") == "\(place)\n")
    #expect(try folder.text("pipes") == "")
    // Any run started since then has removed the files; the next run certainly does.
    let next = try await program.run(quick + ["c"], in: folder.path)
    #expect(next.status == 0, "\(next.error)")
    #expect(!FileManager.default.fileExists(atPath: place))
  }

  @Test("What a killed process left goes, with its name in /tmp; what is not ours stays")
  func foreignLeftovers() async throws {
    let files = FileManager.default
    /// A folder with a name in /tmp that leads to it.
    func leave(mark: String) throws -> (place: String, alias: String) {
      let letters = String((0..<6).map { _ in "abcdefghijklmnopqrstuvwxyz".randomElement() ?? "a" })
      try folder.write("", to: "keystroke_\(letters)/\(mark)")
      let (place, alias) = (folder.path("keystroke_\(letters)"), "/tmp/keystroke_\(letters)")
      try files.createSymbolicLink(atPath: alias, withDestinationPath: place)
      return (place, alias)
    }
    let left = try leave(mark: ".temporary-place-of-keystroke-bench")
    let other = try leave(mark: "notes")
    defer { for alias in [left.alias, other.alias] { try? files.removeItem(atPath: alias) } }
    let outcome = try await program.run(["doctor", "--help"], in: folder.path)
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(!files.fileExists(atPath: left.place))
    #expect((try? files.destinationOfSymbolicLink(atPath: left.alias)) == nil)
    #expect(files.fileExists(atPath: "\(other.place)/notes"))
    #expect(files.fileExists(atPath: other.alias))
  }

  @Test("Without the folder of TMPDIR the error names it; what is made there is removed")
  func temporaryFolder() async throws {
    let place = folder.path("elsewhere")
    let script = "TMPDIR='\(place)' exec \"$0\" \"$@\""
    let missing = try await program.run(
      Self.run + ["--no-time", "--instructions", "valgrind"], script: script, in: folder.path)
    #expect(missing.status == 2)
    #expect(missing.error.contains("no folder could be made in \(place)"), "\(missing.error)")
    #expect(missing.error.contains("name another folder with TMPDIR"))
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    let doctor = try await program.run(["doctor"], script: script, in: folder.path)
    #expect(doctor.output.contains(" \(place): "), "\(doctor.output)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: place) == [])
  }

  @Test("A run names the Swift that built the worker, whatever swift is on PATH")
  func otherSwift() async throws {
    try folder.writeProgram("echo Swift version 6.9", to: "bin/swift")
    let outcome = try await program.run(
      Self.run + ["--no-time", "--no-allocations"],
      script: "PATH='\(folder.path("bin")):'$PATH exec \"$0\" \"$@\"", in: folder.path)
    #expect(outcome.status == 0, "\(outcome.error)")
    let own = try await MachineFacts.swiftVersion()
    #expect(try RunOnDisk(folder.path("a")).fact("toolchain.swift") as? String == own)
  }

  @Test("A folder with blanks, a colon and a dollar in its name counts the same")
  func oddFolder() async throws {
    let odd = folder.path("a b:c $HOME'd")
    try FileManager.default.createDirectory(atPath: odd, withIntermediateDirectories: true)
    for name in ["keystroke-bench", "HarnessNoise", "libAllocatorShim.so"] {
      try FileManager.default.copyItem(
        atPath: URL(filePath: program.path).deletingLastPathComponent().appending(path: name).path,
        toPath: "\(odd)/\(name)")
    }
    let arguments = [
      "run", "--suite", "HarnessNoise", "--strategy", "malloc-1x64", "--no-time", "--out", "run",
      "--sites", "--instructions", "valgrind",
    ]
    let there = try await BuiltProgram("keystroke-bench", in: odd).run(arguments, in: odd)
    #expect(there.status == 0, "\(there.error)")
    let here = try await program.run(arguments, in: folder.path)
    #expect(here.status == 0, "\(here.error)")
    let exact = try RunOnDisk("\(odd)/run").exact
    #expect(exact.keys.contains { $0.metric == "instructions" })
    #expect(try exact == RunOnDisk(folder.path("run")).exact)
  }
}
