import Foundation
import RunFixtures
import Testing

/// A run that runs out of room, or whose results nobody takes.
@Suite(.needsLiveShim)
struct FailureDiskTests {
  private let folder: TemporaryFolder
  private let program = BuiltProgram.keystrokeBench
  /// Four cells; more rows than there is room for.
  private static let run = [
    "run", "--strategy", "unformatted,format-on-commit,delegate-filter,onchange-reformat",
    "--value", "int", "--locale", "fr_FR", "--length", "9", "--script", "type",
    "--milliseconds", "1", "--rounds", "20", "--out",
  ]

  init() throws { folder = try TemporaryFolder() }

  /// Expects status 2, the reason and what was lost in one line, whole rows, and a run that can be compared.
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

  @Test("A file that may not grow: 2, whole rows, and run.json says what was lost")
  func fileLimit() async throws {
    // 24 blocks of 512 bytes: room for the counts and some times.
    let outcome = try await program.run(
      Self.run + ["a"], script: "ulimit -f 24; \"$0\" \"$@\"", in: folder.path)
    let run = try await expectLoss(outcome, "File too large")
    #expect(run.status == "failed")
    #expect(outcome.error.contains(try #require(run.lost)))
  }

  @Test("A disk that is full: 2, and whole rows", .enabled(if: Tmpfs.isPossible))
  func fullDisk() async throws {
    // The mount is in a namespace of its own, so that it goes with the shell whatever happens.
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
    // Nor was there room to say so in run.json, unless by chance.
    #expect(["running", "failed"].contains(run.status))
  }

  @Test("No room for the counts of all cells: as many are told as lost as are not there")
  func lostCounts() async throws {
    // 6 blocks of 512 bytes: room for one cell, while two are counted at a time.
    let outcome = try await program.run(
      Self.run + ["a", "--no-time"], script: "ulimit -f 6; \"$0\" \"$@\"", in: folder.path)
    #expect(outcome.status == 2)
    let run = try RunOnDisk(folder.path("a"))
    #expect(run.cells.count < 4)
    #expect(
      outcome.error.contains("lost: the counts of \(4 - run.cells.count) of 4 cells, "),
      "\(outcome.error)")
  }

  @Test("No room for even run.json: 2, and what could not be written")
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

  @Test("A folder that cannot be made: 2, naming it")
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

  @Test("A closed standard error loses the progress, and nothing else")
  func closedError() async throws {
    let outcome = try await program.run(
      ["run", "--locale", "fr_FR", "--length", "3", "--no-time", "--out", "a"],
      script: "\"$0\" \"$@\" 2>&-", in: folder.path)
    #expect(outcome.status == 0)
    #expect(try RunOnDisk(folder.path("a")).status == "finished")
  }
}

/// A small disk, where this machine lets the tests make one.
enum Tmpfs {
  /// Whether a namespace with a mount of its own can be had; a container may forbid it even to root.
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
