import Foundation
import RunFixtures
import Testing

/// Tests of the contents of a finished run, which is measured once.
@Suite(.needsLiveShim, .measured)
struct RunTests {
  @TaskLocal fileprivate static var measured:
    (folder: TemporaryFolder, outcome: BuiltProgram.Outcome)?
  private let folder: TemporaryFolder
  private let outcome: BuiltProgram.Outcome
  private let run: RunOnDisk

  init() throws {
    (folder, outcome) = try #require(Self.measured)
    try #require(outcome.status == 0, "\(outcome.error)")
    run = try RunOnDisk(folder.path("a"))
  }

  fileprivate static func measure() async throws -> (TemporaryFolder, BuiltProgram.Outcome) {
    let folder = try TemporaryFolder()
    let outcome = try await BuiltProgram.keystrokeBench.run(
      [
        "run", "--strategy", "delegate-filter,onchange-reformat,unformatted", "--value", "int",
        "--locale", "en_US,ar_EG", "--length", "9", "--script", "type,backspace",
        "--cell-time", "1ms", "--rounds", "2", "--details", "--out", "a",
      ], in: folder.path)
    return (folder, outcome)
  }

  /// The metrics that the field counts or the oracle judges.
  private static let counted = [
    "refreshes", "emissions", "text_assignments", "wrong_keystrokes", "caret_errors",
    "ambiguous_keystrokes",
  ]

  @Test("Every phase is timed, and every exact metric is counted")
  func series() {
    let phases = ["total", "first", "filter", "parse", "format", "refresh", "rest", "setup"]
    for cell in ["delegate-filter/int/en_US/9/type", "onchange-reformat/int/en_US/9/type"] {
      let series = run.series(of: cell)
      let expected =
        phases.flatMap { phase in ["time", "allocations", "bytes"].map { "\(phase) \($0)" } }
        + (Self.counted + ["peak_bytes", "leaked_bytes"]).map { "total \($0)" }
      #expect(series == Set(expected), "\(cell)")
    }
    // The floor neither filters nor parses nor formats, and must not report these phases as free.
    let floor = run.series(of: "unformatted/int/en_US/9/type")
    #expect(floor.isSuperset(of: ["total time", "first time", "refresh time", "total refreshes"]))
    for phase in ["filter", "parse", "format"] {
      #expect(!floor.contains { $0.hasPrefix("\(phase) ") })
    }
  }

