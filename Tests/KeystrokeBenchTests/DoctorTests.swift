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
    #expect(outcome.output.contains("setarch --addr-no-randomize fails"))
    #expect(
      outcome.output.contains("  valgrind: a container may need --security-opt seccomp=unconfined"))
  }

  @Test("A worker that cannot be launched is a point of its own: 2, and the hint")
  func noWorker() async throws {
    let outcome = try await program.run(["doctor", "--worker", "/none"])
    #expect(outcome.status == 2)
    #expect(outcome.output.contains(/fail +worker +\/none cannot be run/))
    #expect(outcome.output.contains("worker: swift build -c release"))
    #expect(outcome.error.count { $0 == "\n" } == 1)
  }
}
