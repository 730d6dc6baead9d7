import Foundation
import RunFixtures
import Testing

/// Tests that a failed write of results is an error, and that help goes to standard output.
struct CompareOutputTests {
  private let folder: TemporaryFolder
  private let program = BuiltProgram.keystrokeBench

  init() throws {
    folder = try TemporaryFolder()
    try RunFixture().write(to: folder.path("a"))
  }

  @Test(
    "Standard output full or closed: 2, and a line that says so",
    arguments: [
      ("\"$0\" \"$@\" > /dev/full; echo $? > status", "No space left on device"),
      ("\"$0\" \"$@\" >&-; echo $? > status", "Bad file descriptor"),
    ])
  func lost(_ script: String, _ reason: String) async throws {
    for arguments in [["compare", "a", "a"], ["--help"], ["baseline", "list"]] {
      let outcome = try await program.run(arguments, script: script, in: folder.path)
      #expect(try folder.text("status") == "2\n")
      #expect(outcome.error.contains("to standard output: \(reason)"), "\(outcome.error)")
      #expect(outcome.error.count { $0 == "\n" } == 1)
    }
  }

  @Test(
    "A reader that has enough ends the program quietly, as SIGPIPE ends others",
    arguments: [["compare", "a", "a"], ["--help"], ["list"]])
  func enough(_ arguments: [String]) async throws {
    let outcome = try await program.run(
      arguments, script: "\(BuiltProgram.goneReader); \"$0\" \"$@\" >&9; echo $? > status",
      in: folder.path)
    #expect(try folder.text("status") == "141\n")
    #expect(outcome.error == "")
    let piped = try await program.run(
      arguments, script: "\"$0\" \"$@\" | head -n 1", in: folder.path)
    #expect(piped.status == 0 && piped.error == "")
    #expect(piped.output.split(separator: "\n").count == 1)
  }

  @Test("A closed standard error changes no status")
  func closedError() async throws {
    let fine = try await program.run(
      ["compare", "a", "a"], script: "\"$0\" \"$@\" 2>&-", in: folder.path)
    #expect(fine.status == 0)
    let failed = try await program.run(
      ["compare", "a", "x"], script: "\"$0\" \"$@\" 2>&-", in: folder.path)
    #expect(failed.status == 2)
  }

  @Test("Help has examples: 0", arguments: [["--help"], ["compare", "--help"], ["baseline"]])
  func help(_ arguments: [String]) async throws {
    let outcome = try await program.run(arguments, in: folder.path)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("Examples:"))
    #expect(outcome.error == "")
  }
}
