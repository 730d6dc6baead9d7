import Foundation
import Subprocess

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

extension BuiltProgram {
  /// Runs the program in a folder, and does something to it meanwhile.
  ///
  /// It leads a process group of its own, as a shell has it, so that a test can be its terminal.
  func run(
    _ arguments: [String], in folder: String,
    meanwhile body: (RunningProgram) async throws -> Void
  ) async throws -> Outcome {
    var options = PlatformOptions()
    options.processGroupID = 0
    let record = try await Subprocess.run(
      .path(FilePath(path)), arguments: Arguments(Self.quick(arguments)),
      workingDirectory: FilePath(folder), platformOptions: options, input: .none,
      output: .string(limit: 8 << 20), error: .string(limit: 1 << 20)
    ) { execution in
      let program = RunningProgram(process: execution.processIdentifier.value)
      do { try await body(program) } catch {
        program.send(SIGKILL)
        throw error
      }
    }
    return Outcome(
      status: Self.status(record.terminationStatus), output: record.standardOutput,
      error: record.standardError)
  }
}

/// A program that was launched and has not been waited for yet.
struct RunningProgram {
  /// Its number, and that of its process group.
  let process: pid_t

  /// What waiting in vain for was meant to become true.
  struct NeverHappened: Error {
    var what: String
  }

  /// Sends a signal to the program alone.
  func send(_ signal: CInt) { kill(process, signal) }

  /// Sends a signal as a terminal does: to the whole group.
  func sendToGroup(_ signal: CInt) { kill(-process, signal) }

  /// The processes that it has launched.
  var children: [pid_t] { Self.processes.filter { Self.parent(of: $0) == process } }

  /// Waits until something is so; what never comes is an error after half a minute.
  func wait(until what: String, _ isSo: () throws -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(30)
    while try !isSo() {
      guard ContinuousClock.now < deadline else { throw NeverHappened(what: what) }
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  /// Whether a process exists that has not ended.
  static func isAlive(_ process: pid_t) -> Bool {
    guard let fields = stat(of: process) else { return false }
    return fields[0] != "Z"
  }

  private static var processes: [pid_t] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { pid_t($0) }
  }

  private static func parent(of process: pid_t) -> pid_t? {
    stat(of: process).flatMap { pid_t($0[1]) }
  }

  /// State, parent and what follows: see proc(5).
  private static func stat(of process: pid_t) -> [Substring]? {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      let end = text.lastIndex(of: ")")
    else { return nil }
    let fields = text[text.index(after: end)...].split(separator: " ")
    return fields.count > 1 ? fields : nil
  }
}
