import BenchmarkModel
import BenchmarkResults
import RunFixtures
import Testing

/// A baseline without its rows of zeros, and what is read of it.
struct ImpliedZerosTests {
  private let folder: TemporaryFolder
  private let store: BaselineStore
  private static let cell = RunFixture.cells[0]

  init() throws {
    folder = try TemporaryFolder()
    store = BaselineStore(resultsFolder: folder.path)
  }

  private func lines(of name: String) throws -> [Substring] {
    try folder.text("baselines/\(name)/samples.csv").split(separator: "\n")
  }

  @Test("Rows of zeros are left out of the file, and are there again when it is read")
  func roundTrip() throws {
    let run = RunFixture.measured(Self.cell).run(name: "r")
    try store.save(run, as: "main")
    let saved = try lines(of: "main")
    // First, filter, format, refresh and rest of two metrics, and what was leaked.
    #expect(saved.count == 1 + run.rows.count - 11)
    #expect(!saved.contains { $0.contains("leaked_bytes") || $0.contains("filter,bytes") })
    let loaded = try store.load("main")
    #expect(loaded.rows.count == run.rows.count)
    let exact = { (rows: RowTable) in
      Set(rows.filter { $0.metric.isExact }.map { "\($0.series) \($0.count) \($0.summary)" })
    }
    #expect(exact(loaded.rows) == exact(run.rows))
    #expect(loaded.rows.allSatisfy { $0.run == "main" && $0.text == .ok })
    #expect(zip(loaded.rows, loaded.rows.dropFirst()).allSatisfy { $0.series < $1.series })
  }

  @Test("A baseline that is saved anew from its own folder stays what it is")
  func savedAnew() throws {
    try store.save(RunFixture.measured(Self.cell).run(name: "r"), as: "main")
    try store.save(RunReader.read(store.path(of: "main")), as: "again")
    let first = try lines(of: "main").dropFirst().map { $0.dropFirst("main".count) }
    #expect(try lines(of: "again").dropFirst().map { $0.dropFirst("again".count) } == first)
  }

  @Test("What others do not imply stays: another count, no time, a row that was never there")
  func notImplied() throws {
    let changes: [(String, (inout RunFixture) -> Void)] = [
      ("count", { $0.change(Self.cell, .format, .bytes) { $0.count = 39 } }),
      ("time", { $0.rows.removeAll { $0.phase == .format && $0.metric == .time } }),
      ("none", { $0.rows.removeAll { $0.phase == .format && $0.metric == .bytes } }),
      ("peak", { $0.rows.removeAll { $0.metric == .peakBytes } }),
    ]
    for (name, change) in changes {
      var fixture = RunFixture.measured(Self.cell)
      change(&fixture)
      let run = fixture.run(name: "r")
      try store.save(run, as: name)
      let loaded = try store.load(name)
      #expect(
        Set(loaded.rows.map { "\($0.series) \($0.count)" })
          == Set(run.rows.map { "\($0.series) \($0.count)" }), "\(name)")
    }
  }

  @Test("Phases without retains, releases or system calls are left out, implied by instructions")
  func referenceCounts() throws {
    var fixture = RunFixture.measured(Self.cell)
    func add(_ phase: RowPhase, _ metric: Metric, _ mean: Double) {
      var row = fixture.rows[0]
      (row.round, row.phase, row.metric, row.instrument) = (0, phase, metric, .valgrind)
      (row.count, row.summary) = (36, Summary(mean: mean))
      fixture.rows.append(row)
    }
    for (phase, retains) in [(RowPhase.total, 2.5), (.filter, 0), (.format, 2.5)] {
      add(phase, .instructions, 1000)
      add(phase, .retains, retains)
      add(phase, .releases, 0)
      add(phase, .systemCalls, 0)
    }
    let run = fixture.run(name: "r")
    try store.save(run, as: "main")
    let saved = try lines(of: "main")
    #expect(saved.count { $0.contains(",instructions,") } == 3)
    #expect(saved.count { $0.contains(",retains,") } == 2)
    #expect(!saved.contains { $0.contains(",releases,") || $0.contains(",system_calls,") })
    let loaded = try store.load("main")
    let counts = { (rows: RowTable) in
      Set(
        rows.filter { $0.instrument == .valgrind }
          .map { "\($0.series) \($0.count) \($0.summary)" })
    }
    #expect(counts(loaded.rows) == counts(run.rows))
    #expect(counts(run.rows).count == 12)
  }

  @Test("A run on disk stays whole")
  func runsStayWhole() throws {
    let fixture = RunFixture.measured(Self.cell)
    try fixture.write(to: folder.path("r"))
    #expect(try folder.text("r/samples.csv").contains("leaked_bytes"))
    #expect(try RunReader.read(folder.path("r")).metadata.omittedZeroRows == nil)
  }
}
