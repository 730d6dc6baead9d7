import BenchmarkModel
import BenchmarkResults
import RunFixtures
import Testing

/// Tests that the reader returns rows or an error for any file: it never crashes and never invents rows.
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

  @Test("Bytes changed, removed or repeated at random give rows or an error", arguments: 1...20)
  func mutations(_ seed: UInt64) throws {
    var random = Xorshift(state: seed)
    let good = try Self.file()
    var refused = 0
    for _ in 0..<200 {
      var bytes = good
      for _ in 0...random.next(4) {
        let place = random.next(bytes.count)
        let special = Array(",\"\n\r-.e/09\u{FF}".utf8)
        switch random.next(4) {
        case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next(256))
        case 1: bytes[place] = special[random.next(special.count)]
        case 2: bytes.remove(at: place)
        default: bytes.insert(contentsOf: bytes[place...].prefix(random.next(30)), at: place)
        }
      }
      do {
        let rows = try SampleFile.parse(bytes, file: "f")
        for row in rows {
          #expect(row.count >= 0 && row.round >= 0)
          for figure in Figure.allCases { #expect((row.summary[figure] ?? 0) >= 0) }
        }
      } catch {
        refused += 1
        #expect(error.line != nil && error.file == "f")
      }
    }
    #expect(refused > 50)
  }
}
