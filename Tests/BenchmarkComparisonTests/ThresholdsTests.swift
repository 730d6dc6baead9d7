import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults
import RunFixtures
import Testing

/// Tests of the tolerances in a file: changes of exact metrics that are too small to fail.
@Suite("Thresholds")
struct ThresholdsTests {
  private static let text = """
    schema = 2  # Tolerances.
    [[tolerance]]
    metric = "instructions"
    phase = "format"
    cells = "onchange-*/int/*"
    absolute = 8
    relative = 0.001
    reason = "layout"

    [[tolerance]]
    metric = "retains"
    absolute = 1.5
    reason = "the optimiser"

    """

  @Test("A file is read exactly")
  func reading() throws {
    let thresholds = try Thresholds(toml: Self.text, file: "t.toml")
    #expect(
      thresholds.tolerances == [
        Tolerance(
          SeriesScope(.instructions, .format, cells: "onchange-*/int/*"), absolute: 8,
          relative: 0.001, reason: "layout"),
        Tolerance(SeriesScope(.retains), absolute: 1.5, reason: "the optimiser"),
      ])
    #expect(try Thresholds(toml: "", file: "t.toml") == .none)
  }

  @Test(
    "A file of another version is refused",
    arguments: [
      ("# schema = 2", "the file names no schema"), ("schema = 3", "the schema is another one"),
      ("schema = \"2\"", "the schema is another one"),
    ])
  func schema(_ new: String, _ problem: String) throws {
    let other = Self.text.replacing("schema = 2", with: new, maxReplacements: 1)
    let error = try #require(throws: Problem.self) {
      try Thresholds(toml: other, file: "t.toml")
    }
    #expect(error.description.hasPrefix("t.toml:1: \(problem)"), "\(error)")
    #expect(error.description.contains("expected schema = 2"), "\(error)")
  }

  @Test(
    "A header without a name, which would crash the parser, is refused with its line",
    arguments: [
      "[[", "[", "[[,]]", "[,]", " [ [a]]", "[[[", "[[=", "[.a]", "[[ \t", "[[é]]", "[[\r",
    ])
  func header(_ header: String) throws {
    let error = try #require(throws: Problem.self) {
      try Thresholds(toml: "schema = 2\n\(header)\n\(Self.text)", file: "t.toml")
    }
    #expect(error.description.hasPrefix("t.toml:2: a header without a name"), "\(error)")
    // Other malformed headers are left to the parser.
    for other in ["[[]]", "[]", "[[a.,]]"] {
      let error = try #require(throws: Problem.self) {
        try Thresholds(toml: "schema = 2\n\(other)\n", file: "t.toml")
      }
      #expect(error.description.hasPrefix("t.toml:2: not valid TOML"), "\(error)")
    }
  }

  @Test(
    "A key of many parts, which would crash the parser, is refused with its line",
    arguments: ["a", "1", "'a.b'", "\"a\"", " a "])
  func keys(_ part: String) throws {
    let key = Array(repeating: part, count: 10_000).joined(separator: ".")
    for line in ["\(key) = 1", "[[\(key)]]", "x = {\(key) = 1}"] {
      let error = try #require(throws: Problem.self) {
        try Thresholds(toml: "\(Self.text)\(line)\n", file: "t.toml")
      }
      #expect(error.description.hasPrefix("t.toml:14: a key of many parts"), "\(error)")
    }
    // Texts, comments and numbers have dots.
    let reason = String(repeating: "a.b. ", count: 99)
    let many = String(
      repeating: "[[tolerance]]\nmetric='bytes'\nrelative=0.001#\(reason)\n", count: 40
    ).replacing("'bytes'\n", with: "'bytes'\nreason=\"\"\"\n\(reason)\"\"\"\n")
    #expect(try Thresholds(toml: "schema = 2\n\(many)", file: "t.toml").tolerances.count == 40)
  }

  @Test(
    "An invalid tolerance is refused, with its line",
    arguments: [
      ("metric = \"instructions\"", "metric = \"instuctions\"", 3, "metric is instuctions"),
      ("metric = \"instructions\"", "metric = \"time\"", 3, "metric is time"),
      ("metric = \"instructions\"\n", "", 2, "names no metric"),
      ("phase = \"format\"", "phase = \"formatting\"", 4, "phase is formatting"),
      ("absolute = 8", "absolute = -8", 6, "absolute is not an amount"),
      ("absolute = 8", "absolute = \"8\"", 6, "absolute is not an amount"),
      ("absolute = 8", "absolut = 8", 6, "absolut is not known here"),
      ("absolute = 1.5\n", "", 10, "the tolerance tolerates nothing"),
      ("reason = \"the optimiser\"", "", 10, "gives no reason"),
      ("reason = \"the optimiser\"", "reason = \"\"", 13, "reason is not a text"),
      ("[[tolerance]]", "[tolerance]", 2, ""),
      ("[[tolerance]]", "[[tolerances]]", 2, ""),
      ("absolute = 8", "absolute = ", 6, "not valid TOML"),
    ])
  func damage(_ old: String, _ new: String, _ line: Int, _ problem: String) throws {
    let damaged = Self.text.replacing(old, with: new, maxReplacements: 1)
    let error = try #require(throws: Problem.self) {
      try Thresholds(toml: damaged, file: "t.toml")
    }
    #expect(error.description.contains("t.toml"))
    guard !problem.isEmpty else { return }
    #expect(error.description.contains("t.toml:\(line)"), "\(error)")
    #expect(error.description.contains(problem), "\(error)")
  }

  /// Returns a run in which every keystroke allocates this many times.
  private func run(_ allocations: Double) -> Run {
    var fixture = RunFixture()
    for cell in RunFixture.cells {
      fixture.change(cell, .total, .allocations) { $0.summary = .constant(allocations) }
    }
    return fixture.run(name: "run")
  }

  private func comparison(
    from before: Double = 5, to after: Double, absolute: Double? = nil, relative: Double? = nil,
    phase: RowPhase? = .total, cells: String? = nil
  ) throws -> Comparison {
    let tolerance = Tolerance(
      SeriesScope(.allocations, phase, cells: cells), absolute: absolute, relative: relative,
      reason: "test")
    return try Comparison(
      baseline: run(before), candidate: run(after),
      thresholds: Thresholds(tolerances: [tolerance]))
  }

  @Test(
    "A share is below 1, and may be in percent: a slip of a hundred is refused by its line",
    arguments: [
      ("relative = 0.01", 0.01, nil), ("relative = \"1 %\"", 0.01, nil),
      ("relative = \"0.5%\"", 0.005, nil), ("relative = 1", nil, "which is 100 %"),
      ("relative = 3", nil, "1 % is 0.01"), ("relative = \"100 %\"", nil, "which is 100 %"),
      ("relative = \"1\"", nil, "relative is 1"), ("relative = \"-1 %\"", nil, "relative is -1 %"),
    ] as [(String, Double?, String?)])
  func shares(_ line: String, _ share: Double?, _ problem: String?) throws {
    for (kind, metric) in [("tolerance", "instructions"), ("minimum_effect", "time")] {
      let text = "schema = 2\n[[\(kind)]]\nmetric = \"\(metric)\"\n\(line)\nreason = \"r\"\n"
      guard let problem else {
        let read = try Thresholds(toml: text, file: "t.toml")
        let found = read.tolerances.map(\.relative) + read.minimumEffects.map(\.relative)
        #expect(found == [share])
        continue
      }
      let error = #expect(throws: Problem.self) { try Thresholds(toml: text, file: "t.toml") }
      #expect(error?.line == 4)
      #expect(error?.description.contains(problem) == true, "\(error?.description ?? "")")
    }
  }

  @Test("An entry that fits no cell is said, unless it is about cells that were not looked at")
  func idle() throws {
    let misspelt = SeriesScope(.allocations, cells: "delagate-filter/*")
    let thresholds = Thresholds(
      tolerances: [
        Tolerance(misspelt, absolute: 1, reason: "r"),
        Tolerance(SeriesScope(.allocations, cells: "delegate-filter/*"), absolute: 1, reason: "r"),
      ], minimumEffects: [MinimumEffect(SeriesScope(.time, cells: "nothing/*"), relative: 0.1)])
    func notes(_ filter: CellFilter = CellFilter(), known: Bool = false) throws -> [ComparisonNote]
    {
      try Comparison(
        baseline: run(5), candidate: run(5), filter: filter, thresholds: thresholds,
        isKnownElsewhere: { _ in known }
      ).notes
    }
    #expect(
      try notes() == [
        .idle(.tolerance, misspelt),
        .idle(.minimumEffect, SeriesScope(.time, cells: "nothing/*")),
      ])
    #expect(try notes(known: true) == [])
    #expect(try notes(CellFilter(locale: ["fr_FR"])) == [])
  }

  @Test("A change up to the tolerance passes, and is still told; one beyond it fails")
  func bounds() throws {
    for (to, fails) in [(5.0, false), (6, false), (4, false), (6.001, true)] {
      let comparison = try comparison(to: to, absolute: 1)
      #expect(comparison.fails == fails, "\(to)")
      let findings = Set(comparison.entries.map(\.finding))
      #expect(findings.contains(.tolerated) == (to != 5 && !fails), "\(to)")
    }
    #expect(try !comparison(to: 5.5, relative: 0.1).fails)
    #expect(try comparison(to: 5.51, relative: 0.1).fails)
    #expect(try !comparison(to: 5.51, absolute: 1, relative: 0.1).fails)
  }

  @Test("A tolerance applies only to its phase and its cells")
  func scope() throws {
    #expect(try comparison(to: 6, absolute: 1, phase: .format).fails)
    #expect(try comparison(to: 6, absolute: 1, cells: "no-such-*").fails)
    #expect(try !comparison(to: 6, absolute: 1, phase: nil, cells: "*").fails)
  }

  @Test("A rise from 0 is never within a tolerance")
  func fromZero() throws {
    #expect(try comparison(from: 0, to: 0.001, absolute: 1000, relative: 1000).fails)
  }
}