  @Test("Each round has the typical time of each cell, within the times of its keystrokes")
  func typical() throws {
    #expect(run.typical.count == 2 * run.cells.count)
    for row in run.typical {
      let time = try #require(
        run.rows.first {
          $0.cell == row.cell && $0["round"] == row["round"] && $0["phase"] == "total"
            && $0["metric"] == "time"
        })
      let (least, most) = try (time.figure("min") ?? .infinity, time.figure("max") ?? 0)
      let typical = try #require(try row.figure("p50"))
      #expect(row["unit"] == "ns" && row["phase"] == "total")
      #expect(least <= typical && typical <= most, "\(row.key)")
    }
  }

  @Test("Figures are in order, none is below 0, and none is missing")
  func figures() throws {
    #expect(!run.rows.isEmpty)
    for row in run.rows {
      let figures = try ["min", "p50", "p90", "p99", "p999", "max"].map {
        try #require(try row.figure($0), "\($0) of \(row.key)")
      }
      #expect(figures[0] >= 0 && figures == figures.sorted(), "\(row.key): \(figures)")
      let mean = try #require(try row.figure("mean"))
      #expect(mean >= 0, "\(row.key): \(mean)")
      #expect(try #require(try row.figure("count")) >= 1)
      let isTime = row["metric"] == "time"
      #expect(row["unit"] == (isTime ? "ns" : row["metric"].hasSuffix("bytes") ? "B" : "1"))
      let isHost = Self.counted.contains(row["metric"])
      #expect(row["instrument"] == (isTime ? "clock" : isHost ? "host" : "shim"))
      #expect(row["run"] == run.metadata["id"] as? String)
      #expect(row["suite"] == "Keystroke")
    }
  }

  @Test(
    "Only rows whose longest keystroke was over budget have a share over budget")
  func overBudget() throws {
    let batched = try #require(run.metadata["batchedKeystrokes"] as? [String: Int])
    for row in run.rows where row["metric"] == "time" && ["total", "first"].contains(row["phase"]) {
      let longest = try #require(try row.figure("max"))
      for (metric, limit) in [("over_1ms", 1e6), ("over_8ms", 1e9 / 120), ("over_17ms", 1e9 / 60)] {
        let shares = run.overBudget.filter {
          $0.cell == row.cell && $0["phase"] == row["phase"] && $0["round"] == row["round"]
            && $0["metric"] == metric
        }
        let isOver = longest > limit && batched[row.cell] == nil
        #expect(shares.isEmpty != isOver && shares.count <= 1, "\(row.key)")
        for share in shares {
          let count = try #require(try row.figure("count"))
          #expect(try share.figure("count") == count)
          let keystrokes = try #require(try share.figure("mean")) * count
          #expect(abs(keystrokes - keystrokes.rounded()) < 1e-6 && keystrokes.rounded() >= 1)
        }
      }
    }
  }

  @Test("Times have one row per round, exact metrics have one row with round 0")
  func rounds() {
    for cell in run.cells {
      let rows = run.rows.filter { $0.cell == cell && $0["phase"] == "total" }
      #expect(rows.filter { $0["metric"] == "time" }.map { $0["round"] }.sorted() == ["1", "2"])
      #expect(rows.filter { $0["metric"] != "time" }.allSatisfy { $0["round"] == "0" })
    }
    #expect(Set(run.rows.map(\.key)).count == run.rows.count)
  }

  @Test("The counts of a keystroke are those known for the strategy")
  func counts() throws {
    func mean(_ cell: String, _ phase: String, _ metric: String) throws -> Double? {
      try run.rows.first {
        $0.cell == cell && $0["phase"] == phase && $0["metric"] == metric
      }?.figure("mean")
    }
    // Typed digits of a number that may be rewritten: at least two refreshes, and at most three.
    let refreshes = try #require(
      try mean("onchange-reformat/int/en_US/9/type", "total", "refreshes"))
    #expect(refreshes > 2 && refreshes < 3)
    let delegate = try #require(try mean("delegate-filter/int/en_US/9/type", "total", "refreshes"))
    #expect(delegate > 0 && delegate <= 1)
    // Eight digits after the first, and Return: from the fourth digit on, each digit moves the groups.
    for (strategy, count) in [
      ("delegate-filter", 6.0), ("onchange-reformat", 6.0), ("unformatted", 0),
    ] {
      let assigned = try #require(
        try mean("\(strategy)/int/en_US/9/type", "total", "text_assignments"))
      #expect(abs(assigned - count / 9) < 1e-6, "\(strategy)")
    }
    for cell in run.cells {
      #expect(try mean(cell, "total", "leaked_bytes") == 0, "\(cell)")
      // The counts of the phases and the rest add up to the total.
      let parts = try ["filter", "parse", "format", "refresh", "rest"].reduce(0.0) {
        try $0 + (mean(cell, $1, "allocations") ?? 0)
      }
      let total = try #require(try mean(cell, "total", "allocations"))
      #expect(abs(parts - total) < 1e-4, "\(cell): \(parts) in parts, \(total) in all")
    }
  }

  @Test("Texts are wrong exactly in the known cases of the published strategies")
  func texts() throws {
    let wrong = [
      "delegate-filter/int/en_US/9/backspace", "onchange-reformat/int/ar_EG/9/type",
    ]
    let verdicts = Dictionary(grouping: run.rows) { $0["text"] }.mapValues { Set($0.map(\.cell)) }
    #expect(verdicts.keys.sorted() == ["ok", "wrong"])
    #expect(verdicts["wrong"]?.sorted() == wrong)
    #expect(
      verdicts["ok"]?.isSuperset(of: [
        "delegate-filter/int/en_US/9/type", "onchange-reformat/int/en_US/9/type",
        "unformatted/int/en_US/9/type", "unformatted/int/en_US/9/backspace",
      ]) == true)
    let explained = try #require(run.metadata["wrongTexts"] as? [[String: Any]])
    #expect(explained.compactMap { $0["cell"] as? String } == wrong)
    let marks = outcome.output.matches(of: /wrong \[\d+\]\n/).count
    #expect(marks == wrong.count, "\(outcome.output)")
    #expect(outcome.output.contains("Wrong texts\n[1] expected "))
  }

  @Test("run.json says that the run is finished, and has all the facts of the design")
  func metadata() throws {
    #expect(run.status == "finished")
    #expect(run.fact("schemaVersion") as? Int == 3)
    #expect(run.fact("toolchain.configuration") as? String == "release")
    #expect(run.fact("plan.seed") as? Int == 20_261_121)
    #expect(run.fact("plan.rounds") as? Int == 2)
    #expect(run.fact("plan.suites") as? [String] == ["Keystroke"])
    #expect(run.fact("source.dirty") is Bool)
    #expect(run.fact("toolchain.allocator.name") as? String == "jemalloc")
    let argv = try #require(run.metadata["argv"] as? [String])
    #expect(argv.dropFirst().prefix(2) == ["run", "--strategy"])
    for path in [
      "id", "start", "end", "source.commit", "toolchain.swift", "toolchain.icu", "toolchain.cldr",
      "toolchain.digest", "toolchain.libc", "toolchain.allocator.version", "source.program",
    ] {
      #expect((run.fact(path) as? String)?.isEmpty == false, "\(path)")
    }
    for key in [
      "loadAverageAtStart", "othersReadyAtStart", "loadAverageAtEnd", "clockOverheadNanoseconds",
      "clockResolutionNanoseconds", "stolenShare",
    ] {
      #expect(run.fact("conditions.\(key)") is NSNumber, "\(key)")
    }
    let hosts = try #require(run.fact("hosts") as? [[String: Any]])
    #expect(hosts.count == 1 && hosts[0]["cores"] is NSNumber)
    for key in ["cpuModel", "kernel", "clockSource", "architecture"] {
      #expect((hosts[0][key] as? String)?.isEmpty == false, "\(key)")
    }
    #expect(run.lost == nil)
  }

  @Test("The table goes to standard output, and without a terminal there is no bar")
  func streams() {
    #expect(outcome.output.hasPrefix("DONE: 8 cells measured, 6 of 8 right; run: a\n"))
    for word in ["delegate-filter, int", "onchange-reformat, int", "refreshes", "allocations"] {
      #expect(outcome.output.contains(word))
    }
    #expect(outcome.output.contains("\nrun  a"))
    // A note on steal time may precede it.
    #expect(outcome.error.hasSuffix("run: a\n") && !outcome.error.contains("\r"))
  }

  @Test("Another run counts the same in every cell, and compares as equal")
  func again() async throws {
    let program = BuiltProgram.keystrokeBench
    let arguments = try #require(run.metadata["argv"] as? [String]).dropFirst()
    let second = try await program.run(
      arguments.map { $0 == "a" ? "b" : $0 }, in: folder.path)
    #expect(second.status == 0, "\(second.error)")
    let exact = try RunOnDisk(folder.path("b")).exact
    #expect(exact.count > 100)
    #expect(exact == run.exact)
    let compared = try await program.run(["compare", "a", "b"], in: folder.path)
    #expect(compared.status == 0, "\(compared.output)\(compared.error)")
  }
}

/// Measures the run of ``RunTests`` once, and removes it after the last test.
private struct Measured: SuiteTrait, TestScoping {
  func provideScope(
    for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
  ) async throws {
    try await RunTests.$measured.withValue(RunTests.measure()) { try await body() }
  }
}

extension Trait where Self == Measured {
  fileprivate static var measured: Self { Self() }
}
