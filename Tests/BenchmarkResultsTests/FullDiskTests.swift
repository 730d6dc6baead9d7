import BenchmarkResults
import Foundation
import Glibc
import RunFixtures
import Testing

/// Tests that a full disk in the middle of a run leaves whole rows and a readable `run.json`.
struct FullDiskTests {
  @Test("Rows that do not fit are removed, and the run stays readable")
  func fullDisk() async {
    // The limit applies to a whole process, so the test runs in its own process.
    await #expect(processExitsWith: .success) {
      signal(SIGXFSZ, SIG_IGN)
      let folder = try TemporaryFolder()
      let fixture = RunFixture()
      var metadata = fixture.metadata
      metadata.status = .running
      let writer = try RunWriter.create(folder: folder.path("run"), metadata: metadata)
      try writer.append(fixture.rows.prefix(5))
      let before = try folder.text("run/samples.csv")

      // Leave room for the next row and a half, so that the write stops in the middle of a row.
      var limit = rlimit(rlim_cur: rlim_t(before.utf8.count + 150), rlim_max: rlim_t.max)
      try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
      let error = try #require(throws: Problem.self) {
        try writer.append(fixture.rows.dropFirst(5).prefix(10))
      }
      #expect(error.file == folder.path("run/samples.csv"))
      #expect(error.description.contains("10 rows could not be written: File too large"))
      #expect(try folder.text("run/samples.csv") == before)

      // Not even run.json can be rewritten: the old one stays.
      limit.rlim_cur = 100
      try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
      #expect(throws: Problem.self) { try writer.finish { $0.status = .failed } }
      let run = try RunReader.read(folder.path("run"))
      #expect(run.metadata.status == .running)
      #expect(Array(run.rows) == Array(fixture.rows.prefix(5)))
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder.path("run")).sorted()
          == ["run.json", "samples.csv"])

      // With room again, the run continues where it stopped.
      limit.rlim_cur = rlim_t.max
      try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
      try writer.append(fixture.rows.dropFirst(5))
      #expect(try Array(RunReader.read(folder.path("run")).rows) == fixture.rows)
    }
  }
}
