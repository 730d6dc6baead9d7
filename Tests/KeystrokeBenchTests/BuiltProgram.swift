import Foundation
import RunFixtures
import Subprocess
import Testing

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// An executable of the package, built beside the tests.
struct BuiltProgram {
  /// The result of a launch.
  struct Outcome {
    /// The exit status; negative for the signal that ended the program.
    var status: Int
    /// Standard output.
    var output: String
    /// Standard error.
    var error: String
  }

  /// The name of the product.
  let name: String
  /// The folder of a copy; nil for the executable that was built beside the tests.
  let folder: String?

  init(_ name: String, in folder: String? = nil) {
    self.name = name
    self.folder = folder
  }

  /// The command-line program.
  static let keystrokeBench = BuiltProgram("keystroke-bench")

  /// The path of the executable: beside the test runner, unless it is a copy.
  var path: String {
    get throws {
      if let folder { return "\(folder)/\(name)" }
      let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      for folder in [own] + CommandLine.arguments {
        let file = URL(filePath: folder).deletingLastPathComponent().appending(path: name).path()
        if FileManager.default.isExecutableFile(atPath: file) { return file }
      }
      throw NotBuilt(name: name)
    }
  }

  /// An error: the product is missing; build the package before its tests.
  struct NotBuilt: Error {
    var name: String
  }

  /// Runs the program in a folder, and returns its output and status.
  ///
  /// Runs do not count instructions, which takes seconds, unless the arguments name a counter.
  func run(_ arguments: [String], in folder: String? = nil) async throws -> Outcome {
    try await Self.launch(FilePath(path), Self.quick(arguments), in: folder)
  }

  /// Returns the arguments with `--instructions none` added if the command measures and does not mention instructions.
  static func quick(_ arguments: [String]) -> [String] {
    let measures =
      ["run", "check"].contains(arguments.first)
      && !["--instructions", "--help"].contains(where: arguments.contains)
    return measures ? arguments + ["--instructions", "none"] : arguments
  }

  /// Opens a pipe whose reader has gone, as descriptor 9 of a shell.
  static let goneReader = "rm -f gone; mkfifo gone; : <gone & exec 9>gone; wait"

  /// Runs a shell script in which `"$0" "$@"` is the program with its arguments.
  func run(
    _ arguments: [String], script: String, in folder: String? = nil
  ) async throws -> Outcome {
    try await Self.launch(
      "/bin/sh", ["-c", script, path] + Self.quick(arguments), in: folder)
  }

  /// Launches a program once the machine has a free processor.
  static func launch(
    _ path: FilePath, _ arguments: [String], in folder: String?
  ) async throws -> Outcome {
    let record = try await MachineShare.with {
      try await Subprocess.run(
        .path(path), arguments: Arguments(arguments),
        workingDirectory: folder.map { FilePath($0) },
        output: .string(limit: 8 << 20), error: .string(limit: 1 << 20))
    }
    // Progress is printed every half minute, so a busy machine prints more lines than an idle one.
    let lines = record.standardError.split(separator: "\n", omittingEmptySubsequences: false)
    return Outcome(
      status: status(record.terminationStatus), output: record.standardOutput,
      error: lines.filter { !$0.hasPrefix("progress: ") }.joined(separator: "\n"))
  }

  static func status(_ status: TerminationStatus) -> Int {
    switch status {
    case .exited(let code): Int(code)
    case .signaled(let signal): -Int(signal)
    }
  }
}
