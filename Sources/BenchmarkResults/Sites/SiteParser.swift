import BenchmarkModel

/// Reads `sites.csv`, by the same rules as `samples.csv`.
struct SiteParser {
  private var sites: [CostSite] = []
  /// The stacks so far: most come back in other phases, cells and metrics.
  private var stacks: [String: [StackFrame]] = [:]
  /// The line of each site so far.
  private var lines: [Key: Int] = [:]

  private struct Key: Hashable {
    var series: Series
    var stack: String
  }

  /// Where the columns are.
  private enum Column {
    static let suite = 0
    static let strategy = 1
    static let value = 2
    static let locale = 3
    static let length = 4
    static let script = 5
    static let phase = 6
    static let metric = 7
    static let instrument = 8
    static let stack = 9
    static let count = 10
    static let bytes = 11
  }

  /// Reads a whole file.
  static func parse(
    _ bytes: [UInt8], file: String, of owner: RunMetadata? = nil
  ) throws(ResultsError) -> [CostSite] {
    var sites = SiteParser()
    var csv = SampleParser(file: file, bytes: bytes, columns: SiteFile.columns)
    csv.owners = owner.map(SampleParser.owners)
    try csv.readRecords { (csv, source, _) throws(ResultsError) in
      try sites.read(csv, source)
    }
    return sites.sites
  }

  private mutating func read(_ csv: SampleParser, _ source: [UInt8]) throws(ResultsError) {
    let suite = try csv.suite(source, Column.suite)
    let cell = Cell(
      strategy: try csv.name(source, Column.strategy), value: try csv.name(source, Column.value),
      locale: try csv.name(source, Column.locale),
      length: try csv.length(source, Column.length),
      script: try csv.name(source, Column.script))
    let series = Series(
      suite: suite, cell: cell, phase: try csv.choice(source, Column.phase),
      metric: try csv.choice(source, Column.metric),
      instrument: try csv.choice(source, Column.instrument))
    let bytes = csv.fields[Column.stack].count
    guard bytes <= ResultsBounds.stackBytes else {
      throw csv.failure(
        "a stack of \(bytes) bytes", expected: "at most \(ResultsBounds.stackBytes)")
    }
    let text = try csv.text(source, csv.fields[Column.stack], "stack")
    let stack = try stack(text, csv)
    guard let count = try csv.number(source, Column.count) else {
      throw csv.failure("count is \"\"", expected: "a number that is not negative")
    }
    if let first = lines.updateValue(csv.line, forKey: Key(series: series, stack: text)) {
      throw csv.failure(
        "a second row for \(series) and the same stack", expected: "only that of line \(first)",
        hint: "remove one of them")
    }
    sites.append(
      CostSite(
        suite: suite, cell: cell, phase: series.phase, metric: series.metric,
        instrument: series.instrument, stack: stack, count: count,
        bytes: try csv.number(source, Column.bytes)))
  }

  private mutating func stack(
    _ text: String, _ csv: SampleParser
  ) throws(ResultsError) -> [StackFrame] {
    if let known = stacks[text] { return known }
    guard let stack = [StackFrame](folded: text) else {
      throw csv.failure(
        "stack is \(SampleParser.excerpt(text))",
        expected: "names separated by ;, each with (File.swift:12) after it or not")
    }
    stacks[text] = stack
    return stack
  }
}
