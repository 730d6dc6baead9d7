import BenchmarkResults
import Foundation
import Subprocess
import SystemPackage

/// Programs of the system and of the toolchain, each run to its end in a separate process group.
package enum SystemTool {
  /// The result of a program.
  package struct Outcome: Sendable {
    /// True if its exit status is success.
    package let isSuccess: Bool
    /// Its standard output.
    package let output: [UInt8]
    /// Its standard error.
    package let error: String

    /// Standard output as text, without white space around it.
    package var text: String {
      String(decoding: output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The first and the last line of standard error; in most programs one of them is the reason of a failure.
    package var reasons: (first: Substring, last: Substring) {
      let lines = error.split(whereSeparator: \.isNewline)
      return (lines.first ?? "no reason given", lines.last ?? "no reason given")
    }
  }

  /// Runs a program, which may fail.
  ///
  /// - Parameters:
  ///   - program: its name on the path, or its path.
  ///   - arguments: its arguments.
  ///   - environment: its environment.
  ///   - folder: where it works; nil for the present folder.
  ///   - input: what it is given to read.
  /// - Returns: what it left behind.
  /// - Throws: an error of Subprocess or ``Problem`` if it cannot be started, or if this task was cancelled meanwhile.
  package static func run(
    _ program: String, _ arguments: [String], environment: Environment = .inherit,
    in folder: String? = nil, input: Data? = nil
  ) async throws -> Outcome {
    try LaunchRoom.check()
    let result = try await OrphanedProcesses.sparing {
      try await Subprocess.run(
        program.contains("/") ? .path(FilePath(program)) : .name(program),
        arguments: Arguments(arguments), environment: environment,
        workingDirectory: folder.map { FilePath($0) }, platformOptions: .apart(),
        input: .fileDescriptor(file(holding: input), closeAfterSpawningProcess: true),
        output: .bytes(limit: .max), error: .string(limit: 1 << 22))
    }
    try Task.checkCancellation()
    return Outcome(
      isSuccess: result.terminationStatus.isSuccess, output: result.standardOutput,
      error: result.standardError)
  }

  /// Runs a program, and passes what it says on to standard error.
  ///
  /// - Returns: true if its exit status is success.
  /// - Throws: an error of Subprocess or ``Problem`` if it cannot be started, or if this task was cancelled meanwhile.
  package static func show(_ program: String, _ arguments: [String], in folder: String) async throws
    -> Bool
  {
    try LaunchRoom.check()
    let result = try await Subprocess.run(
      .name(program), arguments: Arguments(arguments), workingDirectory: FilePath(folder),
      platformOptions: .apart(ending: .seconds(2)), input: .none,
      output: .fileDescriptor(.standardError, closeAfterSpawningProcess: false),
      error: .fileDescriptor(.standardError, closeAfterSpawningProcess: false))
    try Task.checkCancellation()
    return result.terminationStatus.isSuccess
  }

  /// The output of a program, trimmed; nil if it fails or does not exist.
  package static func output(
    _ program: String, _ arguments: [String], environment: Environment = .inherit
  ) async -> String? {
    let outcome = try? await run(program, arguments, environment: environment)
    return outcome.flatMap { $0.isSuccess ? $0.text : nil }
  }

  /// The system's reason for a program that could not be started.
  package static func reason(of error: SubprocessError) -> String {
    error.underlyingError.map { "\($0)" } ?? "\(error)"
  }

  /// The lines that a tool of the toolchain writes, without empty ones, however many.
  ///
  /// - Throws: ``Problem`` if the tool is missing or fails.
  package static func lines(
    of tool: String, _ arguments: [String], to questions: String
  ) async throws -> [ArraySlice<UInt8>] {
    let path = try toolchain(tool)
    let outcome = try await run(path, arguments, input: Data(questions.utf8))
    guard outcome.isSuccess else {
      throw Problem(
        "\(path) failed: \(outcome.reasons.first)", hint: "use that of Swift 6.2 or newer")
    }
    return outcome.output.split(separator: UInt8(ascii: "\n"))
  }

  /// The lines that a tool of the toolchain answers, exactly `count` of them.
  ///
  /// - Throws: ``Problem`` if the tool is missing, fails, or answers more or fewer lines.
  package static func answers(
    of tool: String, _ arguments: [String], to questions: String, count: Int
  ) async throws -> [ArraySlice<UInt8>] {
    let lines = try await lines(of: tool, arguments, to: questions)
    guard lines.count == count else {
      throw Problem(
        "\(tool) answered \(lines.count) of \(count) lines", hint: "use Swift 6.2 or newer")
    }
    return lines
  }

  /// The path of a program on the path; nil if it is not there.
  package static func find(_ name: String, before folders: [URL] = []) -> URL? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return (folders + path.split(separator: ":").map { URL(filePath: String($0)) }).lazy
      .map { $0.appending(path: name) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  /// The path of a tool of the Swift toolchain: in the folder of the real `swift` of the path, or on the path.
  ///
  /// The toolchain's own tool is preferred: that of the system may be too old for the debug information of this
  /// compiler.
  ///
  /// - Throws: ``Problem`` with a hint if there is none.
  package static func toolchain(_ name: String) throws -> String {
    let beside = find("swift").map { $0.resolvingSymlinksInPath().deletingLastPathComponent() }
    guard let tool = find(name, before: [beside].compactMap(\.self)) else {
      throw Problem(
        "there is no \(name) beside swift or on PATH",
        hint: "put the bin folder of a Swift toolchain, which holds it, on PATH")
    }
    return tool.path
  }

  /// An unlinked file with the input of a program; the launcher of the program closes it.
  ///
  /// Subprocess can write to a pipe by itself, but ends this program where the other one does not read to the end, or
  /// where the task is cancelled meanwhile.
  private static func file(holding data: Data?) throws -> FileDescriptor {
    guard let data else { return try .open("/dev/null", .readOnly, options: .closeOnExec) }
    let folder = try TemporaryPlace.fresh()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = "\(folder)/input"
    try data.write(to: URL(filePath: path))
    return try .open(FilePath(path), .readOnly, options: .closeOnExec)
  }
}

extension PlatformOptions {
  /// Options for a separate process group: Ctrl-C reaches only this program, and everything that the other one launches
  /// ends with it.
  ///
  /// - Parameter time: the time in which it may end by itself before it is killed.
  /// - Returns: the options.
  package static func apart(ending time: Duration = .milliseconds(200)) -> PlatformOptions {
    var options = PlatformOptions()
    options.processGroupID = 0
    options.teardownSequence = [.terminate(within: time)]
    return options
  }
}

extension TeardownStep {
  /// A step that tells a process and everything that it launched to end, and waits for this time.
  static func terminate(within time: Duration) -> TeardownStep {
    .send(signal: .terminate, toProcessGroup: true, allowedDurationToNextStep: time)
  }
}
