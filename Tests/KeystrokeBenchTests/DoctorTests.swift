import Foundation
import RunFixtures
import Testing

/// Tests of `keystroke-bench doctor`, as a user runs it.
struct DoctorTests {
  private let program = BuiltProgram.keystrokeBench

  @Test(
    "Every point is checked, and each problem has a line",
    .needsLiveShim)
  func points() async throws {
    let outcome = try await program.run(["doctor"])
    let lines = outcome.output.split(separator: "\n")
    for point in [
      "swift", "worker", "shim", "taskset", "temporary folder", "room", "valgrind", "git", "lld",
      "perf", "clock source", "clock", "cores", "CPU quota", "load", "governor", "virtualisation",
    ] {
      let line = lines.first {
        $0.contains(/^(ok|warn|fail)  +/) && $0.dropFirst(6).hasPrefix(point)
      }
      #expect(line != nil, "no line for \(point):\n\(outcome.output)")
    }
    let fails = lines.contains { $0.hasPrefix("fail") }
    #expect(outcome.status == (fails ? 2 : 0), "\(outcome.output)")
    #expect(outcome.error.isEmpty == !fails)
    // Without these two points the tests could not have been built and run.
    for point in [/ok +worker +Keystroke, release build/, /ok +shim +live, over jemalloc 5/] {
      #expect(outcome.output.contains(point), "\(outcome.output)")
    }
  }

  @Test(
    "What counting instructions needs is tried: without setarch that is a line that fails",
    .needsLiveShim)
  func setarch() async throws {
    let folder = try TemporaryFolder()
    // A setarch that may not do it simulates a container that forbids personality(2).
    let outcome = try await program.run(
      ["doctor"],
      script:
        "mkdir bin; printf '#!/bin/sh\\nexit 1\\n' >bin/setarch; chmod +x bin/setarch; PATH=$PWD/bin:$PATH \"$0\" \"$@\"",
      in: folder.path)
    #expect(outcome.status == 2)
    #expect(outcome.output.contains(#/valgrind: setarch --addr-no-randomize fails/#))
    #expect(outcome.output.contains("--security-opt seccomp=unconfined"))
  }

  @Test("A worker that cannot be launched is a point of its own: 2, and the hint")
  func noWorker() async throws {
    let outcome = try await program.run(["doctor", "--worker", "/none"])
    #expect(outcome.status == 2)
    #expect(outcome.output.contains(/fail +worker +\/none cannot be run/))
    #expect(outcome.output.contains("worker: swift build -c release"))
    #expect(outcome.error.count { $0 == "\n" } == 1)
  }

  @Test(
    "The noise table: every count is true, and no missing count is shown as 0",
    .needsLiveShim)
  func noise() async throws {
    let outcome = try await program.run(["doctor", "--noise"])
    // Ratios of times may be too high on a busy machine; then the status is 1.
    #expect([0, 1].contains(outcome.status), "\(outcome.error)")
    #expect(outcome.output.contains("What the harness adds to a keystroke: "))
    #expect(outcome.output.contains("over jemalloc"))
    let known: [(String, String, Int)] = [
      ("empty", "allocations", 0), ("empty", "bytes", 0), ("malloc-1x64", "allocations", 1),
      ("malloc-1x64", "bytes", 64), ("malloc-3x1000", "allocations", 3),
      ("malloc-3x1000", "bytes", 3000), ("format-int-fr_FR", "allocations", 2),
      ("format-int-fr_FR", "bytes", 472), ("parse-int-fr_FR", "allocations", 3),
      ("parse-int-fr_FR", "bytes", 275), ("malloc-1000x64", "allocations", 1000),
    ]
    let lines = outcome.output.split(separator: "\n").map { line in
      line.split(separator: " ").map(String.init)
    }
    for (body, figure, count) in known {
      // The known count, the measured count, and valgrind's count of the same body over another allocator.
      let memcheck = count > 0 ? "\(count)" : "-"
      let line = [body, figure, "a", "call", "\(count)", "\(count)", memcheck, "true"]
      #expect(lines.contains(line), "\(line):\n\(outcome.output)")
    }
    #expect(!lines.contains { $0.contains("call") && $0.last == "FALSE" })
    // Overheads are shown, but a test does not check them against limits, which depend on the machine.
    for way in ["system", "jemalloc", "shim, idle", "shim, counting", "shim, with sites"] {
      let line = outcome.output.split(separator: "\n").first { $0.hasPrefix(way) }
      let figures = line?.dropFirst(way.count).split(separator: " ").compactMap { Double($0) } ?? []
      #expect((figures.first ?? 0) > 0, "no overhead of \(way):\n\(outcome.output)")
      #expect(
        line?.hasSuffix("ok") == true || line?.hasSuffix("warn") == true || !way.hasPrefix("shim"))
    }
    let depth = outcome.output.firstMatch(of: /sites of a stack of (\d+) frames/)
    // The depth varies by a frame or two with the compiler's inlining of the harness.
    #expect(depth.flatMap { Int($0.1) }.map { (15...25).contains($0) } == true)
  }
}
