import Foundation
import RunFixtures
import Testing

/// Without room for descriptors, files or programs: one sentence and exit status 2, and nothing hangs.
@Suite("No room", .needsLiveShim)
struct FailureRoomTests {
  private let folder: TemporaryFolder
  private let program = BuiltProgram.keystrokeBench
  private static let run = [
    "run", "--suite", "HarnessNoise", "--strategy", "empty", "--no-time", "--out", "a",
  ]

  init() throws { folder = try TemporaryFolder() }

  @Test(
    "Out of descriptors: what to raise",
    arguments: [
      ["run", "--out", "a"], ["list"], ["verify", "--locale", "fr_FR"], ["ab", "HEAD"], ["noise"],
    ], [12, 20, 24])
  func descriptors(_ arguments: [String], _ limit: Int) async throws {
    let outcome = try await program.run(
      arguments, script: "ulimit -n \(limit); exec \"$0\" \"$@\"", in: folder.path)
    #expect(outcome.status == 2, "\(outcome.error)")
    #expect(outcome.error.count { $0 == "\n" } == 1)
    #expect(outcome.error.contains("the limit is \(limit) open files, and "), "\(outcome.error)")
    #expect(outcome.error.contains("raise it, as with ulimit -n 1024"))
  }

  @Test(
    "Out of threads, whose number a user is limited to: the system's reason",
    .enabled(if: geteuid() == 0), arguments: [2, 5])
  func threads(_ limit: Int) async throws {
    let outcome = try await program.run(
      ["list"],
      // The superuser has no limit.
      script: "exec setpriv --reuid 54321 --clear-groups prlimit --nproc=\(limit) \"$0\" \"$@\"",
      in: folder.path)
    #expect(outcome.status == 2, "\(outcome.error)")
    #expect(
      outcome.error.hasPrefix(
        "error: no 8 threads can be started: Resource temporarily unavailable; allow more"),
      "\(outcome.error)")
  }

  @Test("Out of descriptors in history: that is no missing repository")
  func history() async throws {
    try RunFixture().write(to: folder.path("runs/a"))
    let outcome = try await program.run(
      ["history", "runs", "--format", "csv"], script: "ulimit -n 20; exec \"$0\" \"$@\"",
      in: folder.path)
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(outcome.error.contains("order: by the start of the runs, since no program can be"))
  }

  @Test("Hardly a descriptor: no command looks as if there were no run", arguments: ["5", "8"])
  func noDescriptor(_ limit: String) async throws {
    try RunFixture().write(to: folder.path("runs/a"))
    let outcome = try await program.run(
      ["history", "runs", "--format", "csv"],
      script: "exec prlimit --nofile=\(limit) \"$0\" \"$@\"",
      in: folder.path)
    #expect(outcome.status == 2)
    #expect(
      outcome.error.hasPrefix("error: no 8 files can be open at once: Too many open files; allow"),
      "\(outcome.error)")
  }

  @Test("Temporary files are where TMPDIR says; without that folder the error names it")
  func temporaryFolder() async throws {
    let place = folder.path("elsewhere")
    let script = "TMPDIR='\(place)' exec \"$0\" \"$@\""
    let missing = try await program.run(
      Self.run + ["--instructions", "valgrind"], script: script, in: folder.path)
    #expect(missing.status == 2)
    #expect(
      missing.error.contains(
        "no folder could be made in \(place), where workers are copied to: No such file or directory"
      ), "\(missing.error)")
    #expect(missing.error.contains("name another folder with TMPDIR"))
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    try folder.write(
      "#!/bin/sh\nreadlink -f $TMPDIR >>'\(folder.path("said"))'; echo Swift version 6.9\n",
      to: "swift")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path("swift"))
    let there = try await program.run(
      ["doctor"], script: "PATH='\(folder.path)':$PATH \(script)", in: folder.path)
    #expect(there.output.contains("6.9"), "\(there.output)\(there.error)")
    #expect(try folder.text("said").hasPrefix("\(place)/keystroke_"))
    let doctor = try await program.run(["doctor"], script: script, in: folder.path)
    #expect(doctor.output.contains(" \(place): "), "\(doctor.output)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: place) == [])
  }

  @Test(
    "What a killed process left under another TMPDIR goes, and its name in /tmp; what is not ours stays"
  )
  func leftovers() async throws {
    let files = FileManager.default
    /// A folder with a name in /tmp that leads to it.
    func leave(_ letters: String, mark: String) throws -> (place: String, alias: String) {
      let place = folder.path("keystroke_\(letters)")
      try files.createDirectory(atPath: place, withIntermediateDirectories: true)
      try folder.write("", to: "keystroke_\(letters)/\(mark)")
      let alias = "/tmp/keystroke_\(letters)"
      try files.createSymbolicLink(atPath: alias, withDestinationPath: place)
      return (place, alias)
    }
    func letters() -> String {
      String((0..<6).map { _ in "abcdefghijklmnopqrstuvwxyz".randomElement() ?? "a" })
    }
    let left = try leave(letters(), mark: ".temporary-place-of-keystroke-bench")
    let other = try leave(letters(), mark: "notes")
    defer { for alias in [left.alias, other.alias] { try? files.removeItem(atPath: alias) } }
    let outcome = try await program.run(["doctor", "--help"], in: folder.path)
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(!files.fileExists(atPath: left.place))
    #expect((try? files.destinationOfSymbolicLink(atPath: left.alias)) == nil)
    #expect(files.fileExists(atPath: "\(other.place)/notes"))
    #expect(files.fileExists(atPath: other.alias))
  }

  @Test("A file that may not grow: the system's reason and the hint")
  func fileSize() async throws {
    let outcome = try await program.run(
      Self.run + ["--instructions", "valgrind"], script: "ulimit -f 1; exec \"$0\" \"$@\"",
      in: folder.path)
    #expect(outcome.status == 2)
    #expect(!outcome.error.contains("Error Domain"), "\(outcome.error)")
  }
}
