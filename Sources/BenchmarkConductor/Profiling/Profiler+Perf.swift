import BenchmarkModel
import BenchmarkResults
import Foundation
import Subprocess

extension Profiler {
  /// Samples per second: not a divisor of a second, so that sampling does not fall in step with anything.
  private static let frequency = 1_999

  /// The path of perf.
  static func findPerf() throws -> String {
    guard let perf = SystemTool.find("perf") else {
      throw Problem(
        "there is no perf on PATH",
        hint: "as root, run apt-get install linux-perf, or on Ubuntu linux-tools-generic")
    }
    return perf.path
  }

  /// Samples a program that does nothing.
  ///
  /// - Throws: ``Problem`` if perf is missing or forbidden.
  package static func check() async throws {
    let perf = try findPerf()
    let folder = try TemporaryPlace.fresh()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let outcome = try await SystemTool.run(
      perf, ["record", "-q", "-e", "cpu-clock:u", "-o", "\(folder)/perf.data", "--", "true"])
    guard outcome.isSuccess else { throw failure(outcome.error) }
  }

  /// Records into a file, and returns how many keystrokes the worker pressed.
  func record(
    _ cell: Cell, seconds: Double, perf: String, to data: String
  ) async throws -> Int {
    let launch = WorkerLaunch(executable: plan.worker, allowsDebug: plan.allowsDebug)
    let worker =
      [plan.worker, "--cell", cell.id, "--seconds", "\(seconds)", "--seed", "\(plan.seed)"]
      + (plan.allowsDebug ? ["--allow-debug"] : [])
    var problem = ""
    // Most versions of perf fall back to the clock by themselves; some only report that there are no cycles.
    for event in ["cycles:u", "cpu-clock:u"] {
      let outcome = try await SystemTool.run(
        perf,
        [
          "record", "-q", "-e", event, "-F", "\(Self.frequency)", "--call-graph", "fp", "-o", data,
          "--",
        ] + worker, environment: launch.environment)
      if outcome.isSuccess {
        guard
          let line = outcome.text.split(separator: "\n").last,
          let keystrokes = Int(line), keystrokes > 0
        else {
          throw Problem(
            "\(plan.worker) did not say how many keystrokes it pressed: build it anew")
        }
        return keystrokes
      }
      problem = outcome.error
      guard problem.contains("not supported") else { break }
    }
    throw Self.failure(problem)
  }

  /// The script that perf makes of its recording.
  static func script(of data: String, perf: String) async throws -> [UInt8] {
    let outcome = try await SystemTool.run(
      perf, ["script", "-i", data, "--no-inline", "-F", "event,period,ip,dso"])
    guard outcome.isSuccess else { throw failure(outcome.error) }
    return outcome.output
  }

  /// The reason why perf failed, with a hint if the kernel forbids it.
  private static func failure(_ output: String) -> Problem {
    let isForbidden = ["perf_event_paranoid", "Permission", "not permitted", "CAP_PERFMON"]
      .contains(where: output.contains)
    guard isForbidden else {
      let lines = output.split(whereSeparator: \.isNewline)
      return Problem(
        "perf failed: \(lines.first.map(String.init) ?? "it said nothing")",
        hint: "`keystroke-bench doctor` tries perf, and --kind instructions does without")
    }
    let level =
      (try? String(contentsOfFile: "/proc/sys/kernel/perf_event_paranoid", encoding: .utf8))?
      .trimmingCharacters(in: .whitespacesAndNewlines) ?? "unknown"
    return Problem(
      "perf may not look at processes here (kernel.perf_event_paranoid is \(level))",
      hint:
        "as root, run sysctl kernel.perf_event_paranoid=2; in a container, also allow perf_event_open (--cap-add PERFMON)"
    )
  }
}
