import BenchmarkModel
import BenchmarkResults
import Foundation
import RunFixtures
import Testing

/// Tests of foreign runs, baselines and thresholds, as a user handles them.
struct StrangersRunTests {
  private let folder: TemporaryFolder
  private let program = BuiltProgram.keystrokeBench

  init() throws {
    folder = try TemporaryFolder()
    try RunFixture().write(to: folder.path("a"))
    try RunFixture(id: "r2").write(to: folder.path("b"))
  }

  private func run(_ arguments: String...) async throws -> BuiltProgram.Outcome {
    try await program.run(arguments, in: folder.path)
  }

  /// Expects status 2 and one line of error of at most 500 characters, with the given start and words.
  private func expectRefusal(
    _ outcome: BuiltProgram.Outcome, _ start: String, _ words: String...,
    location: SourceLocation = #_sourceLocation
  ) {
    #expect(outcome.status == 2, "\(outcome.output)\(outcome.error)", sourceLocation: location)
    #expect(
      outcome.error.hasPrefix("error: \(start)"), "\(outcome.error)", sourceLocation: location)
    for word in words {
      #expect(outcome.error.contains(word), "\(outcome.error)", sourceLocation: location)
    }
    #expect(outcome.error.count { $0 == "\n" } == 1, sourceLocation: location)
    #expect(outcome.error.count <= 500, sourceLocation: location)
    #expect(outcome.output == "", sourceLocation: location)
  }

  @Test("A baseline cut at half its lines: 2, with both counts")
  func baselineCut() async throws {
    #expect(try await run("baseline", "save", "a", "main").status == 0)
    try folder.editLines(of: "results/baselines/main/samples.csv") { lines in
      lines.removeLast(lines.count / 2)
      lines.append("")
    }
    for command in [
      ["compare", "main", "b"], ["baseline", "show", "main"], ["baseline", "list"],
    ] {
      let outcome = try await program.run(command, in: folder.path)
      expectRefusal(
        outcome, "results/baselines/main/samples.csv: ", "rows, and ", " when the run finished")
    }
  }

  @Test("Instructions missing from the baseline and doubled in the candidate: 1")
  func instructionsGone() async throws {
    func write(_ id: String, _ value: Double?) throws {
      var fixture = RunFixture(id: id)
      for cell in RunFixture.cells {
        guard var row = fixture.rows.last(where: { $0.cell == cell }) else { continue }
        row.instrument = .valgrind
        for (metric, value) in [(Metric.instructions, value), (.retains, 3)] {
          guard let value else { continue }
          row.metric = metric
          row.summary = Summary(mean: value)
          fixture.rows.append(row)
        }
      }
      try fixture.write(to: folder.path(id))
    }
    try write("c", nil)
    try write("d", 2_000)
    #expect(try await run("baseline", "save", "c", "main").status == 0)
    let outcome = try await run("compare", "main", "d")
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("FAIL: 4 missing in the baseline"), "\(outcome.output)")
    #expect(outcome.output.contains("rows: filter instructions"), "\(outcome.output)")
  }

  @Test(
    "Huge numbers: 2 at once, with the line",
    arguments: [
      (
        "paired",
        #"{"role": "baseline", "partner": "b", "budget": 1, "seed": 1, "links": "one", "confirms": false, "harnessChanges": [], "looks": [{"rounds": 1000000000, "spent": 1, "seconds": 1, "confirms": false}]}"#,
        "paired.looks.0.rounds is 1000000000; expected 1 to 100000"
      ),
      (
        "plan.shard", #"{"index": 1, "count": 1000000000, "cells": 4, "digest": "0"}"#,
        "plan.shard.count is 1000000000; expected 1 to 10000"
      ),
      (
        "plan.shard", #"{"index": 3, "count": 2, "cells": 4, "digest": "0"}"#,
        "plan.shard.index is 3; expected 1 to 2"
      ),
      (
        "plan.shard", #"{"index": 1, "count": 2, "cells": -4, "digest": "0"}"#,
        "plan.shard.cells is -4"
      ),
      (
        "batchedKeystrokes", #"{"a/int/en_US/9/type": 0}"#,
        "batchedKeystrokes.a/int/en_US/9/type is 0; expected 1 to 1024"
      ),
      ("plan.rounds", "1000000000", "plan.rounds is 1000000000; expected 0 to 100000"),
      ("hosts", "[]", "hosts.count is 0; expected 1 to 1000"),
      ("id", #""""#, "id.bytes is 0; expected 1 to 256"),
      (
        "conditions.clockOverheadNanoseconds", "1e300",
        "conditions.clockOverheadNanoseconds is 1e+300"
      ),
    ])
  func bounds(_ key: String, _ json: String, _ words: String) async throws {
    let value = try JSONSerialization.jsonObject(
      with: Data(json.utf8), options: .fragmentsAllowed)
    try folder.setMetadata(ofRun: "b", key, value)
    let outcome = try await run("compare", "a", "b")
    let match = outcome.error.firstMatch(of: #/^error: b/run\.json:([0-9]+): /#)
    let line = match.flatMap { Int($0.1) } ?? 1
    let lines = try folder.text("b/run.json")
      .split(separator: "\n", omittingEmptySubsequences: false)
    // An error about a size has the line of the object that has the size.
    let path = words.split(separator: " ")[0].split(separator: ".")
      .filter { !["count", "bytes"].contains($0) || key.hasSuffix("shard") }
    let told = lines[line - 1]
    #expect(told.contains(path.last ?? "") || words.contains("/"), "line \(line) is \(told)")
    expectRefusal(outcome, "b/run.json:", words)
  }

  @Test("A run merged from 10,000 runs: 2, with the line")
  func mergedFrom() async throws {
    let host = ["cpuModel": "x", "cores": 1, "kernel": "x", "clockSource": "x"] as [String: Any]
    let plan = ["suites": [], "seed": 1, "rounds": 1] as [String: Any]
    let part =
      [
        "id": "r2", "start": "2026-01-01T00:00:00Z", "argv": [], "plan": plan, "host": host,
        "conditions": [:],
      ] as [String: Any]
    try folder.setMetadata(ofRun: "b", "mergedFrom", Array(repeating: part, count: 10_000))
    expectRefusal(
      try await run("compare", "a", "b"), "b/run.json:",
      "mergedFrom.count is 10000; expected 0 to 1000")
  }

  @Test(
    "JSON that nests 513 deep, or names a key twice: 2, with the line",
    arguments: [33, 513, 100_000])
  func nested(_ depth: Int) async throws {
    let text = try folder.text("b/run.json")
    let brackets = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    try folder.write("{\n\"extra\": \(brackets),\(text.dropFirst())", to: "b/run.json")
    for command in [["compare", "a", "b"], ["report", "b"], ["baseline", "save", "b", "x"]] {
      let outcome = try await program.run(command, in: folder.path)
      expectRefusal(outcome, "b/run.json:2: ", "nested more than 32 deep")
    }
    try folder.write("{\n\"plan\": 1,\(text.dropFirst())", to: "b/run.json")
    expectRefusal(
      try await run("compare", "a", "b"), "b/run.json:", "the key \"plan\" twice; expected it once"
    )
  }

  @Test(
    "An impossible row: 2, with the line",
    arguments: [
      (
        0, "other", 1,
        "a row of the run \"other\"; expected one of the run that run.json describes"
      ),
      (3, "Other", 1, "a row of the suite \"Other\"; expected one of those that run.json names"),
      (2, "100001", 1, "the round 100001 is too large; expected at most 100000"),
      (7, "1000001", 1, "the length 1000001 is too large"),
      (13, "9999999999999999", 1, "the count 9999999999999999 is too large"),
      (14, "99999999", 1, "min is 99999999.0, max "),
      (20, "1e300", 1, "mean is \"1e300\"; expected at most"),
      (4, "x", 1 << 20, "strategy is a text of 1048576 bytes"),
      (9, "x", 1 << 20, "phase is \"xxxx"),
      (16, "9", 1 << 20, "p90 is \"9999"),
    ])
  func rows(_ column: Int, _ text: String, _ times: Int, _ words: String) async throws {
    try folder.editLines(of: "b/samples.csv") { lines in
      var fields = lines[1].split(separator: ",", omittingEmptySubsequences: false)
      fields[column] = String(repeating: text, count: times)[...]
      lines[1] = fields.joined(separator: ",")
    }
    expectRefusal(try await run("compare", "a", "b"), "b/samples.csv:2: ", words)
  }

  @Test("A share above all keystrokes: 2, with the line")
  func share() async throws {
    try folder.editLines(of: "b/samples.csv") { lines in
      var fields = lines[1].split(separator: ",", omittingEmptySubsequences: false)
      fields[10] = "over_1ms"
      fields[12] = "1"
      for column in 14...19 { fields[column] = "" }
      fields[20] = "1.5"
      lines.insert(fields.joined(separator: ","), at: 2)
    }
    expectRefusal(
      try await run("compare", "a", "b"), "b/samples.csv:3: ",
      "mean is 1.5; expected a share, from 0 to 1")
  }

  @Test("A pipe, a socket or a folder in place of a file: 2, by name, without waiting")
  func pipes() async throws {
    for file in ["b/run.json", "b/samples.csv", "thresholds.toml", "cases.jsonl"] {
      let path = folder.path(file)
      try? FileManager.default.moveItem(atPath: path, toPath: folder.path("kept"))
      for kind in ["pipe", "folder"] {
        if kind == "pipe" {
          #expect(mkfifo(path, 0o600) == 0)
        } else {
          try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        }
        let outcome =
          file == "cases.jsonl"
          ? try await run("replay", file, "--strategy", "delegate-filter")
          : try await run(
            "compare", "a", "b", "--thresholds", file == "thresholds.toml" ? file : "/dev/null")
        expectRefusal(outcome, file, "a \(kind), not a regular file")
        try FileManager.default.removeItem(atPath: path)
      }
      try? FileManager.default.moveItem(atPath: folder.path("kept"), toPath: path)
    }
  }

  @Test(
    "A control character in thresholds.toml: 2, with its line, and no entry lost",
    arguments: ["\u{0}", "\u{1}", "\u{1B}", "\u{7F}", "\u{C}", "\r"])
  func controlCharacters(_ character: String) async throws {
    let text = "# one\n\(character)x\n[[tolerance]]\nmetric = \"bytes\"\nabsolute = 1\n"
    try folder.write(text, to: "thresholds.toml")
    let outcome = try await run("compare", "a", "b", "--thresholds", "thresholds.toml")
    expectRefusal(outcome, "thresholds.toml:2: the control character U+00", "remove it")
  }

  @Test("CRLF and tabs in thresholds.toml are accepted as in TOML")
  func lineBreaks() async throws {
    try folder.write(
      "schema = 2\r\n[[tolerance]]\r\n\tmetric = \"bytes\"\r\nabsolute = 1\r\nreason = \"r\"\r\n",
      to: "thresholds.toml")
    let outcome = try await run("compare", "a", "b", "--thresholds", "thresholds.toml")
    #expect(outcome.status == 0, "\(outcome.error)")
  }

  @Test("Eight saves of one name at once without --force: one is saved, the others are refused")
  func savesAtOnce() async throws {
    let script = """
      for i in 1 2 3 4 5 6 7 8; do "$0" "$@" >out.$i 2>err.$i & done
      wait; cat err.*; echo "saved: $(cat out.* | grep -c '^saved')"
      ls -A results/baselines | grep -v '^[.]gitattributes$'
      """
    for round in 1...5 {
      let outcome = try await program.run(
        ["baseline", "save", "a", "main"], script: script, in: folder.path)
      let lines = outcome.output.split(separator: "\n")
      #expect(lines.contains("saved: 1"), "round \(round): \(outcome.output)")
      #expect(lines.count { $0.contains("there is a baseline of that name") } == 7)
      // The refused saves leave nothing behind.
      #expect(lines.last == "main" && lines.count == 9)
      #expect(try await run("baseline", "remove", "main").status == 0)
    }
  }

  @Test("Eight saves of one name at once with --force: all are saved, one after the other")
  func forcedSavesAtOnce() async throws {
    let script = """
      for i in 1 2 3 4 5 6 7 8; do "$0" "$@" >out.$i 2>err.$i & done
      wait; cat err.*; echo "saved: $(cat out.* | grep -c '^saved')"
      ls -A results/baselines | grep -v '^[.]gitattributes$'
      """
    let outcome = try await program.run(
      ["baseline", "save", "a", "main", "--force"], script: script, in: folder.path)
    #expect(outcome.output == "saved: 8\nmain\n")
    #expect(try await run("compare", "main", "a").status == 0)
  }

  @Test("A run of an older schema is refused with what to do")
  func olderSchema() async throws {
    try folder.editJSON(of: "b/run.json") { $0["schemaVersion"] = 2 }
    expectRefusal(
      try await run("compare", "a", "b"), "b/run.json:", "schema version 2; expected version 3",
      "measure again")
  }

  @Test("On a read-only disk the error names the cause", .enabled(if: Tmpfs.isPossible))
  func readOnly() async throws {
    let script = """
      mkdir disk && mount -t tmpfs -o ro tmpfs disk || exit 99
      "$0" "$@"
      """
    let outcome = try await program.run(
      [
        "-c", script, program.path, "baseline", "save", "a", "main", "--results",
        "disk/deep/results",
      ],
      script: "shift; exec unshare --map-root-user --mount sh -c \"$@\"", in: folder.path)
    expectRefusal(outcome, "disk/deep", "Read-only file system")
  }
}
