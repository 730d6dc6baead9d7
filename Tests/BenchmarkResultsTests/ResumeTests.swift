import BenchmarkModel
import BenchmarkResults
import Foundation
import RunFixtures
import Testing

/// Tests that a run interrupted at any moment can be read and continued.
struct ResumeTests {
  /// Returns the folder of a killed run: status running, with `bytes` cut off the end of its rows.
  private func killed(cutting bytes: Int = 0) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    var fixture = RunFixture()
    fixture.metadata.status = .running
    fixture.metadata.end = nil
    try fixture.write(to: folder.path("run"))
    try folder.write(String(folder.text("run/samples.csv").dropLast(bytes)), to: "run/samples.csv")
    return folder
  }

  @Test("A killed run reads without the line that was being written", arguments: [1, 7, 60])
  func readsCutLine(_ bytes: Int) throws {
    let folder = try killed(cutting: bytes)
    let run = try RunReader.read(folder.path("run"))
    #expect(run.rows.count == RunFixture().rows.count - 1)
    #expect(run.metadata.warnings.contains { $0.contains("was cut when the run was killed") })
    #expect(try folder.text("run/samples.csv").last != "\n", "reading changes nothing on disk")
  }

  @Test(
    "In a run that ended normally a cut line is damage",
    arguments: [
      RunStatus.finished, .interrupted, .failed,
    ])
  func refusesCutLine(_ status: RunStatus) throws {
    let folder = try TemporaryFolder()
    var fixture = RunFixture()
    fixture.metadata.status = status
    try fixture.write(to: folder.path("run"))
    try folder.write(String(folder.text("run/samples.csv").dropLast(5)), to: "run/samples.csv")
    let error = try #require(throws: Problem.self) {
      try RunReader.read(folder.path("run"))
    }
    #expect(error.line == RunFixture().rows.count + 1)
  }

  @Test("Rows that the last call may have written in part are removed", arguments: [0, 10, 300])
  func takesBackTheLastCell(_ bytes: Int) throws {
    let folder = try killed(cutting: bytes)
    let (writer, rest) = try RunWriter.resume(folder: folder.path("run"))
    let last = try #require(RunFixture.cells.last)
    // The fixture ends with the exact rows of its last cell.
    let expected = RunFixture().rows.filter { !($0.cell == last && $0.metric.isExact) }
    #expect(Array(rest.rows) == expected)
    #expect(try Array(RunReader.read(folder.path("run")).rows) == expected)
    #expect(writer.metadata.status == .running)

    try writer.append(RunFixture().rows.filter { $0.cell == last && $0.metric.isExact })
    try writer.finish { $0.status = .finished }
    let whole = try RunReader.read(folder.path("run"))
    #expect(Array(whole.rows) == RunFixture().rows)
    #expect(whole.metadata.status == .finished)
  }

  @Test("Of the times, only the last round of the last cell is removed")
  func takesBackTheLastTiming() throws {
    let folder = try TemporaryFolder()
    var fixture = RunFixture()
    fixture.metadata.status = .interrupted
    fixture.rows = fixture.rows.filter { $0.metric == .time }
    try fixture.write(to: folder.path("run"))
    let last = try #require(fixture.rows.last)
    let (_, rest) = try RunWriter.resume(folder: folder.path("run"))
    #expect(
      Array(rest.rows) == fixture.rows.filter { $0.cell != last.cell || $0.round != last.round })
  }

  @Test("A run without rows starts from the beginning")
  func nothingYet() throws {
    let folder = try TemporaryFolder()
    var fixture = RunFixture()
    fixture.metadata.status = .running
    fixture.rows = []
    try fixture.write(to: folder.path("run"))
    let (writer, rest) = try RunWriter.resume(folder: folder.path("run"))
    #expect(rest.rows.isEmpty)
    try writer.append(RunFixture().rows)
    #expect(try RunReader.read(folder.path("run")).rows.count == RunFixture().rows.count)
  }

  @Test("A finished run is not changed")
  func finished() throws {
    let folder = try TemporaryFolder()
    try RunFixture().write(to: folder.path("run"))
    let before = try folder.text("run/samples.csv")
    let error = try #require(throws: Problem.self) {
      try RunWriter.resume(folder: folder.path("run"))
    }
    #expect(error.description.contains("nothing to resume"))
    #expect(try folder.text("run/samples.csv") == before)
  }
}
