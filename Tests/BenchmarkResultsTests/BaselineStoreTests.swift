import BenchmarkModel
import BenchmarkResults
import Foundation
import RunFixtures
import Testing

/// Tests of saving, listing, reading and removing baselines.
struct BaselineStoreTests {
  @Test("A saved baseline folds times and keeps exact rows unchanged")
  func folds() throws {
    let folder = try TemporaryFolder()
    let store = BaselineStore(resultsFolder: folder.path("results"))
    let run = RunFixture(rounds: 3).run(name: "runs/r1")
    try store.save(run, as: "main")
    let saved = try store.load("main")
    let cell = RunFixture.cells[0]
    let times = saved.rows.filter { $0.cell == cell && $0.metric == .time && $0.phase == .total }
    try #require(times.count == 1)
    #expect(times[0].round == 0)
    #expect(times[0].count == 1200)
    // The p50 of rounds 1 to 3 of the fixture: 1125 plus a quarter, a half and three quarters.
    #expect(times[0].summary.p50 == 1126)
    #expect(times[0].summary.max == 7201)
    #expect(times[0].summary.min == 900)
    let exact = run.rows.filter { $0.metric.isExact }
    let savedExact = saved.rows.filter { $0.metric.isExact }
    #expect(savedExact.count == exact.count)
    #expect(
      Set(savedExact.map { "\($0.series) \($0.summary)" })
        == Set(exact.map { "\($0.series) \($0.summary)" }))
    #expect(saved.metadata.savedFrom == "r1")
    #expect(saved.rows.allSatisfy { $0.commit == RunFixture().rows[0].commit && $0.run == "main" })
    #expect(try store.names() == ["main"])
  }

  @Test("A misspelt name suggests the baseline with a similar name")
  func nearName() throws {
    let folder = try TemporaryFolder()
    let store = BaselineStore(resultsFolder: folder.path)
    try store.save(RunFixture().run(name: "r"), as: "main")
    let near = #expect(throws: Problem.self) { try store.resolve("mian") }
    #expect(near?.hint == "did you mean main?")
    let far = #expect(throws: Problem.self) { try store.resolve("yesterday") }
    #expect(far != nil && far?.hint == nil)
  }

  @Test("An exact metric that varied keeps one row per round")
  func keepsVaryingRows() throws {
    let folder = try TemporaryFolder()
    let store = BaselineStore(resultsFolder: folder.path)
    var fixture = RunFixture()
    let place = try #require(fixture.rows.firstIndex { $0.metric == .allocations })
    fixture.rows[place].round = 1
    var second = fixture.rows[place]
    second.round = 2
    second.summary = .constant(99)
    fixture.rows.append(second)
    try store.save(fixture.run(name: "r"), as: "v")
    let rows = try store.load("v").rows.filter { $0.series == second.series }
    #expect(rows.map(\.round) == [1, 2])
    #expect(rows.map(\.summary.p50) == [5, 99])
  }

  @Test("Shares over a limit cover all rounds, also those without a keystroke over it")
  func shares() throws {
    let folder = try TemporaryFolder()
    let store = BaselineStore(resultsFolder: folder.path)
    var fixture = RunFixture(cells: [RunFixture.cells[0]], rounds: 2)
    let place = try #require(
      fixture.rows.firstIndex { $0.phase == .total && $0.metric == .time && $0.round == 2 })
    fixture.rows[place].summary[.max] = 2e7
    var over = fixture.rows[place]
    over.metric = .over17ms
    over.summary = Summary(mean: 0.005)
    fixture.rows.append(over)
    try store.save(fixture.run(name: "r"), as: "v")
    let saved = try #require(store.load("v").rows.first { $0.metric == .over17ms })
    #expect(saved.summary.mean == 0.0025 && saved.count == 800)
  }

  @Test("Every row of zeros is saved and read again")
  func zeros() throws {
    let folder = try TemporaryFolder()
    let store = BaselineStore(resultsFolder: folder.path)
    let run = RunFixture.measured(RunFixture.cells[0]).run(name: "r")
    try store.save(run, as: "main")
    let lines = try folder.text("baselines/main/samples.csv").split(separator: "\n")
    #expect(lines.count == 1 + run.rows.count)
    let exact = { (rows: RowTable) in
      Set(rows.filter { $0.metric.isExact }.map { "\($0.series) \($0.count) \($0.summary)" })
    }
    #expect(try exact(store.load("main").rows) == exact(run.rows))
  }

  @Test("Cells that a replaced baseline would lose are counted, with the filter of the run")
  func lostCells() throws {
    let folder = try TemporaryFolder()
    let store = BaselineStore(resultsFolder: folder.path)
    try store.save(RunFixture().run(name: "r"), as: "main")
    var part = RunFixture(id: "r2", cells: [RunFixture.cells[0]])
    part.metadata.plan.filter = CellFilter(strategy: ["a"])
    let run = part.run(name: "part")
    #expect(
      store.lost(of: "main", replacedBy: run)
        == "3 of its 4 cells are not in the run, which was measured with --strategy a")
    let error = #expect(throws: Problem.self) { try store.save(run, as: "main") }
    #expect(error?.description.contains("3 of its 4 cells") == true)
    #expect(store.lost(of: "main", replacedBy: RunFixture().run(name: "r")) == nil)
  }

  @Test("A baseline saved again from its own folder stays unchanged")
  func savedAnew() throws {
    let folder = try TemporaryFolder()
    let store = BaselineStore(resultsFolder: folder.path)
    try store.save(RunFixture.measured(RunFixture.cells[0]).run(name: "r"), as: "main")
    try store.save(RunReader.read(store.path(of: "main")), as: "again")
    func lines(_ name: String) throws -> [Substring] {
      try folder.text("baselines/\(name)/samples.csv").split(separator: "\n").dropFirst()
        .map { $0.dropFirst(name.count) }
    }
    #expect(try lines("again") == lines("main"))
  }

  @Test("A baseline is replaced only with force, and as a whole")
  func force() throws {
    let folder = try TemporaryFolder()
    let store = BaselineStore(resultsFolder: folder.path)
    try store.save(RunFixture().run(name: "a"), as: "main")
    let other = RunFixture(id: "r2", cells: [RunFixture.cells[0]]).run(name: "b")
    let error = try #require(throws: Problem.self) { try store.save(other, as: "main") }
    #expect(error.description.contains("replace it with --force"))
    #expect(try store.load("main").metadata.savedFrom == "r1")
    try store.save(other, as: "main", force: true)
    #expect(try store.load("main").metadata.savedFrom == "r2")
    #expect(
      try Set(FileManager.default.contentsOfDirectory(atPath: store.folder)) == [
        ".gitattributes", "main",
      ])
  }

  @Test("Unfinished runs, empty runs and bad names are refused, and leave no files")
  func refuses() throws {
    let folder = try TemporaryFolder()
    let store = BaselineStore(resultsFolder: folder.path)
    var fixture = RunFixture()
    for name in ["", ".", "..", "a/b", "-x", "ü", String(repeating: "a", count: 65)] {
      let error = try #require(throws: Problem.self) {
        try store.save(fixture.run(name: "r"), as: name)
      }
      #expect(error.description.contains("not a name for a baseline"))
    }
    fixture.metadata.status = .interrupted
    let error = try #require(throws: Problem.self) {
      try store.save(fixture.run(name: "r"), as: "x")
    }
    #expect(error.description.contains("the run is interrupted; expected a finished one"))
    fixture.metadata.status = .finished
    fixture.rows = []
    #expect(throws: Problem.self) { try store.save(fixture.run(name: "r"), as: "x") }
    #expect(!FileManager.default.fileExists(atPath: store.folder))
  }

  @Test("Names and folders are resolved; anything else is named in the error")
  func resolves() throws {
    let folder = try TemporaryFolder()
    let store = BaselineStore(resultsFolder: folder.path)
    try store.save(RunFixture().run(name: "r"), as: "main")
    try RunFixture(id: "r9").write(to: folder.path("r9"))
    #expect(try store.resolve("main").metadata.savedFrom == "r1")
    #expect(try store.resolve(folder.path("r9")).metadata.id == "r9")
    let error = try #require(throws: Problem.self) { try store.resolve("mian") }
    #expect(error.description.contains("no such baseline"))
    #expect(
      try #require(throws: Problem.self) { try store.load("mian") }
        .description.contains("expected one of main"))
    try store.remove("main")
    #expect(try store.names() == [])
    #expect(throws: Problem.self) { try store.remove("main") }
  }

  @Test("A baseline of 200 cells stays under 500 KB")
  func size() throws {
    let folder = try TemporaryFolder()
    let store = BaselineStore(resultsFolder: folder.path)
    let run = LargeRun.metadata(rounds: 5)
    try store.save(
      Run(name: "big", metadata: run, rows: RowTable(LargeRun.rows(cells: 200, rounds: 5))),
      as: "default")
    let size = try #require(
      FileManager.default.attributesOfItem(atPath: store.path(of: "default") + "/samples.csv")[
        .size]
        as? Int)
    #expect(size < 500_000)
    #expect(try store.load("default").rows.count == 200 * LargeRun.rowsPerBaselineCell)
  }
}
