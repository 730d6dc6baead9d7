import Foundation
import RunFixtures
import Testing

/// Tests of a run that runs out of disk space, or whose output cannot be written.
@Suite(.needsLiveShim)
struct FailureDiskTests {
  private let folder: TemporaryFolder
  private let program = BuiltProgram.keystrokeBench
  /// Options for four cells, which have more rows than there is room for.
  private static let run = [
    "run", "--strategy", "unformatted,format-on-commit,delegate-filter,onchange-reformat",
    "--value", "int", "--locale", "fr_FR", "--length", "9", "--script", "type",
    "--cell-time", "1ms", "--rounds", "20", "--out",
  ]

  init() throws { folder = try TemporaryFolder() }

  /// Expects status 2, the reason and the lost rows in one line, whole rows, and a run that can be compared.
  private func expectLoss(
    _ outcome: BuiltProgram.Outcome, _ reason: String
  ) async throws -> RunOnDisk {
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.error.hasPrefix("error: "))
    #expect(outcome.error.contains("could not be written: \(reason)"), "\(outcome.error)")
    #expect(outcome.error.contains(/; lost: the counts of \d of 4 cells, \d+ of 80 timings\n/))
    #expect(outcome.error.count { $0 == "\n" } == 1)
    let run = try RunOnDisk(folder.path("a"))
    #expect(!run.rows.isEmpty)
    let counted = Set(run.rows.filter { $0["metric"] != "time" }.map(\.cell)).count
    #expect(outcome.error.contains("lost: the counts of \(4 - counted) of 4"), "\(outcome.error)")
    let compared = try await program.run(["compare", "a", "a"], in: folder.path)
    #expect(compared.status == 0, "\(compared.error)")
    #expect(compared.output.contains("not finished"))
    return run
  }

  @Test("A file that must not grow: 2, whole rows, and run.json says what was lost")
  func fileLimit() async throws {
    // There is room for 24 blocks of 512 bytes: the counts and some times.
    let outcome = try await program.run(
      Self.run + ["a"], script: "ulimit -f 24; \"$0\" \"$@\"", in: folder.path)
    let run = try await expectLoss(outcome, "File too large")
    #expect(run.status == "failed")
    #expect(outcome.error.contains(try #require(run.lost)))
  }

  @Test("A disk that is full: 2, and whole rows", .enabled(if: Tmpfs.isPossible))
  func fullDisk() async throws {
    // The mount is in a separate namespace, so that it disappears with the shell in any case.
    let script = """
      mkdir disk && mount -t tmpfs -o size=24k tmpfs disk || exit 99
      "$0" "$@"
      status=$?
      cp -r disk/a a && exit $status
      """
    let outcome = try await program.run(
      ["-c", script, program.path] + Self.run + ["disk/a", "--instructions", "none"],
      script: "shift; exec unshare --map-root-user --mount sh -c \"$@\"", in: folder.path)
    let run = try await expectLoss(outcome, "No space left on device; make room on the disk")
    // There was no room to record the status in run.json either, unless by chance.
    #expect(["running", "failed"].contains(run.status))
  }

  @Test("No room for the counts of all cells: exactly the missing cells are reported as lost")
  func lostCounts() async throws {
    // There is room for 6 blocks of 512 bytes: one cell, while two are counted at a time.
    let outcome = try await program.run(
      Self.run + ["a", "--no-time"], script: "ulimit -f 6; \"$0\" \"$@\"", in: folder.path)
    #expect(outcome.status == 2)
    let run = try RunOnDisk(folder.path("a"))
    #expect(run.cells.count < 4)
    #expect(
      outcome.error.contains("lost: the counts of \(4 - run.cells.count) of 4 cells, "),
      "\(outcome.error)")
  }

  @Test("No room even for run.json: 2, naming the file")
  func noRoomAtAll() async throws {
    let outcome = try await program.run(
      Self.run + ["a"], script: "ulimit -f 1; \"$0\" \"$@\"", in: folder.path)
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.error.contains("run.json") && outcome.error.contains("File too large"))
    #expect(outcome.error.count { $0 == "\n" } == 1)
    let compared = try await program.run(["compare", "a", "a"], in: folder.path)
    #expect(compared.status == 2)
  }

  @Test("A folder that cannot be created: 2, naming it")
  func noFolder() async throws {
    try folder.write("", to: "file")
    let outcome = try await program.run(Self.run + ["file/a"], in: folder.path)
    #expect(outcome.status == 2)
    #expect(outcome.error.hasPrefix("error: file"), "\(outcome.error)")
    #expect(outcome.error.count { $0 == "\n" } == 1)
  }

  @Test(
    "Standard output full or closed: 2, the reason, and the run is finished",
    arguments: [
      ("\"$0\" \"$@\" > /dev/full", "No space left on device"),
      ("\"$0\" \"$@\" >&-", "Bad file descriptor"),
    ])
  func output(_ script: String, _ reason: String) async throws {
    let outcome = try await program.run(
      ["run", "--locale", "fr_FR", "--length", "3", "--no-time", "--out", "a"], script: script,
      in: folder.path)
    #expect(outcome.status == 2)
    #expect(
      outcome.error == """
        run: a
        error: the results could not be written to standard output: \(reason)

        """)
    #expect(try RunOnDisk(folder.path("a")).status == "finished")
  }

  @Test("With a closed standard error only the progress is lost")
  func closedError() async throws {
    let outcome = try await program.run(
      ["run", "--locale", "fr_FR", "--length", "3", "--no-time", "--out", "a"],
      script: "\"$0\" \"$@\" 2>&-", in: folder.path)
    #expect(outcome.status == 0)
    #expect(try RunOnDisk(folder.path("a")).status == "finished")
  }
}

/// A small disk, if this machine lets the tests create one.
enum Tmpfs {
  /// True if a namespace with a separate mount is allowed; a container may forbid it even to root.
  static let isPossible: Bool = {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = [
      "-c",
      "exec unshare --map-root-user --mount mount -t tmpfs tmpfs /mnt >/dev/null 2>&1",
    ]
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()
}
