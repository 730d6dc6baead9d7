import BenchmarkModel
import BenchmarkResults
import Foundation
import RunFixtures
import Testing

/// Tests that a run on disk is readable at any moment, and never contains a partial row.
struct RunWriterTests {
  @Test(
    "A run that was never finished reads, and says so",
    arguments: [RunStatus.running, .interrupted, .failed])
  func unfinished(_ status: RunStatus) throws {
    let folder = try TemporaryFolder()
    var metadata = RunFixture().metadata
    metadata.status = status
    metadata.end = nil
    let writer = try RunWriter.create(folder: folder.path("a/b/run"), metadata: metadata)
    try writer.append(RunFixture().rows.prefix(3))
    let run = try RunReader.read(folder.path("a/b/run"))
    #expect(run.metadata.status == status)
    #expect(run.rows.count == 3)
  }

  @Test("A folder that contains a run is refused")
  func refusesSecondRun() throws {
    let folder = try TemporaryFolder()
    try RunFixture().write(to: folder.path("run"))
    let before = try folder.text("run/samples.csv")
    let error = try #require(throws: Problem.self) {
      try RunWriter.create(folder: folder.path("run"), metadata: RunFixture().metadata)
    }
    #expect(error.description.contains("already holds a run; name another folder"))
    #expect(try folder.text("run/samples.csv") == before)
  }

  @Test("A folder that cannot be created is named")
  func refusesBadFolder() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "file")
    let error = try #require(throws: Problem.self) {
      try RunWriter.create(folder: folder.path("file/run"), metadata: RunFixture().metadata)
    }
    #expect(error.description.contains("Not a directory") || error.description.contains("exists"))
  }

  @Test("finish rewrites run.json and leaves nothing else behind")
  func finish() throws {
    let folder = try TemporaryFolder()
    var metadata = RunFixture().metadata
    metadata.status = .running
    let writer = try RunWriter.create(folder: folder.path("run"), metadata: metadata)
    try writer.finish {
      $0.status = .finished
      $0.conditions.loadAverageAtEnd = 1.5
    }
    #expect(try RunReader.read(folder.path("run")).metadata == writer.metadata)
    #expect(writer.metadata.status == .finished)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path("run")).sorted()
        == ["run.json", "samples.csv"])
  }

  @Test("Rows that the reader would refuse are not written")
  func refusesBadRows() throws {
    let folder = try TemporaryFolder()
    let writer = try RunWriter.create(
      folder: folder.path("run"), metadata: RunFixture().metadata)
    let good = RunFixture().rows[0]
    let changes: [(String, (inout Row) -> Void)] = [
      ("its p50 is -1.0", { $0.summary[.p50] = -1 }),
      ("its max is inf", { $0.summary[.max] = .infinity }),
      ("its round is -1", { $0.round = -1 }), ("its count is -1", { $0.count = -1 }),
      ("a part that is empty or has a /", { $0.cell.script = "a/b" }),
      ("a part that is empty or has a /", { $0.cell.locale = "" }),
      ("names no run", { $0.run = "" }), ("names no suite", { $0.suite = "" }),
      ("its round is 100001", { $0.round = 100_001 }),
      ("its length is 1000001", { $0.cell.length = 1_000_001 }),
      ("its max is 2e+18", { $0.summary[.max] = 2e18 }),
      ("a name of 300 bytes", { $0.suite = String(repeating: "x", count: 300) }),
      ("min is 9.0, max 8.0", { $0.summary = Summary(min: 9, max: 8) }),
    ]
    for (words, change) in changes {
      var bad = good
      change(&bad)
      let error = try #require(throws: Problem.self) { try writer.append([good, bad]) }
      #expect(error.description.contains(words), "\(error)")
    }
    #expect(try folder.text("run/samples.csv") == SampleFile.header + "\n")
  }

  @Test("Metadata with a figure that is not a number is refused, and the old metadata stays")
  func refusesNaN() throws {
    let folder = try TemporaryFolder()
    try RunFixture().write(to: folder.path("run"))
    var metadata = RunFixture().metadata
    metadata.status = .running
    let writer = try RunWriter.create(folder: folder.path("b"), metadata: metadata)
    #expect(throws: Problem.self) {
      try writer.update { $0.conditions.loadAverageAtStart = .nan }
    }
    #expect(try RunReader.read(folder.path("b")).metadata == metadata)
  }
}
