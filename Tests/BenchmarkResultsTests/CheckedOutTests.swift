import BenchmarkResults
import Foundation
import RunFixtures
import Testing

/// Baselines that version control has written otherwise than they were committed.
struct CheckedOutTests {
  private let folder: TemporaryFolder
  private let store: BaselineStore

  init() throws {
    folder = try TemporaryFolder()
    store = BaselineStore(resultsFolder: folder.path)
    try store.save(RunFixture().run(name: "r1"), as: "main")
  }

  @Test("Beside baselines git is told to leave line breaks as they are; what is there stays")
  func attributes() throws {
    #expect(try folder.text("baselines/.gitattributes") == "* -text\n")
    #expect(try store.names() == ["main"])
    try folder.write("* binary\n", to: "baselines/.gitattributes")
    try store.save(RunFixture().run(name: "r1"), as: "other")
    #expect(try folder.text("baselines/.gitattributes") == "* binary\n")
  }

  @Test("CRLF in place of LF is named, with what helps; another change is not called so")
  func lineBreaks() throws {
    let text = try folder.text("baselines/main/samples.csv")
    try folder.write(text.replacing("\n", with: "\r\n"), to: "baselines/main/samples.csv")
    let error = #expect(throws: Problem.self) { try store.load("main") }
    #expect(error?.problem.contains("CRLF, as git writes them with core.autocrlf") == true)
    #expect(error?.hint?.contains("* -text") == true)
    try folder.write(
      text.replacing("\n", with: "\r\n").replacing(",5,", with: ",6,"),
      to: "baselines/main/samples.csv")
    let other = #expect(throws: Problem.self) { try store.load("main") }
    #expect(other?.problem.contains("CRLF") == false)
  }

  @Test("A pointer of Git LFS is named", arguments: ["samples.csv", "run.json"])
  func pointer(_ file: String) throws {
    try folder.write(
      "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n",
      to: "baselines/main/\(file)")
    let error = #expect(throws: Problem.self) { try store.load("main") }
    #expect(error?.file?.hasSuffix(file) == true)
    #expect(
      error?.problem.contains("a pointer of Git LFS") == true && error?.hint == "git lfs pull")
  }
}
