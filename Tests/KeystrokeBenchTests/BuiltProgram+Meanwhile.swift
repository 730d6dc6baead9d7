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
  /// Both commands know the program as `$program`. This is also the number of its process group, which it leads like a
  /// foreground job of a terminal. A shell watches the program instead of the test, because the test may have to wait
  /// for other tests until the program has ended. If the condition never holds, the program runs to its end. If a
  /// signal ends the program, the status is 128 plus the signal's number, as in shells.
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

  /// Returns true if a process exists and has not ended.
  static func isAlive(_ process: pid_t) -> Bool {
    state(of: process).map { $0.first != "Z" } ?? false
  }

  /// Waits until none of the given processes is left, or none of them does anything any more.
  ///
  /// - Parameter named: returns the processes; called again at each look.
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

  /// Returns the state of a process and its processor time; nil if there is no such process.
  private static func state(of process: pid_t) -> String? {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      // They follow the process's name, which may contain any character: see proc(5).
      let end = text.lastIndex(of: ")")
    else { return nil }
    let fields = text[text.index(after: end)...].split(separator: " ")
    guard fields.count > 14 else { return nil }
    return ([fields[0]] + fields[11...14]).joined(separator: " ")
  }
}
