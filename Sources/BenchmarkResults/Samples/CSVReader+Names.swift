import BenchmarkModel

extension CSVReader {
  /// The names of runs and suites that the rows of a run may have.
  struct Owners {
    /// The ids of the run and of those that it was merged from.
    let runs: Set<String>
    /// The names of its suites.
    let suites: Set<String>

    init(_ run: RunMetadata) {
      runs = Set([run.id] + (run.mergedFrom ?? []).map(\.id))
      suites = Set(run.plan.suites)
    }
  }

  /// A suite and a cell, in six columns from the given one; the suite must be one of the owners', unless these are nil.
  func subject(_ column: Int, of owners: Owners?) throws(Problem) -> SeriesKey.Subject {
    let suite = try word(column)
    guard !suite.isEmpty else { throw failure("suite is empty", expected: "its name") }
    if let owners, !owners.suites.contains(suite) {
      throw failure(
        "a row of the suite \(Self.excerpt(suite))", expected: "one of those that run.json names")
    }
    return SeriesKey.Subject(
      suite: suite,
      cell: Cell(
        strategy: try name(column + 1), value: try name(column + 2), locale: try name(column + 3),
        length: try wholeNumber(column + 4, atMost: ResultsBounds.length),
        script: try name(column + 5)))
  }

  /// A phase, a metric and an instrument, in three columns from the given one; the metric may be one of the given own ones.
  func measure(_ column: Int, own: [OwnMetric] = []) throws(Problem) -> SeriesKey.Measure {
    let name = try text(column + 1)
    let declared = own.first { $0.name == name }.flatMap { Metric($0) }
    let metric: Metric = if let declared { declared } else { try choice(column + 1) }
    return SeriesKey.Measure(
      phase: try choice(column), metric: metric, instrument: try choice(column + 2))
  }

  /// A short text: a name, or a commit.
  func word(_ column: Int) throws(Problem) -> String {
    let text = try text(column)
    guard text.utf8.count <= ResultsBounds.nameBytes else {
      throw failure(
        "\(columns[column]) is a text of \(text.utf8.count) bytes",
        expected: "at most \(ResultsBounds.nameBytes)")
    }
    return text
  }

  /// A part of a cell.
  private func name(_ column: Int) throws(Problem) -> String {
    let text = try word(column)
    guard !text.isEmpty, !text.utf8.contains(UInt8(ascii: "/")) else {
      throw failure("\(columns[column]) is \(Self.excerpt(text))", expected: "a name without /")
    }
    return text
  }

  /// One of a fixed set of words.
  func choice<Value: RawRepresentable<String> & CaseIterable>(
    _ column: Int
  ) throws(Problem) -> Value {
    let text = try text(column)
    guard let value = Value(rawValue: text) else {
      let words = Value.allCases.map(\.rawValue).joined(separator: ", ")
      throw failure("\(columns[column]) is \(Self.excerpt(text))", expected: "one of \(words)")
    }
    return value
  }
}
