import BenchmarkModel
import BenchmarkResults
import RunFixtures
import Testing

/// Tests that the reader returns whole rows or an error, wherever a file ends.
struct ReaderPropertyTests {
  /// Returns a small file with quotes, CRLF and every kind of field.
  static func file() throws -> [UInt8] {
    let folder = try TemporaryFolder()
    var fixture = RunFixture(cells: [RunFixture.cells[0]], rounds: 1)
    fixture.rows[1].suite = "a \"quoted\", name"
    fixture.rows[2].summary = Summary(p50: 0.1 + 0.2)
    fixture.rows[3].text = nil
    try fixture.write(to: folder.path("run"))
    let text = try folder.text("run/samples.csv")
    return Array(text.replacing(",ok\n", with: ",ok\r\n", maxReplacements: 1).utf8)
  }

  @Test("A file cut anywhere reads up to a whole line, and is refused inside one")
  func cutAnywhere() throws {
    let bytes = try Self.file()
    let whole = Array(try SampleFile.parse(bytes, file: "f"))
    for length in bytes.indices {
      let cut = Array(bytes[..<length])
      if cut.last == UInt8(ascii: "\n") {
        let rows = try SampleFile.parse(cut, file: "f")
        #expect(rows.elementsEqual(whole.prefix(rows.count)))
        #expect(rows.count == cut.count { $0 == UInt8(ascii: "\n") } - 1)
      } else {
        let error = try #require(throws: Problem.self) {
          try SampleFile.parse(cut, file: "f")
        }
        #expect(error.line != nil)
      }
    }
  }
}
