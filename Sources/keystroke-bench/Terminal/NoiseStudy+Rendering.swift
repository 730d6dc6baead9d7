import BenchmarkComparison
import BenchmarkModel
import BenchmarkReport
import BenchmarkResults

extension NoiseStudy {
  /// The share of real changes that a release gate must find: it may miss one in twenty.
  private static let power = 0.95

  /// The study in a format.
  package func rendered(as format: ReportFormat) throws -> String {
    try format.written(document, json: object, csv: table.csv())
  }

  /// The share of comparisons that raised an alarm.
  package var alarms: Proportion {
    Proportion(outcomes.count(where: \.isAlarm), of: outcomes.count)
  }

  /// The share of comparisons that have 1 in all of their intervals.
  package var covering: Proportion {
    Proportion(outcomes.count(where: \.covers), of: outcomes.count)
  }

  /// The study for people.
  private var document: Document {
    let interval = alarms.interval
    return Document([
      .paragraph(
        "\(alarms.count) of \(Words.count(alarms.total, "comparison")) raised an alarm: "
          + "a rate of \(Units.percent(interval.lowerBound)) to \(Units.percent(interval.upperBound)), with a confidence of 95 %.",
        .strong),
      .list([
        "Each has \(Words.count(rounds, "round")), drawn from \(pool) that were measured; a round is a pair of processes.",
        "In \(covering.count) of them every interval of a ratio holds 1.",
      ]),
      .section(
        "What was named first",
        [
          .table(
            Grid(
              [.init("change"), .init("verdict"), .init("comparisons", number: true)],
              rows: firstChanges.map { [$0.name, $0.verdict, String($0.count)] }))
        ]),
      .section(
        "The smallest change that is found nineteen times in twenty",
        [
          .table(table.grid),
          .list([
            samplesLayout
              ? "Every round has a layout of its own, the same on both sides for code that did not change."
              : "There is one link of each side: if the instructions do not change with it, a change must also be larger than layout may make it."
          ]),
        ]),
    ])
  }

  private struct Named: Hashable {
    var name: String
    var verdict: String
  }

  /// The change that is named first in each comparison that raised an alarm, with its frequency.
  private var firstChanges: [(name: String, verdict: String, count: Int)] {
    var counts: [Named: Int] = [:]
    for line in outcomes.compactMap(\.census.first) {
      counts[Named(name: line.name, verdict: line.direction.rawValue), default: 0] += 1
    }
    return counts.sorted { ($1.value, $0.key.name) < ($0.value, $1.key.name) }
      .map { ($0.key.name, $0.key.verdict, $0.value) }
  }

  /// The detectable changes of a phase, as shares of its time; nil if there are none.
  private struct Limit {
    var phase: RowPhase
    var cellMedian: Double?
    var cellTenth: Double?
    var strategyMedian: Double?
    var strategyWorst: Double?
  }

  private var limits: [Limit] {
    let subjects = Set(outcomes.flatMap { $0.detectable.keys })
    return RowPhase.allCases.compactMap { phase in
      var cells: [Double] = []
      var strategies: [Double] = []
      for subject in subjects where subject.phase == phase && subject.statistic == .least {
        guard let change = detectable(subject, share: Self.power) else { continue }
        switch subject.scope {
        case .cell: cells.append(change)
        case .group(let group): if group.strategy != nil { strategies.append(change) }
        }
      }
      guard !cells.isEmpty || !strategies.isEmpty else { return nil }
      return Limit(
        phase: phase, cellMedian: median(cells),
        cellTenth: SortedSample(cells)?.quantile(0.9), strategyMedian: median(strategies),
        strategyWorst: strategies.max())
    }
  }

  private struct JSONDocument: Encodable {
    var comparisons: Int
    var alarms: Int
    var alarmRate: [Double]
    var covering: Int
    var rounds: Int
    var measuredRounds: Int
    var first: [JSONChange]
    var detectable: [Table<Limit>.JSONRow]
    var verdicts: [JSONVerdicts]
  }

  private struct JSONChange: Encodable {
    var change: String
    var verdict: String
    var comparisons: Int
  }

  /// The number of comparisons with each verdict on a phase of a strategy.
  private struct JSONVerdicts: Encodable {
    var strategy: String
    var phase: String
    var comparisons: [String: Int]
  }

  private var strategyVerdicts: [JSONVerdicts] {
    var counts: [TimedSubject: [String: Int]] = [:]
    for (subject, verdict) in outcomes.lazy.flatMap(\.verdicts) where subject.statistic == .least {
      counts[subject, default: [:]][verdict.rawValue, default: 0] += 1
    }
    return counts.compactMap { subject, counts in
      guard let strategy = subject.group?.strategy else { return nil }
      return JSONVerdicts(strategy: strategy, phase: subject.phase.rawValue, comparisons: counts)
    }.sorted { ($0.strategy, $0.phase) < ($1.strategy, $1.phase) }
  }

  private var object: JSONDocument {
    JSONDocument(
      comparisons: alarms.total, alarms: alarms.count,
      alarmRate: [alarms.interval.lowerBound, alarms.interval.upperBound],
      covering: covering.count, rounds: rounds, measuredRounds: pool,
      first: firstChanges.map {
        JSONChange(change: $0.name, verdict: $0.verdict, comparisons: $0.count)
      },
      detectable: table.json, verdicts: strategyVerdicts)
  }

  private var table: Table<Limit> {
    func limit(
      _ title: String, csv: String, json: String, _ value: @escaping (Limit) -> Double?
    ) -> TableColumn<Limit> {
      TableColumn(
        title, number: true, csv: csv, json: json, text: { Units.percent(value($0)) },
        value: { value($0).map { .number($0) } })
    }
    return Table(
      columns: [
        TableColumn(named: "phase", people: true) { .text($0.phase.rawValue) },
        limit("of a cell: median", csv: "detectable_cell_median", json: "cellMedian", \.cellMedian),
        limit("worst tenth", csv: "detectable_cell_p90", json: "cellTenth", \.cellTenth),
        limit(
          "of a strategy: median", csv: "detectable_strategy_median", json: "strategyMedian",
          \.strategyMedian),
        limit("worst", csv: "detectable_strategy_max", json: "strategyWorst", \.strategyWorst),
        TableColumn(csv: "comparisons") { _ in .integer(alarms.total) },
        TableColumn(csv: "alarms") { _ in .integer(alarms.count) },
        TableColumn(csv: "rounds") { _ in .integer(rounds) },
      ], rows: limits)
  }
}
