import Foundation
import RunFixtures
import Subprocess

/// A probe that has run to its end, in a process of its own.
struct ProbeRun {
  let output: String
  let errors: String
  let status: TerminationStatus

  /// Runs a program of the build folder or of `PATH`.
  ///
  /// - Parameters:
  ///   - program: Its name.
  ///   - arguments: What it is called with.
  ///   - preload: The libraries to preload; none of the caller's are.
  ///   - folder: Where to look for it before `PATH`; nil for a program of the system.
  /// - Returns: What it wrote, and how it ended.
  /// - Throws: `SubprocessError` if it cannot be started.
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
  ///   - tool: Its name.
  ///   - arguments: What it is called with.
  ///   - preload: The libraries to preload; none of the caller's are.
  ///   - hint: What installs it.
  /// - Returns: What it wrote, and how it ended.
  /// - Throws: `MissingTool` if it is not installed.
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
  ///   - program: Its name.
  ///   - arguments: What it is called with.
  /// - Returns: The values that it printed.
  /// - Throws: `ProbeFailure` if it failed or printed something else.
  static func values(
    _ program: String = "ShimProbe", _ arguments: String...
  ) async throws -> [String: Int] {
    let folder = try BuildFolder.ofThisBuild()
    let run = try await of(program, arguments, preload: [folder.shim], folder: folder.path)
    return try run.values()
  }

  /// The values printed, by name.
  ///
  /// - Returns: What stands after the `=` of each line, by what stands before it.
  /// - Throws: `ProbeFailure` unless the probe ended well, wrote no errors, and every line is
  ///   `name=value` with an integer and a name that no other line has.
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

/// A probe that ended otherwise than it should, or printed what is not a value.
struct ProbeFailure: Error, CustomStringConvertible {
  let run: ProbeRun

  var description: String {
    "the probe ended with \(run.status); output:\n\(run.output)\nerrors:\n\(run.errors)"
  }
}
