import BenchmarkConductor
import BenchmarkModel
import BenchmarkResults
import Foundation
import RunFixtures
import Testing

/// Tests of the conductor's reaction to workers that misbehave.
///
/// The workers are small programs that speak the protocol, since the real ones do not misbehave on request.
@Suite struct ConductorTests {
  private struct Silent: RunProgress {
    func begin(work: Double) {}
    func step(_ activity: String, _ subject: String, work: Double) {}
    func remark(_ text: String) {}
    func end() {}
  }

  /// A worker of one cell whose processes count up: process number n reports `counts[n]` refreshes.
  private static let varying = """
    #!/usr/bin/env python3
    import json, os, sys

    folder = os.path.dirname(os.path.abspath(__file__))
    cell = {"strategy": "s", "value": "int", "locale": "en_US", "length": 1, "script": "type"}

    def say(message):
        print(json.dumps(message), flush=True)

    def launched():
        for number in range(100):
            try:
                os.close(os.open(f"{folder}/launch-{number}", os.O_CREAT | os.O_EXCL))
                return number
            except FileExistsError:
                pass

    def row(phase, metric, instrument, figure):
        return {"phase": phase, "metric": metric, "instrument": instrument, "count": 4,
                "figures": [figure] * 7}

    say({"keystrokeBenchProtocol": VERSION, "suite": "Varying", "configuration": "release",
         "clock": {"overhead": 20, "resolution": 10}})
    counted = None
    for line in sys.stdin:
        request = json.loads(line)
        if "list" in request:
            say({"list": [cell]})
        elif "count" in request:
            if counted is None:
                counted = COUNTS[launched() % 2]
            say({"count": {"cell": cell, "batch": 1, "steady": True, "droppedActions": DROPPED,
                "rows": [
                row("total", "refreshes", "host", counted), row("total", "emissions", "host", 1)]}})
        else:
            say({"time": {"cell": TIMED, "batch": 8, "steady": False, "rows": [
                row("total", "time", "clock", TIME)]}})
    """

  private func run(
    counts: String, dropped: Int? = nil, timed: String = "cell", time: String = "100"
  ) async throws -> Run {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let worker = folder.appending(path: "worker.py").path
    let program = Self.varying.replacing("COUNTS", with: counts)
      .replacing("VERSION", with: "\(ProtocolVersion.current)")
      .replacing("TIMED", with: timed).replacing("TIME", with: time)
      .replacing("DROPPED", with: dropped.map(String.init) ?? "None")
    try Data(program.utf8).write(to: URL(filePath: worker))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: worker)
    var plan = RunPlan(
      worker: worker, shim: "none", folder: folder.appending(path: "run").path, argv: ["test"])
    plan.allocations = false
    plan.rounds = 2
    try await MachineShare.with { [plan] in
      _ = try await Conductor(plan, progress: Silent()).run()
    }
    return try RunReader.read(plan.folder)
  }

  @Test func whatIsEqualInBothProcessesIsWrittenOnce() async throws {
    let run = try await run(counts: "[3, 3]")
    let exact = run.rows.filter(\.metric.isExact)
    #expect(exact.map(\.round) == [0, 0])
    #expect(Set(exact.map(\.metric)) == [.refreshes, .emissions])
    #expect(run.metadata.warnings.allSatisfy { !$0.contains("differs") })
  }

  @Test func whatDiffersIsWrittenByRoundAndTheRunWarns() async throws {
    let run = try await run(counts: "[3, 4]")
    let refreshes = run.rows.filter { $0.metric == .refreshes }
    #expect(refreshes.map(\.round).sorted() == [1, 2])
    #expect(Set(refreshes.map(\.summary.mean)) == [3, 4])
    #expect(run.rows.filter { $0.metric == .emissions }.map(\.round) == [0])
    #expect(run.metadata.warnings.contains { $0.contains("refreshes differs between rounds") })
  }

  @Test func droppedActionsAreWarnedOf() async throws {
    let run = try await run(counts: "[3, 3]", dropped: 2)
    #expect(
      run.metadata.warnings.contains {
        $0.hasPrefix("s/int/en_US/1/type: 2 onChange actions were dropped")
      })
  }

  @Test func aSampleOfAnotherCellIsRefused() async throws {
    await #expect {
      try await run(counts: "[3, 3]", timed: "dict(cell, length=2)")
    } throws: { error in
      "\(error)".contains(
        "s/int/en_US/1/type: a sample of \"s/int/en_US/2/type\"; build the worker from this version; lost: "
      )
    }
  }

  @Test(
    "Impossible times are refused, and the run stays readable",
    arguments: ["-1", "1e300"])
  func impossibleFigures(_ figure: String) async throws {
    await #expect {
      try await run(counts: "[3, 3]", time: figure)
    } throws: { error in
      "\(error)".contains("s/int/en_US/1/type: impossible figures of total time")
    }
  }

  @Test func batchesAndUnsteadyTimingsAreSaid() async throws {
    let run = try await run(counts: "[3, 3]")
    #expect(run.metadata.batchedKeystrokes == ["s/int/en_US/1/type": 8])
    #expect(run.metadata.warnings.last == "2 timings began before the cell was steady")
    #expect(run.rows.filter { $0.metric == .time }.map(\.round).sorted() == [1, 2])
  }

  @Test(
    "A list of functions counts only if it is whole",
    arguments: [
      ("a\nb\n2\n", ["a", "b"]), ("0\n", []), ("", nil), ("a\nb\n", nil), ("a\n2\n", nil),
      ("a\nb\n2", nil), ("a\n12\n2\n", ["a", "12"]),
    ] as [(String, Set<String>?)])
  func functions(text: String, expected: Set<String>?) throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "functions")
    #expect(Conductor.functions(in: folder.path("functions")) == expected)
    #expect(!FileManager.default.fileExists(atPath: folder.path("functions")))
    #expect(Conductor.functions(in: folder.path("none")) == nil)
  }
}
