import BenchmarkComparison
import BenchmarkResults
import Foundation
import RunFixtures
import Testing

/// Tests of the bytes of thresholds.toml, before its entries are read.
struct FileTextTests {
  @Test(
    "A control character is refused with its line, since the parser would lose entries after it",
    arguments: ["\u{0}", "\u{1}", "\u{1B}", "\u{7F}", "\u{C}", "\r"])
  func controlCharacters(_ character: String) throws {
    let text = "# one\n\(character)x\n[[tolerance]]\nmetric = \"bytes\"\nabsolute = 1\n"
    let error = try #require(throws: Problem.self) { try Thresholds(toml: text, file: "t.toml") }
    #expect(error.description.hasPrefix("t.toml:2: the control character U+00"), "\(error)")
  }

  @Test("CRLF and tabs are accepted")
  func lineBreaks() throws {
    let text =
      "schema = 2\r\n[[tolerance]]\r\n\tmetric = \"bytes\"\r\nabsolute = 1\r\nreason = \"r\"\r\n"
    _ = try Thresholds(toml: text, file: "t.toml")
  }

  @Test("A pipe is refused without waiting for it")
  func pipe() throws {
    let folder = try TemporaryFolder()
    #expect(mkfifo(folder.path("t.toml"), 0o600) == 0)
    let error = try #require(throws: Problem.self) { try Thresholds.read(folder.path("t.toml")) }
    #expect(error.description.contains("a pipe, not a regular file"))
  }
}
