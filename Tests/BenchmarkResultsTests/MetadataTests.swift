import BenchmarkModel
import BenchmarkResults
import Foundation
import RunFixtures
import Testing

/// `run.json`: what is written reads back, and damage is named.
struct MetadataTests {
  @Test("Metadata reads back as it was, wrong texts in any script included")
  func roundTrip() throws {
    var metadata = RunFixture().metadata
    metadata.warnings = ["allocations differ between rounds in 2 cells"]
    metadata.wrongTexts = [
      WrongText(cell: "a/int/ar_EG/3/type", expectedText: "١٢٣", text: "١", expectedValue: "123")
    ]
    metadata.batchedKeystrokes = ["unformatted/int/en_US/1/type": 64]
    metadata.savedFrom = "r0"
    let bytes = try metadata.json()
    #expect(try RunMetadata(json: bytes, file: "run.json") == metadata)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("\"start\" : \"2023-11-14T22:13:20Z\""))
    #expect(text.contains("\"schemaVersion\" : 2"))
    #expect(text.hasSuffix("}\n"))
  }

  @Test("Optional figures may be missing")
  func optionalFigures() throws {
    let json = """
      {"schemaVersion": 2, "id": "r", "status": "running", "start": "2024-01-02T03:04:05Z",
      "argv": [], "seed": 7, "commit": "", "dirty": true, "suites": [], "roundsPlanned": 1,
      "swiftVersion": "6.3.1", "configuration": "debug", "allocator": "none", "cpuModel": "",
      "cores": 1, "kernel": "", "clockSource": "", "loadAverageAtStart": 0, "unknown": [1]}
      """
    let metadata = try RunMetadata(json: Array(json.utf8), file: "run.json")
    #expect(metadata.status == .running)
    #expect(metadata.end == nil)
    #expect(metadata.clockOverheadNanoseconds == nil)
    #expect(metadata.warnings.isEmpty && metadata.wrongTexts.isEmpty)
  }

  @Test(
    "Damage names the line and what was expected",
    arguments: [
      ("\"cores\" : 2", "\"cores\" : \"two\"", "cores is of another kind; expected a whole number"),
      ("\"cores\" : 2", "\"cores\" : 2.5", "cores is out of range; expected a whole"),
      ("\"cores\" : 2,", "", "the key cores is missing"),
      ("\"status\" : \"finished\"", "\"status\" : \"done\"", "expected one of running, finished"),
      ("2023-11-14T22:13:20Z", "yesterday", "start: found \"yesterday\", expected a date"),
      ("\"schemaVersion\" : 2", "\"schemaVersion\" : 9", "schema version 9; expected version 2"),
      ("\"schemaVersion\" : 2", "\"schemaVersion\" : true", "expected a whole number"),
      ("\"dirty\" : false", "\"dirty\" : fal", "not valid JSON"),
    ])
  func damage(_ found: String, _ replacement: String, _ words: String) throws {
    let good = String(decoding: try RunFixture().metadata.json(), as: UTF8.self)
    let bad = good.replacing(found, with: replacement)
    #expect(bad != good)
    let error = try #require(throws: ResultsError.self) {
      try RunMetadata(json: Array(bad.utf8), file: "run.json")
    }
    #expect(error.description.contains(words), "\(error)")
    if !replacement.isEmpty {
      let place = try #require(bad.range(of: replacement))
      #expect(error.line == bad[..<place.lowerBound].count { $0 == "\n" } + 1, "\(error)")
    }
  }

  @Test("A file that ends too early names its last line")
  func cut() throws {
    let bytes = try RunFixture().metadata.json()
    let text = String(decoding: bytes.prefix(200), as: UTF8.self)
    let error = try #require(throws: ResultsError.self) {
      try RunMetadata(json: Array(text.utf8), file: "run.json")
    }
    #expect(error.line == text.count { $0 == "\n" } + 1)
    #expect(
      try #require(throws: ResultsError.self) { try RunMetadata(json: [], file: "run.json") }
        .description.contains("run.json:1: the file is empty"))
  }
}
