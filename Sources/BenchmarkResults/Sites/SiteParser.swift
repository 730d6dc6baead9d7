import BenchmarkModel

/// Reads `sites.csv`, by the same rules as `samples.csv`.
struct SiteParser {
  private var sites: [CostSite] = []
  /// The stacks so far: most occur again in other phases, cells and metrics.
  private var stacks: [String: [StackFrame]] = [:]
  /// The line of each site so far, by its series and its folded stack.
  private var lines: [SeriesKey: [String: Int]] = [:]

  /// The indices of columns.
  private enum Column {
    static let suite = 0
    static let phase = 6
    static let stack = 9
    static let count = 10
    static let bytes = 11
  }

  /// Reads a whole file.
  static func parse(
    _ bytes: [UInt8], file: String, of owner: RunMetadata? = nil
  ) throws(Problem) -> [CostSite] {
    var sites = SiteParser()
    var csv = try CSVReader(bytes, file: file, columns: SiteFile.columns)
    let owners = owner.map(CSVReader.Owners.init)
    while try csv.next() { try sites.add(csv, owners) }
    return sites.sites
  }

  private mutating func add(
    _ csv: CSVReader, _ owners: CSVReader.Owners?
  ) throws(Problem) {
    let series = SeriesKey(
      try csv.subject(Column.suite, of: owners), try csv.measure(Column.phase))
    let text = try csv.text(Column.stack)
    guard text.utf8.count <= ResultsBounds.stackBytes else {
      throw csv.failure(
        "a stack of \(text.utf8.count) bytes", expected: "at most \(ResultsBounds.stackBytes)")
    }
    let stack = try stack(text, csv)
    guard let count = try csv.number(Column.count) else {
      throw csv.failure("count is \"\"", expected: "a number that is not negative")
    }
    if let first = lines[series, default: [:]].updateValue(csv.line, forKey: text) {
      throw csv.failure(
        "a second row for \(series) and the same stack", expected: "only that of line \(first)",
        hint: "remove one of them")
    }
    sites.append(
      CostSite(series: series, stack: stack, count: count, bytes: try csv.number(Column.bytes)))
  }

  private mutating func stack(
    _ text: String, _ csv: CSVReader
  ) throws(Problem) -> [StackFrame] {
    if let known = stacks[text] { return known }
    guard let stack = [StackFrame](folded: text) else {
      throw csv.failure(
        "stack is \(CSVReader.excerpt(text))",
        expected: "names separated by ;, each with (File.swift:12) after it or not")
    }
    stacks[text] = stack
    return stack
  }
}
