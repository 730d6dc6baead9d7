import BenchmarkModel
import BenchmarkResults
import Foundation
import RunFixtures
import Testing

/// Tests that a run that was killed at any moment can be read.
struct KilledRunTests {
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
}
