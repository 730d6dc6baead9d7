import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults
import RunFixtures
import Testing

/// Tests of the minimum size of an effect on a timed metric, as the file states it.
@Suite("Minimum effects")
struct MinimumEffectTests {
  private static let text = """
    schema = 2
    [[minimum_effect]]
    metric = "time"
    phase = "first"
    relative = 0.05
    reason = "the first keystroke fills caches"

    # Between them is an entry of another kind.
    [[tolerance]]
    metric = "retains"
    absolute = 1
    reason = "the optimiser"

    [[minimum_effect]]
    metric = "time"
    cells = "onchange-*/int/*"
    absolute = 50
    relative = 0.02

    """

  private func series(_ cell: Cell, _ phase: RowPhase, _ metric: Metric = .time) -> SeriesKey {
    SeriesKey(suite: "keystrokes", cell: cell, phase: phase, metric: metric, instrument: .clock)
  }

  @Test("The first entry that matches applies, and the built-in one if none matches")
  func firstMatch() throws {
    let thresholds = try Thresholds(toml: Self.text, file: "t.toml")
    #expect(thresholds.minimumEffects.count == 2 && thresholds.tolerances.count == 1)
    let (filter, onchange) = (RunFixture.cells[0], RunFixture.cells[2])
    let first = try #require(thresholds.minimumEffect(for: series(onchange, .first)))
    #expect(first.relative == 0.05 && first.absolute == nil)
    let total = try #require(thresholds.minimumEffect(for: series(onchange, .total)))
    #expect(total.relative == 0.02 && total.absolute == 50)
    #expect(thresholds.minimumEffect(for: series(filter, .total)) == .builtIn)
    #expect(Thresholds.none.minimumEffect(for: series(filter, .first)) == .builtIn)
    // Cheap keystrokes use the absolute minimum in nanoseconds, expensive ones the relative minimum.
    #expect(MinimumEffect.builtIn.share(of: 1) == MinimumEffect.builtIn.absolute)
    #expect(MinimumEffect.builtIn.share(of: 1e9) == MinimumEffect.builtIn.relative)
  }

  @Test("An exact metric has no minimum: any difference is a change")
  func exact() throws {
    let series = series(RunFixture.cells[0], .total, .instructions)
    #expect(Thresholds.none.minimumEffect(for: series) == nil)
  }

  @Test("The larger of both parts applies")
  func share() {
    let both = MinimumEffect(absolute: 2, relative: 0.01)
    #expect(both.share(of: 100) == 0.02)
    #expect(both.share(of: 1_000) == 0.01)
    #expect(both.share(of: 0) == .infinity)
    #expect(MinimumEffect(relative: 0.03).share(of: 0) == 0.03)
    #expect(MinimumEffect(absolute: 5).share(of: 50) == 0.1)
  }

  @Test(
    "An invalid minimum effect is refused, with its line",
    arguments: [
      ("metric = \"time\"", "metric = \"tme\"", 3, "metric is tme"),
      ("metric = \"time\"", "metric = \"bytes\"", 3, "metric is bytes"),
      ("metric = \"time\"\n", "", 2, "the minimum effect names no metric"),
      ("phase = \"first\"", "phase = \"frist\"", 4, "phase is frist"),
      ("relative = 0.05", "relative = -1", 5, "relative is not an amount"),
      ("relative = 0.05\n", "", 2, "the minimum effect sets nothing"),
      ("absolute = 50", "absolute = \"50\"", 17, "absolute is not an amount"),
      ("absolute = 50", "absolut = 50", 17, "absolut is not known here"),
      ("reason = \"the first", "reason = \"\" # \"", 6, "reason is not a text"),
      ("absolute = 1\nreason = \"the optimiser\"", "reason = \"x\"", 9, "tolerates nothing"),
    ])
  func damage(_ old: String, _ new: String, _ line: Int, _ problem: String) throws {
    let damaged = Self.text.replacing(old, with: new, maxReplacements: 1)
    let error = try #require(throws: Problem.self) {
      try Thresholds(toml: damaged, file: "t.toml")
    }
    #expect(error.description.hasPrefix("t.toml:\(line): "), "\(error)")
    #expect(error.description.contains(problem), "\(error)")
  }
}
