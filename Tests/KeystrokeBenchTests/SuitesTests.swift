import Foundation
import RunFixtures
import Testing

/// Tests of the suites other than the default one, as a user runs them.
struct SuitesTests {
  private let program = BuiltProgram.keystrokeBench
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func list(_ arguments: String...) async throws -> [String] {
    let outcome = try await program.run(["list"] + arguments)
    #expect(outcome.status == 0, "\(outcome.error)")
    return outcome.output.split(separator: "\n").map(String.init)
  }

  @Test("A suite has two spellings, and lists its cells")
  func names() async throws {
    let events = try await list("--suite", "field-event")
    #expect(events == (try await list("--suite", "FieldEvent")))
    for cell in [
      "keyboard-delegate/none/none/1/show-hide",
      "keyboard-publisher-mended/none/none/100/bad-payload",
      "keyboard-next-turn/none/none/10/gone", "appearance-plain/none/none/1/first",
      "appearance-async/none/none/1/repeat", "appearance-async/none/none/1/interrupted",
      "delegate-filter/int/en_US/5/trace-form", "onchange-reformat/int/en_US/5/trace-form",
    ] {
      #expect(events.contains(cell), "\(cell)")
    }
    #expect(!events.contains("appearance-plain/none/none/1/interrupted"))
    #expect(
      !events.contains { $0.hasPrefix("keyboard-publisher/") && $0.hasSuffix("/bad-payload") })
    #expect(try await list() == (try await list("--suite", "keystroke")))
  }

  @Test("An unknown suite: 2, with the known ones", arguments: ["list", "run"])
  func unknown(_ command: String) async throws {
    let outcome = try await program.run([command, "--suite", "key-stroke"], in: folder.path)
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.error.hasPrefix("error: there is no suite key-stroke: "))
    #expect(outcome.error.contains("keystroke, formatter and field-event"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test("A number of observers that the user names is added")
  func observers() async throws {
    #expect(
      try await list(
        "--suite", "field-event", "--strategy", "keyboard-*", "--length", "7", "--script", "gone")
        == ["delegate", "delegate-mended", "next-turn", "publisher", "publisher-mended"].map {
          "keyboard-\($0)/none/none/7/gone"
        })
  }

  @Test("Formatters: every API, no number longer than its type, locales that the user names")
  func formatters() async throws {
    let cells = try await list("--suite", "formatter")
    let strategies = Set(cells.compactMap { $0.split(separator: "/").first.map(String.init) })
    let apis = ["integer", "floating-point", "decimal", "number-formatter"]
    let incremental = ["end", "front", "paste"].map { "incremental-\($0)" }
    #expect(strategies == Set(apis.flatMap { ["\($0)-format", "\($0)-parse"] } + incremental))
    #expect(cells.contains("integer-parse/int/fr_FR/18/call"))
    #expect(!cells.contains { $0.contains("/double/") && $0.contains("/18/") })
    #expect(
      try await list(
        "--suite", "formatter", "--locale", "ja_JP", "--strategy", "decimal-*", "--length", "38")
        == ["decimal-format/decimal/ja_JP/38/call", "decimal-parse/decimal/ja_JP/38/call"])
  }

  @Test(
    "Keyboards: the mended ones are right, the published ones keep their inset and registrations",
    .needsLiveShim)
  func keyboardRun() async throws {
    let outcome = try await program.run(
      [
        "run", "--suite", "field-event", "--length", "1,10", "--cell-time", "1ms", "--rounds", "1",
        "--out", "a",
      ], in: folder.path)
    try #require(outcome.status == 0, "\(outcome.error)")
    let run = try RunOnDisk(folder.path("a"))
    #expect(run.fact("plan.suites") as? [String] == ["FieldEvent"])
    #expect(run.rows.allSatisfy { $0["suite"] == "FieldEvent" })
    let wrong = Set(run.rows.filter { $0["text"] == "wrong" }.map(\.cell))
    let published = ["keyboard-delegate/", "keyboard-publisher/", "appearance-unguarded/"]
    #expect(wrong.allSatisfy { cell in published.contains { cell.hasPrefix($0) } }, "\(wrong)")
    for cell in [
      "keyboard-delegate/none/none/1/show-hide", "keyboard-publisher/none/none/10/show-hide",
      "keyboard-delegate/none/none/1/change-frame", "appearance-unguarded/none/none/1/repeat",
    ] {
      #expect(wrong.contains(cell), "\(cell)")
    }
    func mean(_ cell: String, _ metric: String) throws -> Double? {
      try run.rows.first {
        $0.cell == cell && $0["phase"] == "total" && $0["metric"] == metric
      }?.figure("mean")
    }
    // Three registrations of each screen that has gone remain, and each notification finds one of them.
    let left = try [1, 10].map { count in
      try #require(try mean("keyboard-publisher/none/none/\(count)/gone", "allocations"))
    }
    #expect(left[1] > left[0], "\(left)")
    for keyboard in ["delegate-mended", "publisher-mended", "next-turn"] {
      let cell = "keyboard-\(keyboard)/none/none"
      #expect(try mean("\(cell)/10/show-hide", "refreshes") == 10)
      #expect(
        try mean("\(cell)/10/change-frame", "emissions") == 10, "equal insets are written too")
      #expect(try mean("\(cell)/10/bad-payload", "refreshes") == 0)
      #expect(try mean("\(cell)/10/gone", "refreshes") == nil, "there is nobody to be asked")
      let gone = try #require(try mean("\(cell)/1/gone", "allocations"))
      #expect(try mean("\(cell)/10/gone", "allocations") == gone, "nobody of ten is left")
      #expect(run.series(of: "\(cell)/1/show-hide").isSuperset(of: ["first time", "refresh time"]))
    }
    let first = try #require(try mean("appearance-async/none/none/1/first", "allocations"))
    let plain = try #require(try mean("appearance-plain/none/none/1/first", "allocations"))
    #expect(first > plain)
    #expect(try mean("appearance-async/none/none/1/repeat", "allocations") == 0)
    for cell in run.cells { #expect(try mean(cell, "leaked_bytes") == 0, "\(cell)") }
    // All exact metrics are the same in both processes, including tasks and run loops.
    #expect(!run.rows.contains { $0["metric"] != "time" && $0["round"] != "0" })
  }

  @Test(
    "A run of formatters marks what NumberFormatter gets wrong in India, and nothing else",
    .needsLiveShim)
  func formatterRun() async throws {
    let outcome = try await program.run(
      [
        "run", "--suite", "formatter", "--locale", "en_IN,ar_EG", "--length", "9",
        "--cell-time", "1ms", "--rounds", "1", "--details", "--out", "a",
      ], in: folder.path)
    try #require(outcome.status == 0, "\(outcome.error)")
    let run = try RunOnDisk(folder.path("a"))
    let wrong = Set(run.rows.filter { $0["text"] == "wrong" }.map(\.cell))
    #expect(
      wrong.sorted() == [
        "number-formatter-format/double/en_IN/9/call", "number-formatter-format/int/en_IN/9/call",
        "number-formatter-parse/double/en_IN/9/call", "number-formatter-parse/int/en_IN/9/call",
      ])
    #expect(outcome.output.contains("Wrong texts\n[1] expected "))
    let series = run.series(of: "integer-format/int/ar_EG/9/call")
    #expect(series.isSuperset(of: ["total time", "first time", "total allocations"]))
    #expect(!series.contains("total refreshes"))
    #expect(!run.rows.contains { $0["metric"] != "time" && $0["round"] != "0" })
  }

  @Test(
    "check compares only the suite that it measures, and says when the baseline lacks it",
    .needsLiveShim)
  func check() async throws {
    func run(_ arguments: [String]) async throws -> BuiltProgram.Outcome {
      try await program.run(arguments, in: folder.path)
    }
    let short = ["--strategy", "integer-*", "--locale", "en_US", "--length", "3", "--rounds", "1"]
    let measured = try await run(
      ["run", "--suite", "formatter", "--cell-time", "1ms", "--out", "a"] + short)
    try #require(measured.status == 0, "\(measured.error)")
    #expect(try await run(["baseline", "save", "a", "main"]).status == 0)
    // A cell of another suite in the same baseline: it was not measured, so it has not vanished.
    try folder.setMetadata(
      ofRun: "results/baselines/main", "plan.suites", ["Formatter", "Other"])
    try folder.editRows(ofRun: "results/baselines/main") { lines in
      let others = lines.filter { $0.contains(",integer-parse,") }
      // Insert after the header, since the last line may be empty.
      lines.insert(
        contentsOf: others.map { $0.replacing(",Formatter,", with: ",Other,") }, at: 1)
    }
    let passed = try await run(["check", "--suite", "formatter", "--cell-time", "1ms"] + short)
    #expect(passed.status == 0, "\(passed.output)\(passed.error)")
    #expect(!passed.output.contains("vanished"))
    let lacking = try await run(["check", "--out", "b"])
    #expect(lacking.status == 2)
    #expect(lacking.error.contains("the baseline main has no cells of Keystroke"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("b")), "nothing was measured")
  }

  /// The other baselines are stored beside the named one, with derived names.
  @Test("check --suite all compares each suite with its own baseline", .needsLiveShim)
  func checkAll() async throws {
    func run(_ arguments: [String]) async throws -> BuiltProgram.Outcome {
      try await program.run(arguments, in: folder.path)
    }
    // One length that all three suites have, with few cells.
    let short = ["--no-time", "--length", "1"]
    for (suite, name) in [
      ("keystroke", "main"), ("formatter", "main-formatter"), ("field-event", "main-field-event"),
    ] {
      let measured = try await run(["run", "--suite", suite, "--out", suite] + short)
      try #require(measured.status == 0, "\(measured.error)")
      #expect(try await run(["baseline", "save", suite, name]).status == 0)
    }
    let passed = try await run(["check", "--suite", "all", "--out", "x"] + short)
    #expect(passed.status == 0, "\(passed.output)")
    for suite in ["keystroke", "formatter", "field-event"] {
      #expect(try RunOnDisk(folder.path("x-\(suite)")).status == "finished")
    }
    #expect(passed.output.hasPrefix("PASS: all 3 suites\n"), "\(passed.output)")
    #expect(passed.output.matches(of: /PASS/).count == 4, "\(passed.output)")
    try folder.editLines(of: "results/baselines/main-formatter/samples.csv") { lines in
      lines.removeAll { $0.contains(",allocations,") }
    }
    #expect(try await run(["check", "--suite", "all", "--out", "y"] + short).status != 0)
    let refused = try await run(["check", "--suite", "all", "--format", "json"])
    #expect(refused.status == 64)
    #expect(refused.error.contains("take one suite"))
  }
}
