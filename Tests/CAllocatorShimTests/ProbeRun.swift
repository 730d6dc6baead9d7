import Foundation
import RunFixtures
import Subprocess

/// The result of a probe that ran to its end in a separate process.
struct ProbeRun {
  let output: String
  let errors: String
  let status: TerminationStatus

  /// Runs a program of the build folder or of `PATH`.
  ///
  /// - Parameters:
  ///   - program: The program's name.
  ///   - arguments: The program's arguments.
  ///   - preload: The libraries to preload; the caller's preloads are not inherited.
  ///   - folder: The folder to search before `PATH`; nil for a program of the system.
  /// - Returns: The output and the exit status.
  /// - Throws: `SubprocessError` if the program cannot be started.
  static func of(
    _ program: String, _ arguments: [String], preload: [String] = [], folder: String? = nil
  ) async throws -> ProbeRun {
    let inherited = ProcessInfo.processInfo.environment["PATH"]
    let path = [folder, inherited].compactMap { $0 }.joined(separator: ":")
    let result = try await MachineShare.with {
      try await run(
        .name(program),
        arguments: Arguments(arguments),
        environment: .inherit.updating([
          "PATH": path,
          "LD_PRELOAD": preload.isEmpty ? nil : preload.joined(separator: ":"),
          "MALLOC_CONF": nil,
        ]),
        output: .string(limit: 1 << 20),
        error: .string(limit: 1 << 20))
    }
    return ProbeRun(
      output: result.standardOutput, errors: result.standardError,
      status: result.terminationStatus)
  }

  /// Runs a tool of the system.
  ///
  /// - Parameters:
  ///   - tool: The tool's name.
  ///   - arguments: The tool's arguments.
  ///   - preload: The libraries to preload; the caller's preloads are not inherited.
  ///   - hint: The command that installs the tool.
  /// - Returns: The output and the exit status.
  /// - Throws: `MissingTool` if the tool is not installed.
  static func of(
    tool: String, _ arguments: [String], preload: [String] = [], hint: String
  ) async throws -> ProbeRun {
    do {
      return try await of(tool, arguments, preload: preload)
    } catch let error as SubprocessError where error.code == .executableNotFound {
      throw MissingTool(tool: tool, hint: hint)
    }
  }

  /// Runs ShimProbe or SwiftShimProbe with the shim preloaded.
  ///
  /// - Parameters:
  ///   - program: The program's name.
  ///   - arguments: The program's arguments.
  /// - Returns: The values that the program printed.
  /// - Throws: `ProbeFailure` if the program failed or printed something else.
  static func values(
    _ program: String = "ShimProbe", _ arguments: String...
  ) async throws -> [String: Int] {
    let folder = try BuildFolder.ofThisBuild()
    let run = try await of(program, arguments, preload: [folder.shim], folder: folder.path)
    return try run.values()
  }

  /// Returns the printed values by name.
  ///
  /// - Returns: The integer after the `=` of each line, by the name before it.
  /// - Throws: `ProbeFailure` unless the probe exited with status 0, wrote no errors, and printed only lines of the
  ///   form `name=value` with an integer and a unique name.
  func values() throws -> [String: Int] {
    guard status == .exited(0), errors.isEmpty else { throw ProbeFailure(run: self) }
    var values: [String: Int] = [:]
    for line in output.split(separator: "\n", omittingEmptySubsequences: true) {
      let fields = line.split(separator: "=", omittingEmptySubsequences: false)
      guard fields.count == 2, let value = Int(fields[1]),
        values.updateValue(value, forKey: String(fields[0])) == nil
      else { throw ProbeFailure(run: self) }
    }
    guard !values.isEmpty else { throw ProbeFailure(run: self) }
    return values
  }
}

/// An error: a probe that failed, or whose output is not a list of values.
struct ProbeFailure: Error, CustomStringConvertible {
  let run: ProbeRun

  var description: String {
    "the probe ended with \(run.status); output:\n\(run.output)\nerrors:\n\(run.errors)"
  }
}
