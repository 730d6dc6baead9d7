import BenchmarkModel
import BenchmarkResults
import Foundation
import RunFixtures
import Testing

/// Tests that the commands in a report reproduce the run in a real shell, and that a hostile run cannot add commands.
struct ReproduceTests {
  private let folder: TemporaryFolder
  private let program = BuiltProgram.keystrokeBench

  init() throws {
    folder = try TemporaryFolder()
    for name in ["bin", "place/.build/release"] {
      try FileManager.default.createDirectory(
        atPath: folder.path(name), withIntermediateDirectories: true)
    }
    // Each program replaces the real one, and records how it was called.
    for name in [
      "bin/git", "bin/swift", "bin/keystroke-bench", "place/.build/release/keystroke-bench",
    ] {
      try folder.write(
        "#!/bin/sh\nprintf '%s|' \"${0##*/}\" \"$@\" >>\"$LOG\"\nprintf '\\n' >>\"$LOG\"\n",
        to: name)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: folder.path(name))
    }
  }

  /// Returns the lines that the report of a run shows.
  private func recipe(_ name: String) async throws -> String {
    let outcome = try await program.run(["report", name, "--format", "markdown"], in: folder.path)
    #expect(outcome.status == 0, "\(outcome.error)")
    let blocks = outcome.output.matches(of: /```text\n((?s).*?)\n```/).map { String($0.1) }
    return try #require(blocks.first { $0.contains("swift build") })
  }

  /// Returns the calls that the lines make in a shell, and the files that they leave behind.
  private func called(_ recipe: String) throws -> [String] {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", recipe]
    process.currentDirectoryURL = URL(filePath: folder.path("place"))
    process.environment = [
      "PATH": "\(folder.path("bin")):/usr/bin:/bin", "LOG": folder.path("log"),
      "HOME": folder.path,
    ]
    try folder.write("", to: "log")
    try process.run()
    process.waitUntilExit()
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path("place")).sorted()
    #expect(left == [".build"], "\(recipe)")
    return try folder.text("log").split(separator: "\n").map(String.init)
  }

  private func lines(_ argv: [String], commit: String = "0123456789abcdef") async throws -> [String]
  {
    var fixture = RunFixture()
    fixture.metadata.argv = argv
    fixture.metadata.source.commit = commit
    let name = "run\(UUID().uuidString)"
    try fixture.write(to: folder.path(name))
    return try called(try await recipe(name))
  }

  @Test("Words with a meaning to a shell are plain words")
  func words() async throws {
    let words = [
      "$(touch pwned)", "`touch pwned`", "; touch pwned", "&& touch pwned", "'; touch pwned; '",
      "a b", "*",
      "~", "#", "", "--strategy=a,b", "-x", "A=b", "{a,b}", "\\", "\"", "!!", "> pwned", "é",
    ]
    let all = ["keystroke-bench", "run"] + words
    let expected = (all + ["--seed", String(UInt64.max)]).map { $0 + "|" }.joined()
    #expect(
      try await lines(all) == [
        "git|checkout|0123456789abcdef|", "swift|build|-c|release|", expected,
      ])
  }

  @Test(
    "The program is the one just built or the one on the PATH, or no command is shown",
    arguments: [
      ("keystroke-bench", true), (".build/release/keystroke-bench", true),
      ("/usr/local/bin/keystroke-bench", true), ("x; touch pwned;/keystroke-bench", true),
      ("touch", false), ("/usr/bin/touch", false), ("LOG=pwned keystroke-bench", false),
      ("", false),
      ("if", false), ("keystroke-bench; touch pwned", false),
    ])
  func programs(_ name: String, _ isCalled: Bool) async throws {
    let called = try await lines([name, "check", "pwned"])
    #expect(called.dropFirst(2) == (isCalled ? ["keystroke-bench|check|pwned|"] : []))
  }

  @Test("Text that must be escaped is not shown as a command")
  func unprintable() async throws {
    for word in [
      "a\ntouch pwned", "a\rtouch pwned", "\u{1B}[2J", String(repeating: "x", count: 9_999),
    ] {
      #expect(
        try await lines(["keystroke-bench", "check", word]).count == 2, "\(word.debugDescription)")
    }
    for commit in ["HEAD", "--force", "a; touch pwned", "$(touch pwned)", "0123\ntouch pwned"] {
      let called = try await lines(["keystroke-bench", "check"], commit: commit)
      #expect(called == ["swift|build|-c|release|", "keystroke-bench|check|"], "\(commit)")
    }
  }

  @Test("Names of machines in a comment cannot leave it")
  func machines() async throws {
    for (name, factor) in [("a", 1.0), ("b", 1.5)] {
      var fixture = RunFixture(id: name)
      for place in fixture.rows.indices where fixture.rows[place].metric == .time {
        for figure in Figure.allCases {
          fixture.rows[place].summary[figure] = fixture.rows[place].summary[figure].map {
            $0 * factor
          }
        }
      }
      fixture.metadata.hosts[0].cpuModel = "\(name)\ntouch pwned\n"
      fixture.metadata.argv = ["keystroke-bench", "check", "a b"]
      try fixture.write(to: folder.path(name))
    }
    let merge = try await program.run(["merge", "a", "b", "--into", "merged"], in: folder.path)
    #expect(merge.status == 0, "\(merge.error)")
    let called = try called(try await recipe("merged"))
    #expect(called.suffix(2) == ["keystroke-bench|check|a b|", "keystroke-bench|check|a b|"])
  }

  @Test("A worker or a build that the run names is pointed out")
  func launches() async throws {
    var fixture = RunFixture()
    fixture.metadata.argv = ["keystroke-bench", "run", "--worker=./evil"]
    try fixture.write(to: folder.path("worker"))
    let lines = try await recipe("worker").split(separator: "\n")
    #expect(
      lines.dropLast().last?.hasPrefix("# this launches a program that the run names") == true)
  }
}
