import BenchmarkComparison
import BenchmarkReport
import BenchmarkResults

extension NoiseStudy {
  /// The study for people.
  package var document: Document {
    let named = first.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let titles = ["of a cell: median", "worst", "of a strategy: median", "worst"]
    return Document([
      .paragraph(
        "\(alarms) of \(Words.count(comparisons, "comparison")) raised an alarm: "
          + "a rate of \(Units.percent(alarmRate.first)) to \(Units.percent(alarmRate.last)), with a confidence of 95 %.",
        .strong),
      .list([
        "Each has \(Words.count(rounds, "round")), drawn from \(measuredRounds) that were measured; a round is a pair of processes.",
        "In \(covering) of them every interval of a ratio holds 1.",
      ]),
      .section("What was named first", [.list(named.map { "\($0.key): \($0.value)" })]),
      .section(
        "The smallest change that is found nineteen times in twenty",
        [
          .table(
            Grid(
              [.init("phase")] + titles.map { .init($0, number: true) },
              rows: detectable.map {
                [$0.phase]
                  + [$0.cellMedian, $0.cellWorst, $0.strategyMedian, $0.strategyWorst]
                  .map { Units.percent($0) }
              }))
        ]),
    ])
  }
}
