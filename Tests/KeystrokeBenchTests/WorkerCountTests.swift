import Foundation
import RunFixtures
import Testing

/// Tests of the correctness of counts: bodies of known cost, counted by the shim and by an independent tool.
@Suite(.needsLiveShim)
struct WorkerCountTests {
  /// The cost of a call of each body: our own code, and two calls of Foundation counted by hand.
  private static let known: [(body: String, allocations: Int, bytes: Int)] = [
    ("empty", 0, 0), ("spin-1", 0, 0), ("malloc-1x64", 1, 64), ("malloc-3x1000", 3, 3000),
    ("format-int-fr_FR", 2, 472), ("parse-int-fr_FR", 3, 275),
  ]

  @Test("In the preloaded worker every call of a known body counts exactly what it costs")
  func shim() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await BuiltProgram.keystrokeBench.run(
      ["run", "--suite", "HarnessNoise", "--no-time", "--out", "a"], in: folder.path)
    #expect(outcome.status == 0, "\(outcome.error)")
    let run = try RunOnDisk(folder.path("a"))
    for (body, allocations, bytes) in Self.known {
      for (metric, count) in [("allocations", allocations), ("bytes", bytes)] {
        let rows = run.rows.filter {
          $0["strategy"] == body && $0["phase"] == "total" && $0["metric"] == metric
        }
        #expect(rows.count == 1, "\(body) has \(rows.count) rows of \(metric)")
        for column in ["min", "p50", "p90", "p99", "p999", "max", "mean"] {
          #expect(try rows.first?.figure(column) == Double(count), "\(body): \(metric), \(column)")
        }
      }
    }
  }

  /// The number of calls of a body under valgrind; a second process makes twice as many.
  private static let calls = 320

  @Test("valgrind counts the same for the same executable, over the C library's allocator")
  func valgrind() async throws {
    let folder = try TemporaryFolder()
    try await strip(into: folder.path("HarnessNoise"))
    let worker = BuiltProgram("HarnessNoise", in: folder.path)
    // The frame around a body creates a new subject for every session; its cost is the same for all bodies.
    let frame = try await cost(of: "empty", worker)
    for (body, allocations, bytes) in Self.known.dropFirst(3) {
      let cost = try await cost(of: body, worker)
      #expect(cost.allocations - frame.allocations == Self.calls * allocations, "\(body)")
      #expect(cost.bytes - frame.bytes == Self.calls * bytes, "\(body)")
    }
  }

  @Test("Under callgrind an answer arrives after the dumping process has ended: its file is whole")
  func endedDump() async throws {
    let folder = try TemporaryFolder()
    try await strip(into: folder.path("HarnessNoise"))
    let cell =
      #"{"strategy":"empty","value":"none","locale":"none","length":1,"script":"call"}"#
    let outcome = try await BuiltProgram("HarnessNoise", in: folder.path).run(
      [],
      script: """
        mkfifo asked answered
        valgrind --quiet --tool=callgrind --collect-atstart=no --combine-dumps=yes \
          --callgrind-out-file=dumps.%p "$0" <asked >answered &
        exec 3>asked 4<answered
        read -r greeting <&4
        for time in 1 2 3; do
          echo '{"instructionDumps":{"cell":\(cell),"seed":1}}' >&3
          read -r answer <&4
          process=$(expr "$answer" : '.*"process":\\([0-9]*\\)')
          if [ -d "/proc/$process" ]; then echo lives; else echo ended; fi
          tail -n 1 "dumps.$process" | cut -d : -f 1
        done
        exec 3>&-; wait
        """, in: folder.path)
    #expect(
      outcome.output == String(repeating: "ended\ntotals\n", count: 3),
      "\(outcome.output)\(outcome.error)")
  }

  /// Returns the cost of `calls` more calls.
  private func cost(
    of body: String, _ worker: BuiltProgram
  ) async throws -> (allocations: Int, bytes: Int) {
    async let once = heapUsage(of: body, worker, calls: Self.calls)
    let twice = try await heapUsage(of: body, worker, calls: 2 * Self.calls)
    return try await (twice.allocations - once.allocations, twice.bytes - once.bytes)
  }

  private func heapUsage(
    of body: String, _ worker: BuiltProgram, calls: Int
  ) async throws -> (allocations: Int, bytes: Int) {
    let outcome = try await worker.run(
      ["--cell", "\(body)/none/none/1/call", "--calls", "\(calls)"],
      // Use an environment as short as the conductor's, so that only the calls differ.
      script: "exec env -i PATH=\"$PATH\" SWIFT_DETERMINISTIC_HASHING=1 valgrind \"$0\" \"$@\"")
    if outcome.status == 127 {
      throw MissingTool(tool: "valgrind", hint: "apt-get update && apt-get install valgrind")
    }
    try #require(outcome.status == 0, "\(outcome.error)")
    // ==1==   total heap usage: 1,146 allocs, 1,019 frees, 194,058 bytes allocated
    let line = /total heap usage: ([0-9,]+) allocs, [0-9,]+ frees, ([0-9,]+) bytes allocated/
    let match = try #require(outcome.error.firstMatch(of: line), "\(outcome.error)")
    func number(_ text: Substring) throws -> Int { try #require(Int(text.filter { $0 != "," })) }
    return try (number(match.1), number(match.2))
  }

  /// Copies the executable without debug information, which valgrind 3.19 cannot read.
  private func strip(into copy: String) async throws {
    let outcome = try await BuiltProgram("HarnessNoise").run(
      [copy], script: "strip --strip-debug -o \"$1\" \"$0\"")
    if outcome.status == 127 {
      throw MissingTool(tool: "strip", hint: "apt-get update && apt-get install binutils")
    }
    try #require(outcome.status == 0, "\(outcome.error)")
  }

  /// An error: a program that the test runs is not installed.
  private struct MissingTool: Error, CustomStringConvertible {
    var tool: String
    var hint: String
    var description: String {
      "\(tool) is not installed, and this test is nothing without it: \(hint)"
    }
  }
}
