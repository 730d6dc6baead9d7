import BenchmarkModel
import BenchmarkResults
import Foundation
import RunFixtures
import Testing

/// Tests that written rows read back unchanged, and with any CSV reader.
struct RoundTripTests {
  @Test("Rows read back equal and in order")
  func rows() throws {
    let folder = try TemporaryFolder()
    let fixture = RunFixture(rounds: 3)
    try fixture.write(to: folder.path("run"))
    let run = try RunReader.read(folder.path("run") + "/")
    #expect(Array(run.rows) == fixture.rows)
    var metadata = run.metadata
    metadata.files = nil
    #expect(metadata == fixture.metadata)
    #expect(try folder.text("run/samples.csv").hasPrefix(SampleFile.header + "\nr1,0123456789,1,"))
  }

  @Test("Names with commas, quotes and line breaks are quoted and read back")
  func quoting() throws {
    let names = ["a,b", "say \"hi\"", "two\nlines", "cr\r\nlf", "naïve ١٢", "\r", "a,b\"", " "]
    let rows = names.enumerated().map { index, name in
      var row = RunFixture().rows[0]
      row.cell.strategy = name
      row.suite = names[names.count - 1 - index]
      row.commit = name
      return row
    }
    let folder = try TemporaryFolder()
    var fixture = RunFixture()
    fixture.metadata.plan.suites += names
    fixture.rows = rows + fixture.rows
    try fixture.write(to: folder.path("run"))
    #expect(try Array(RunReader.read(folder.path("run")).rows) == fixture.rows)
  }

  @Test("CRLF, a byte order mark and quotes around everything are read")
  func dialects() throws {
    let folder = try TemporaryFolder()
    let fixture = RunFixture()
    try fixture.write(to: folder.path("run"))
    let plain = try folder.text("run/samples.csv")
    func read(_ text: String) throws -> [Row] {
      try folder.write(text, to: "run/samples.csv")
      try folder.reseal("run")
      return try Array(RunReader.read(folder.path("run")).rows)
    }
    #expect(try read(plain.replacing("\n", with: "\r\n")) == fixture.rows)
    #expect(try read("\u{FEFF}" + plain) == fixture.rows)
    let quoted = plain.split(separator: "\n").map { line in
      line.split(separator: ",", omittingEmptySubsequences: false).map { "\"\($0)\"" }
        .joined(separator: ",")
    }
    #expect(try read(quoted.joined(separator: "\n") + "\n") == fixture.rows)
    #expect(try read(quoted.joined(separator: "\r\n") + "\r\n") == fixture.rows)
  }

  @Test("A missing figure is an empty field, and never 0")
  func missing() throws {
    var fixture = RunFixture()
    fixture.rows = [fixture.rows[0]]
    fixture.rows[0].summary = Summary(p50: 0)
    fixture.rows[0].text = nil
    let folder = try TemporaryFolder()
    try fixture.write(to: folder.path("run"))
    #expect(try folder.text("run/samples.csv").hasSuffix(",ns,400,,0,,,,,,\n"))
    let row = try #require(RunReader.read(folder.path("run")).rows.first)
    #expect(row.summary.p50 == 0)
    #expect(row.summary.min == nil && row.summary.mean == nil && row.text == nil)
  }

  @Test(
    "A figure is written in the fewest digits, without exponent, and reads back equal",
    arguments: [
      (0, "0"), (1, "1"), (0.1, "0.1"), (1.5, "1.5"), (1e15, "1000000000000000"),
      (1e16, "10000000000000000"), (1.5e17, "150000000000000000"), (123_456.789, "123456.789"),
      (1e22, "10000000000000000000000"), (1e-7, "0.0000001"), (1.25e-9, "0.00000000125"),
      (0x1p53, "9007199254740992"), (0.1 + 0.2, "0.30000000000000004"),
      (512.0 / 3, "170.66666666666666"),
      (.leastNonzeroMagnitude, "0." + String(repeating: "0", count: 323) + "5"),
      (2_147_483_648.5, "2147483648.5"),
    ] as [(Double, String)])
  func figures(_ value: Double, _ text: String) throws {
    #expect(FigureText.text(value) == text)
    #expect(Double(text) == value)
  }

  @Test("Figures of every magnitude read back bit by bit")
  func figuresReadBack() throws {
    var generator = SystemRandomNumberGenerator()
    var fixture = RunFixture()
    let model = fixture.rows[0]
    fixture.rows = (1...2_000).map { round in
      var row = model
      row.round = round
      for figure in Figure.allCases {
        let bits = generator.next() & (UInt64.max >> 1)
        let value = Double(bitPattern: bits)
        // Half of the values have the magnitude of real times.
        row.summary[figure] =
          round % 2 == 0 || !(value <= ResultsBounds.figure) ? Double.random(in: 0...1e6) : value
      }
      if let min = row.summary.min, let max = row.summary.max, min > max {
        row.summary[.min] = max
      }
      return row
    }
    let folder = try TemporaryFolder()
    try fixture.write(to: folder.path("run"))
    #expect(try Array(RunReader.read(folder.path("run")).rows) == fixture.rows)
  }
}
