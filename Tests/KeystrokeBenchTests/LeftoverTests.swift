import BenchmarkConductor
import Foundation
import RunFixtures
import Testing

/// Tests that a run leaves nothing outside its folder, and removes what a killed run left.
@Suite(.needsLiveShim)
struct LeftoverTests {
  private let folder: TemporaryFolder
  private let program = BuiltProgram.keystrokeBench
  private static let run = [
    "run", "--suite", "HarnessNoise", "--strategy", "empty,malloc-1x64", "--no-time", "--out",
  ]

  /// The folder of temporary files, without a slash at its end.
  private static let temporary = FileManager.default.temporaryDirectory.path

  init() throws { folder = try TemporaryFolder() }

  /// Puts a program on the path that replaces one of the system.
  private func replace(_ name: String, _ script: String) throws {
    try FileManager.default.createDirectory(
      atPath: folder.path("bin"), withIntermediateDirectories: true)
    try folder.write("#!/bin/sh\n\(script)\n", to: "bin/\(name)")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path("bin/\(name)"))
  }

  @Test("The files that `swift --version` leaves are removed")
  func swift() async throws {
    // The driver leaves a folder behind each time.
    try replace("swift", "mktemp -d >>'\(folder.path("made"))'; echo Swift version 6.9")
    let outcome = try await program.run(
      ["doctor"], script: "PATH='\(folder.path("bin")):'$PATH exec \"$0\" \"$@\"",
      in: folder.path)
    #expect(outcome.output.contains("6.9"), "\(outcome.output)")
    let made = try folder.text("made").split(separator: "\n").map(String.init)
    #expect(!made.isEmpty)
    for path in made {
      // A name that is always as long, wherever the folder is.
      #expect(path.hasPrefix("/tmp/keystroke_"))
      let place = path.split(separator: "/")[1]
      for folder in ["/tmp", Self.temporary] {
        #expect(!FileManager.default.fileExists(atPath: "\(folder)/\(place)"))
      }
    }
  }

  @Test("A run names the Swift that built the worker, whatever swift is on PATH")
  func otherSwift() async throws {
    let own = try await MachineFacts.swiftVersion()
    for (name, script) in [("a", "echo Swift version 6.9"), ("b", "kill -KILL $$")] {
      try replace("swift", script)
      let outcome = try await program.run(
        Self.run + [name], script: "PATH='\(folder.path("bin")):'$PATH exec \"$0\" \"$@\"",
        in: folder.path)
      #expect(outcome.status == 0, "\(outcome.error)")
      #expect(try RunOnDisk(folder.path(name)).fact("toolchain.swift") as? String == own)
    }
    let compared = try await program.run(["compare", "a", "b"], in: folder.path)
    #expect(compared.status == 0 && !compared.output.contains("toolchain"), "\(compared.output)")
  }

  @Test("The files of a killed run are removed by the next run; those of a live run stay")
  func killed() async throws {
    /// The folder of a process, which it has open.
    let find =
      "place=$(readlink /proc/$program/fd/* | grep -x '\(Self.temporary)/keystroke_......')"
    let arguments = Self.run + ["a", "--instructions", "valgrind"]
    let outcome = try await program.run(
      arguments, in: folder.path,
      once: "\(find) && pgrep --parent $program --full tool=phase-counter",
      then: """
        "$0" \(Self.run.joined(separator: " ")) b --instructions none >/dev/null && ls -d $place >lives
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
    let next = try await program.run(Self.run + ["c"], in: folder.path)
    #expect(next.status == 0, "\(next.error)")
    #expect(!FileManager.default.fileExists(atPath: place))
  }

  @Test("Ctrl-C before git has answered: 130, and no run of an unknown commit")
  func early() async throws {
    try replace("git", "touch '\(folder.path("asked"))'; sleep 3000")
    let outcome = try await program.run(
      Self.run + ["a"], in: folder.path, path: folder.path("bin"),
      once: "test -e asked", then: "kill -INT -- -$program")
    #expect(outcome.status == 130)
    #expect(outcome.error == "interrupted before anything was measured\n", "\(outcome.error)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("a/run.json")))
  }

  @Test("A folder with blanks, a colon and a dollar in its name works")
  func oddFolder() async throws {
    let odd = folder.path("a b:c $HOME'd")
    try FileManager.default.createDirectory(atPath: odd, withIntermediateDirectories: true)
    for name in ["keystroke-bench", "HarnessNoise", "libAllocatorShim.so"] {
      try FileManager.default.copyItem(
        atPath: URL(filePath: program.path).deletingLastPathComponent().appending(path: name).path,
        toPath: "\(odd)/\(name)")
    }
    let arguments = Self.run + ["run", "--sites", "--instructions", "valgrind"]
    let there = try await BuiltProgram("keystroke-bench", in: odd).run(arguments, in: odd)
    #expect(there.status == 0, "\(there.error)")
    let here = try await program.run(arguments, in: folder.path)
    #expect(here.status == 0, "\(here.error)")
    let exact = try RunOnDisk("\(odd)/run").exact
    #expect(exact.keys.contains { $0.metric == "instructions" })
    #expect(try exact == RunOnDisk(folder.path("run")).exact)
  }
}
