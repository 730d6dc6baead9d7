import BenchmarkModel
import BenchmarkResults
import Foundation
import RunFixtures
import Testing

/// Tests that a finished run is complete: `run.json` has the number of rows and the digest of each file.
struct FinishedRunTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try RunFixture().write(to: folder.path("run"))
  }

  private func refusal() throws -> Problem {
    try #require(throws: Problem.self) { try RunReader.read(folder.path("run")) }
  }

  @Test("run.json has the count and the digest that sha256sum gives")
  func record() async throws {
    let record = try #require(
      try RunReader.read(folder.path("run")).metadata.files?["samples.csv"])
    #expect(record.rows == RunFixture().rows.count)
    let bytes = try Array(Data(contentsOf: URL(filePath: folder.path("run/samples.csv"))))
    #expect(record.sha256 == SHA256.digest(of: bytes))
  }

  @Test("A missing row is damage, and the error has both counts", arguments: [1, 2, 30, 56])
  func rowGone(_ line: Int) throws {
    try folder.editLines(of: "run/samples.csv") { $0.remove(at: line) }
    let error = try refusal()
    #expect(error.file == folder.path("run/samples.csv"))
    #expect(error.problem == "55 rows, and 56 when the run finished")
    #expect(error.hint == "restore the file or measure again")
  }

  @Test("A file cut between two rows is damage, also after the header", arguments: [0, 1, 28])
  func cut(_ rows: Int) throws {
    try folder.editLines(of: "run/samples.csv") { $0 = Array($0[...rows]) + [""] }
    #expect(try refusal().problem == "\(rows) rows, and 56 when the run finished")
  }

  @Test("A changed figure, swapped rows and CRLF are damage")
  func otherBytes() throws {
    let whole = try folder.text("run/samples.csv")
    var lines = whole.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    lines.swapAt(3, 4)
    for text in [
      whole.replacing(",400,", with: ",401,", maxReplacements: 1),
      whole.replacing("\n", with: "\r\n"), lines.joined(separator: "\n"),
    ] {
      try folder.write(text, to: "run/samples.csv")
      #expect(try refusal().problem.hasPrefix("not as it was when the run finished"))
    }
  }

  @Test("Without count and digest a finished run is refused")
  func noRecord() throws {
    try folder.editJSON(of: "run/run.json") { $0["files"] = nil }
    #expect(try refusal().problem.hasPrefix("run.json has no count and no digest of it"))
    func keep(_ name: String) throws {
      try folder.editJSON(of: "run/run.json") {
        $0["files"] = [name: ["rows": 1, "sha256": "0"] as [String: Any]]
      }
    }
    try keep("sites.csv")
    #expect(try refusal().problem.hasPrefix("run.json has no count and no digest of it"))
    try keep("other.csv")
    #expect(
      try refusal().problem == "run.json has the digest of other.csv, which is not a file of a run")
  }

  @Test("An unfinished run has no digests, and is read even if a row is missing")
  func unfinished() throws {
    for status in [RunStatus.running, .interrupted, .failed] {
      var fixture = RunFixture()
      fixture.metadata.status = status
      try fixture.write(to: folder.path(status.rawValue))
      try folder.editLines(of: "\(status.rawValue)/samples.csv") { $0.remove(at: 3) }
      let run = try RunReader.read(folder.path(status.rawValue))
      #expect(run.metadata.files == nil)
      #expect(run.rows.count == fixture.rows.count - 1)
    }
  }

  @Test("A finished run whose status is changed to interrupted is refused")
  func statusForged() throws {
    try folder.editJSON(of: "run/run.json") { $0["status"] = "interrupted" }
    #expect(try refusal().problem == "the run is interrupted, and yet run.json has its digest")
  }

  @Test("A change that another process made to the file meanwhile is damage")
  func otherWriter() throws {
    var fixture = RunFixture()
    fixture.metadata.status = .running
    let writer = try RunWriter.create(folder: folder.path("two"), metadata: fixture.metadata)
    try writer.append(fixture.rows.prefix(20))
    try folder.editLines(of: "two/samples.csv") { $0.remove(at: 5) }
    try writer.append(fixture.rows.dropFirst(20))
    try writer.finish { $0.status = .finished }
    #expect(throws: Problem.self) { try RunReader.read(folder.path("two")) }
  }

  @Test("Missing, cut or changed sites, and sites of a run that had none, are refused")
  func sites() throws {
    let cell = RunFixture.cells[0]
    func site(_ function: String) -> CostSite {
      CostSite(
        series: SeriesKey(
          suite: "keystrokes", cell: cell, phase: .format, metric: .allocations, instrument: .shim),
        stack: [StackFrame(function: function)], count: 1, bytes: 16)
    }
    var fixture = RunFixture()
    fixture.metadata.status = .running
    let path = folder.path("sites")
    let writer = try RunWriter.create(folder: path, metadata: fixture.metadata)
    try writer.append(fixture.rows)
    try SiteFile.write([site("a"), site("b")], toRun: path)
    try writer.finish { $0.status = .finished }
    #expect(try SiteFile.read(fromRun: path).count == 2)

    let whole = try folder.text("sites/sites.csv")
    try folder.editLines(of: "sites/sites.csv") { $0.remove(at: 1) }
    var error = try #require(throws: Problem.self) { try SiteFile.read(fromRun: path) }
    #expect(error.problem == "1 rows, and 2 when the run finished")
    try folder.write(whole.replacing(",a,", with: ",c,"), to: "sites/sites.csv")
    error = try #require(throws: Problem.self) { try SiteFile.read(fromRun: path) }
    #expect(error.problem.hasPrefix("not as it was"))
    try FileManager.default.removeItem(atPath: folder.path("sites/sites.csv"))
    error = try #require(throws: Problem.self) { try RunReader.read(path) }
    #expect(error.problem.hasPrefix("sites.csv is gone"))

    try SiteFile.write([site("a")], toRun: folder.path("run"))
    error = try #require(throws: Problem.self) {
      try SiteFile.read(fromRun: folder.path("run"))
    }
    #expect(error.problem.hasPrefix("run.json has no count and no digest of it"))
  }

  @Test("A merged run and a baseline have count and digest too")
  func derived() throws {
    var twin = RunFixture(id: "r2")
    twin.metadata.start += 60
    for cell in RunFixture.cells { twin.change(cell, .total, .time) { $0.summary[.mean]! += 1 } }
    for cell in RunFixture.cells { twin.change(cell, .first, .time) { $0.summary[.mean]! += 1 } }
    for cell in RunFixture.cells { twin.change(cell, .parse, .time) { $0.summary[.mean]! += 1 } }
    let merge = try RunMerge(
      [RunReader.read(folder.path("run")), twin.run(name: "r2")], argv: ["merge"])
    _ = try merge.save(to: folder.path("merged"))
    let merged = try RunReader.read(folder.path("merged"))
    #expect(merged.metadata.files?["samples.csv"]?.rows == merged.rows.count)
    let store = BaselineStore(resultsFolder: folder.path)
    try store.save(merged, as: "main")
    #expect(try store.load("main").metadata.files?["samples.csv"] != nil)
  }

  @Test("A baseline that is not finished is refused")
  func unfinishedBaseline() throws {
    var fixture = RunFixture()
    fixture.metadata.status = .interrupted
    try fixture.write(to: folder.path("baselines/main"))
    let error = try #require(throws: Problem.self) {
      try BaselineStore(resultsFolder: folder.path).load("main")
    }
    #expect(error.problem == "the baseline is interrupted")
  }
}
