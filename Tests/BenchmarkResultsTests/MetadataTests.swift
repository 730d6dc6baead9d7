import BenchmarkModel
import BenchmarkResults
import Foundation
import RunFixtures
import Testing

/// Tests that `run.json` reads back as written, and that errors name the damage.
struct MetadataTests {
  @Test("Metadata reads back unchanged, including wrong texts in any script")
  func roundTrip() throws {
    var metadata = RunFixture().metadata
    metadata.warnings = ["allocations differ between rounds in 2 cells"]
    metadata.wrongTexts = [
      CellMismatch(cell: "a/int/ar_EG/3/type", expectedText: "١٢٣", text: "١", expectedValue: "123")
    ]
    metadata.batchedKeystrokes = ["unformatted/int/en_US/1/type": 64]
    metadata.savedFrom = "r0"
    let bytes = try metadata.json(file: "run.json")
    #expect(try RunMetadata(json: bytes, file: "run.json") == metadata)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("\"start\" : \"2023-11-14T22:13:20Z\""))
    #expect(text.contains("\"schemaVersion\" : 3"))
    #expect(text.hasSuffix("}\n"))
  }

  @Test("Optional figures may be missing, and unknown keys are accepted")
  func optionalFigures() throws {
    let json = """
      {"schemaVersion": 3, "id": "r", "status": "running", "start": "2024-01-02T03:04:05Z",
      "argv": [], "source": {"commit": "", "dirty": true},
      "plan": {"suites": [], "seed": 7, "rounds": 1},
      "toolchain": {"swift": "6.3.1", "configuration": "debug", "allocator": {"name": "none"}},
      "hosts": [{"cpuModel": "", "cores": 1, "kernel": "", "clockSource": ""}],
      "conditions": {"loadAverageAtStart": 0}, "warnings": [], "wrongTexts": [],
      "batchedKeystrokes": {}, "unknown": [1]}
      """
    let metadata = try RunMetadata(json: Array(json.utf8), file: "run.json")
    #expect(metadata.status == .running)
    #expect(metadata.end == nil)
    #expect(metadata.toolchain.icu == nil)
    #expect(metadata.conditions.clockOverheadNanoseconds == nil)
    #expect(metadata.conditions.loadAverageAtStart == 0)
  }

  @Test(
    "Damage is refused, with the line if it is known",
    arguments: [
      ("\"cores\" : 2", "\"cores\" : \"two\"", "hosts.0.cores: ", true),
      ("\"cores\" : 2", "\"cores\" : null", "hosts.0.cores: ", true),
      ("\"cores\" : 2", "\"cores\" : 2.5", "cores is 2.5", true),
      ("\"rounds\" : 2", "\"rounds\" : 1e400", "rounds is 1e400", true),
      ("\"cores\" : 2,", "", "cores is missing", false),
      ("\"rounds\" : 2", "\"rounds\" : -1", "plan.rounds is -1; expected 0 to 100000", true),
      ("\"status\" : \"finished\"", "\"status\" : \"done\"", "status: ", true),
      ("2023-11-14T22:13:20Z", "yesterday", "start: ", true),
      ("\"schemaVersion\" : 3", "\"schemaVersion\" : 9", "schema version 9", true),
      ("\"schemaVersion\" : 3", "\"schemaVersion\" : 2", "; measure again", true),
      ("\"schemaVersion\" : 3", "\"schemaVersion\" : true", "schemaVersion: ", true),
      ("\"schemaVersion\" : 3", "\"schemaVersion\" : 2.5", "schemaVersion is 2.5", true),
      ("\"dirty\" : false", "\"dirty\" : fal", "not valid JSON", false),
    ])
  func damage(_ found: String, _ replacement: String, _ words: String, _ hasLine: Bool) throws {
    let json = try RunFixture().metadata.json(file: "run.json")
    let good = String(decoding: json, as: UTF8.self)
    let bad = good.replacing(found, with: replacement)
    #expect(bad != good)
    let error = try #require(throws: Problem.self) {
      try RunMetadata(json: Array(bad.utf8), file: "run.json")
    }
    #expect(error.description.contains(words), "\(error)")
    let place = try #require(bad.range(of: replacement.isEmpty ? "{" : replacement))
    let line = bad[..<place.lowerBound].count { $0 == "\n" } + 1
    #expect(error.line == (hasLine ? line : nil), "\(error)")
  }

  @Test("A file that is empty or ends too early is refused", arguments: [0, 1, 200])
  func cut(_ bytes: Int) throws {
    let json = try RunFixture().metadata.json(file: "run.json").prefix(bytes)
    let error = try #require(throws: Problem.self) {
      try RunMetadata(json: Array(json), file: "run.json")
    }
    #expect(error.problem.hasPrefix("not valid JSON: "), "\(error)")
    #expect(error.hint == "restore the file or measure again")
  }
}
