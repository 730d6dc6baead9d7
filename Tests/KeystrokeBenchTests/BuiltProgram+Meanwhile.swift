import Foundation
import Subprocess

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

extension BuiltProgram {
  /// Runs the program in a folder; once a shell command succeeds there, runs another, and waits for the end.
  ///
  /// Both commands know the program as `$program`, which is also the number of its process group: it leads one of its
  /// own, as a terminal's foreground has it. A shell looks on and not the test, whose next step may have to wait for
  /// other tests until the program is long done. Where the condition never holds, the program runs to its end. One that a
  /// signal ends has 128 and its number as status, as shells have it.
  func run(
    _ arguments: [String], in folder: String, path first: String = "", once condition: String,
    then action: String
  ) async throws -> Outcome {
    let watch = """
      \(first.isEmpty ? "" : "PATH='\(first):'$PATH")
      set -m
      "$0" "$@" & program=$!
      until { \(condition); } >/dev/null 2>&1; do
        kill -0 $program 2>/dev/null || { echo 'it ended first' >&2; break; }
        sleep 0.02
      done
      { \(action); } 2>/dev/null
      { wait $program; } 2>/dev/null
      """
    return try await Self.launch(
      "/bin/bash", ["-c", watch, path] + Self.quick(arguments), in: folder)
  }

  /// Whether a process exists that has not ended.
  static func isAlive(_ process: pid_t) -> Bool {
    state(of: process).map { $0.first != "Z" } ?? false
  }

  /// Waits until none of the processes that are named is left, or none of them does anything any more.
  ///
  /// - Parameter named: names them anew at each look.
  /// - Throws: `CancellationError`.
  static func waitForEnd(of named: () -> [pid_t]) async throws {
    var idle = 0
    var before: [String] = []
    while idle < 500 {
      let states = named().filter(isAlive).compactMap(state)
      if states.isEmpty { return }
      let isBusy = states != before || states.contains { "RD".contains($0.prefix(1)) }
      idle = isBusy ? 0 : idle + 1
      before = states
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  /// The state of a process and the time that it had on a processor; nil where there is none.
  private static func state(of process: pid_t) -> String? {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      // They follow its name, which may hold anything: see proc(5).
      let end = text.lastIndex(of: ")")
    else { return nil }
    let fields = text[text.index(after: end)...].split(separator: " ")
    guard fields.count > 14 else { return nil }
    return ([fields[0]] + fields[11...14]).joined(separator: " ")
  }
}
