import BenchmarkComparison
import BenchmarkModel
import BenchmarkReport
import BenchmarkResults
import RunFixtures
import Testing

/// Tests of the keystrokes over budget in the table of a run.
struct OverBudgetTests {
  private let cell = RunFixture.cells[0]

  /// Returns a run of one cell and two rounds of 400 keystrokes; `over` keystrokes of the second round took 20 ms.
  private func fixture(over: Int) -> RunFixture {
    var fixture = RunFixture(cells: [cell], rounds: 2)
    guard over > 0,
      var row = fixture.rows.first(where: { $0.phase == .total && $0.metric == .time })
    else { return fixture }
    for place in fixture.rows.indices
    where fixture.rows[place].round == 2 && fixture.rows[place].phase == .total {
      fixture.rows[place].summary[.max] = 2e7
    }
    row.round = 2
    row.summary = Summary(mean: Double(over) / 400)
    for metric in Metric.shares {
      row.metric = metric
      fixture.rows.append(row)
    }
    return fixture
  }

  @Test("Shares cover all rounds, also those without a keystroke over budget")
  func shares() throws {
    let shares = try #require(RunTable(fixture(over: 2).run(name: "r")).entries.first?.overBudget)
    #expect(shares.keystrokes == 800)
    #expect(shares.shares == [0.0025, 0.0025, 0.0025])
    let text = try RunTable(fixture(over: 2).run(name: "r")).rendered(as: .text)
    #expect(text.contains("Keystrokes over budget") && text.contains("0.250 %"))
  }

  @Test("No keystroke over budget is shown as 0")
  func none() throws {
    let table = RunTable(fixture(over: 0).run(name: "r"))
    #expect(table.entries.first?.overBudget?.shares == [0, 0, 0])
    #expect(try table.rendered(as: .text).contains("no keystroke took longer than 1 ms."))
  }

  @Test("Batches, and keystrokes over budget that were not counted, are not measured, not 0")
  func notMeasured() throws {
    var batched = fixture(over: 0)
    batched.metadata.batchedKeystrokes = [cell.id: 4]
    var old = fixture(over: 2)
    old.rows.removeAll { $0.metric.limit != nil }
    for run in [batched, old] {
      let table = RunTable(run.run(name: "r"))
      #expect(table.entries.first?.overBudget == nil)
      let text = try table.rendered(as: .text)
      #expect(text.contains("not measured in 1 cell"))
      #expect(!text.contains("no keystroke took longer"))
    }
  }

  @Test("A baseline keeps the share over all rounds")
  func baseline() throws {
    let folder = try TemporaryFolder()
    let store = BaselineStore(resultsFolder: folder.path)
    try store.save(fixture(over: 2).run(name: "r"), as: "v")
    let entry = try #require(RunTable(try store.load("v")).entries.first)
    #expect(entry.overBudget?.shares == [0.0025, 0.0025, 0.0025])
    #expect(entry.overBudget?.keystrokes == 800)
  }
}
