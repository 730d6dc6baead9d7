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
  /// other tests until the program is long done. What never comes ends the program after two minutes, with a line on
  /// standard error. A program that a signal ends has 128 and its number as status, as shells have it.
  func run(
    _ arguments: [String], in folder: String, once condition: String, then action: String
  ) async throws -> Outcome {
    let watch = """
      set -m
      "$0" "$@" & program=$!
      deadline=$((SECONDS + 120))
      until { \(condition); } >/dev/null 2>&1; do
        kill -0 $program 2>/dev/null || break
        if [ $SECONDS -ge $deadline ]; then
          echo 'what was waited for never came' >&2
          kill -KILL $program
        fi
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
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      // Its state follows its name, which may hold anything: see proc(5).
      let end = text.lastIndex(of: ")")
    else { return false }
    return !text[text.index(after: end)...].hasPrefix(" Z")
  }
}
