import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults
import RunFixtures
import Testing

/// Tests of budgets for the keystrokes over a limit.
struct BudgetTests {
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

  private func compare(_ candidate: RunFixture, _ budgets: [Budget]) throws -> Comparison {
    try Comparison(
      baseline: RunFixture(cells: [cell]).run(name: "a"), candidate: candidate.run(name: "b"),
      thresholds: Thresholds(budgets: budgets))
  }

  @Test("Batches, and keystrokes over budget that were not counted, are inconclusive")
  func notMeasured() throws {
    var batched = fixture(over: 0)
    batched.metadata.batchedKeystrokes = [cell.id: 4]
    var old = fixture(over: 2)
    old.rows.removeAll { $0.metric.limit != nil }
    for run in [batched, old] {
      let budget = Budget(SeriesScope(.over1ms, .total), share: 0.5)
      let entries = try compare(run, [budget]).entries.filter { $0.metric == .over1ms }
      #expect(entries.map(\.finding) == [.inconclusive])
    }
  }

  @Test("A count above the budget fails, a count equal to it does not")
  func budgets() throws {
    let kept = Budget(SeriesScope(.over8ms), share: 0.0025)
    #expect(!(try compare(fixture(over: 2), [kept]).fails))
    let failed = Budget(SeriesScope(.over17ms, cells: "delegate-*"), share: 0.001)
    let comparison = try compare(fixture(over: 2), [failed])
    #expect(comparison.failures.map(\.finding) == [.overBudget])
    #expect(
      comparison.failures.first?.remarks == [.overBudget(failed, share: 0.0025, keystrokes: 800)])
    let other = Budget(SeriesScope(.over17ms, cells: "onchange-*"), share: 0)
    #expect(!(try compare(fixture(over: 2), [other]).fails))
  }

  @Test("Rows of keystrokes over budget that one side has are neither new nor vanished")
  func absences() throws {
    for (a, b) in [(2, 0), (0, 2)] {
      let comparison = try Comparison(
        baseline: fixture(over: a).run(name: "a"), candidate: fixture(over: b).run(name: "b"))
      #expect(Set(comparison.entries.map(\.finding)) == [.unchanged, .advisory])
    }
  }

  @Test("Budgets are read from a file, and invalid ones are refused")
  func file() throws {
    let text = """
      schema = 2
      [[budget]]
      metric = "over_8ms"
      phase = "total"
      cells = "incremental-*"
      share = 0.001
      """
    #expect(
      try Thresholds(toml: text, file: "f").budgets
        == [Budget(SeriesScope(.over8ms, .total, cells: "incremental-*"), share: 0.001)])
    for (wrong, words) in [
      (text.replacing("over_8ms", with: "time"), "f:3: metric is time; expected one of over_1ms"),
      (
        text.replacing("\"total\"", with: "\"parse\""),
        "f:4: phase is parse; expected total or first"
      ),
      (text.replacing("0.001", with: "2"), "f:6: share is 2"),
      (text.replacing("share = 0.001", with: ""), "f:2: the budget states no share"),
    ] {
      let error = try #require(throws: ResultsError.self) { try Thresholds(toml: wrong, file: "f") }
      #expect(error.description.hasPrefix(words), "\(error)")
    }
  }
}
