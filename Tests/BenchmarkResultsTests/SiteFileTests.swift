import BenchmarkModel
import BenchmarkResults
import KeystrokeSuites
import RunFixtures
import Testing

/// Tests that `sites.csv` reads back as written, and that damage is refused.
struct SiteFileTests {
  static let frames = [
    StackFrame(
      function: "closure #1 in FieldSession.press(_:)", file: "Sources/A/B.swift", line: 41),
    StackFrame(function: "Array<(key: String, value: [Int?])>.append(contentsOf:)"),
    StackFrame(function: "icu::DecimalFormat::format(long, icu::UnicodeString&) const"),
    StackFrame(function: "say(\"hi\", 🥐)", file: "naïve ١٢.swift", line: 7),
    StackFrame(function: "made up", file: "C.swift"),
    StackFrame(function: "[libFoundation.so]"),
  ]

  static func site(_ stack: [StackFrame], phase: RowPhase = .format) -> CostSite {
    CostSite(
      series: SeriesKey(
        suite: "Keystroke", cell: RunFixture.cells[1], phase: phase, metric: .allocations,
        instrument: .shim), stack: stack, count: 1.125, bytes: 0.1 + 0.2)
  }

  static let sites = (1...frames.count).map { site(Array(frames.prefix($0))) }

  /// Returns the folder of a run that is not finished, and so has no digests of its files.
  private static func runFolder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    var fixture = RunFixture()
    fixture.metadata.status = .interrupted
    fixture.metadata.plan.suites = ["Keystroke", "a \"quoted\", name"]
    fixture.rows = []
    try fixture.write(to: folder.path)
    return folder
  }

  @Test("Sites read back equal and in order, and a missing figure stays missing")
  func roundTrip() throws {
    var sites = Self.sites
    sites[2].bytes = nil
    sites[3].bytes = 0
    sites[4].count = 8_285
    sites[4].metric = .instructions
    sites[4].instrument = .valgrind
    sites[5].suite = "a \"quoted\", name"
    let folder = try Self.runFolder()
    try SiteFile.write(sites, toRun: folder.path)
    #expect(try SiteFile.read(fromRun: folder.path + "/") == sites)
    #expect(SiteFile.exists(inRun: folder.path))
    let lines = try folder.text("sites.csv").split(separator: "\n")
    #expect(
      lines[1]
        == "Keystroke,delegate-filter,int,fr_FR,9,type,format,allocations,shim,closure #1 in FieldSession.press(_:) (Sources/A/B.swift:41),1.125,0.30000000000000004"
    )
  }

  @Test("Existing sites are replaced")
  func replaces() throws {
    let folder = try Self.runFolder()
    try SiteFile.write(Self.sites, toRun: folder.path)
    try SiteFile.write(Self.sites.prefix(1), toRun: folder.path)
    #expect(try SiteFile.read(fromRun: folder.path) == [Self.sites[0]])
  }

  @Test("Sites that would give the same line are added up")
  func merges() throws {
    let folder = try Self.runFolder()
    var twin = Self.sites[0]
    twin.stack[0].library = "libx.so"
    twin.count = 2
    twin.bytes = 0.5
    var unmeasured = Self.sites[1]
    unmeasured.bytes = nil
    try SiteFile.write(Self.sites.prefix(2) + [twin, unmeasured], toRun: folder.path)
    let sites = try SiteFile.read(fromRun: folder.path)
    #expect(sites.map(\.count) == [3.125, 2.25])
    #expect(sites.map(\.bytes) == [0.8, nil])
  }

  @Test("A run without sites says how to get them")
  func missing() throws {
    let folder = try Self.runFolder()
    #expect(!SiteFile.exists(inRun: folder.path))
    let error = try #require(throws: Problem.self) {
      try SiteFile.read(fromRun: folder.path)
    }
    #expect(
      error.description.hasSuffix(
        "the run has no sites.csv; measure it again with: keystroke-bench run --sites"))
  }

  @Test("Sites that cannot be read back are not written")
  func refusesToWrite() throws {
    let folder = try Self.runFolder()
    func problem(_ change: (inout CostSite) -> Void) throws -> String {
      var site = Self.sites[0]
      change(&site)
      return try #require(throws: Problem.self) {
        try SiteFile.write([site], toRun: folder.path)
      }.problem
    }
    #expect(try problem { $0.stack = [] }.hasSuffix("its stack is empty"))
    #expect(try problem { $0.stack[0].function = "" }.hasSuffix("a frame has an empty name"))
    #expect(try problem { $0.stack[0].file = "" }.hasSuffix("a frame has an empty name"))
    #expect(try problem { $0.stack[0].line = 0 }.hasSuffix("a frame is on line 0"))
    #expect(try problem { $0.count = .nan }.hasSuffix("its count is nan"))
    #expect(try problem { $0.bytes = -1 }.hasSuffix("its bytes is -1.0"))
    #expect(try problem { $0.suite = "" }.hasSuffix("it names no suite"))
    #expect(try problem { $0.cell.locale = "" }.hasSuffix("a part that is empty or has a /"))
    #expect(!SiteFile.exists(inRun: folder.path))
  }

  @Test(
    "Damage is refused with file, line and what was expected",
    arguments: [
      (0, "", "suite is empty", "its name"), (4, "nine", "length is \"nine\"", "whole number"),
      (1, "a/b", "strategy is \"a/b\"", "a name without /"),
      (6, "second", "phase is \"second\"", "one of total, first"),
      (7, "speed", "metric is \"speed\"", "instructions"),
      (8, "sundial", "instrument is \"sundial\"", "valgrind"),
      (9, "", "stack is \"\"", "separated by ;"), (9, "a;;b", "stack is \"a;;b\"", "by ;"),
      (9, ";a", "stack is", "by ;"), (10, "", "count is \"\"", "not negative"),
      (10, "-1", "count is \"-1\"", "not negative"), (10, "inf", "count is \"inf\"", "a number"),
      (11, "some", "bytes is \"some\"", "or nothing"), (11, "1,2", "13 fields", "expected 12"),
    ])
  func refusesDamage(_ column: Int, _ text: String, _ problem: String, _ expected: String) throws {
    let folder = try Self.runFolder()
    try SiteFile.write(Self.sites.prefix(3), toRun: folder.path)
    try folder.editLines(of: "sites.csv") { lines in
      var fields = lines[1].split(separator: ",", omittingEmptySubsequences: false)
      fields[column] = text[...]
      lines[1] = fields.joined(separator: ",")
    }
    let error = try #require(throws: Problem.self) {
      try SiteFile.read(fromRun: folder.path)
    }
    #expect(error.file == folder.path("sites.csv") && error.line == 2)
    #expect(error.description.contains(problem) && error.description.contains(expected), "\(error)")
  }

  @Test("A file that has other columns, an empty line or a row twice is refused")
  func refusesFiles() throws {
    let folder = try Self.runFolder()
    func error(_ change: (inout [String]) -> Void) throws -> String {
      try SiteFile.write(Self.sites, toRun: folder.path)
      try folder.editLines(of: "sites.csv", change)
      return try #require(throws: Problem.self) {
        try SiteFile.read(fromRun: folder.path)
      }.description
    }
    #expect(try error { $0[0] += ",colour" }.contains("the column \"colour\" is unknown"))
    #expect(
      try error { $0.insert("", at: 3) }.contains("sites.csv:4: 1 fields; expected 12; remove"))
    #expect(try error { $0.insert($0[1], at: 2) }.contains("sites.csv:3: a second row for"))
  }
}
