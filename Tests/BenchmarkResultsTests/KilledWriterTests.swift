import BenchmarkResults
import Foundation
import RunFixtures
import Testing

/// Tests that the half-written files of a killed process do not get in the way.
struct KilledWriterTests {
  /// The process id of the killed process; no process has such a high number.
  private static let killed = 99_999_999
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("A header without run.json is not a run, and its folder can be used for a new run")
  func header() throws {
    let run = RunFixture()
    try run.write(to: folder.path("a"))
    let header = try String(folder.text("a/samples.csv").prefix { $0 != "\n" }) + "\n"
    for left in [header, String(header.prefix(9)), ""] {
      try FileManager.default.removeItem(atPath: folder.path("a/run.json"))
      try folder.write(left, to: "a/samples.csv")
      let writer = try RunWriter.create(folder: folder.path("a"), metadata: run.metadata)
      try writer.append(run.rows)
      try writer.finish { $0 = run.metadata }
      #expect(try Array(RunReader.read(folder.path("a")).rows) == run.rows)
    }
    // Rows are never deleted.
    try FileManager.default.removeItem(atPath: folder.path("a/run.json"))
    #expect(throws: Problem.self) {
      try RunWriter.create(folder: folder.path("a"), metadata: run.metadata)
    }
  }

  @Test("A baseline that was moved away is put back; folders of live processes stay")
  func baseline() throws {
    let store = BaselineStore(resultsFolder: folder.path)
    let run = RunFixture().run(name: "r")
    try store.save(run, as: "main")
    let manager = FileManager.default
    func left(_ name: String) -> String { folder.path("baselines/.main.\(name)") }
    try manager.moveItem(
      atPath: folder.path("baselines/main"), toPath: left("\(Self.killed).new.old"))
    for name in ["\(Self.killed).new", "1.new", "x.new"] {
      try manager.createDirectory(atPath: left(name), withIntermediateDirectories: true)
    }
    let error = #expect(throws: Problem.self) { try store.save(run, as: "main") }
    #expect(error.map { "\($0)".contains("there is a baseline of that name") } == true)
    #expect(try store.names() == ["main"])
    try store.save(run, as: "main", force: true)
    #expect(
      try manager.contentsOfDirectory(atPath: folder.path("baselines")).sorted()
        == [".gitattributes", ".main.1.new", ".main.x.new", "main"])
  }
}
