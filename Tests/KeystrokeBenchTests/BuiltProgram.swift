import Foundation
import RunFixtures
import Subprocess
import Testing

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// An executable of the package as it was built beside the tests.
struct BuiltProgram {
  /// What came of a launch.
  struct Outcome {
    /// The exit status; negative for the signal that ended it.
    var status: Int
    /// Standard output.
    var output: String
    /// Standard error.
    var error: String
  }

  /// The name of the product.
  let name: String
  /// Where a copy of it lies; nil for the one that was built beside the tests.
  let folder: String?

  init(_ name: String, in folder: String? = nil) {
    self.name = name
    self.folder = folder
  }

  /// The command line.
  static let keystrokeBench = BuiltProgram("keystroke-bench")

  /// Where the executable is: beside the one that runs the tests, unless it is a copy.
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

  /// The product is missing: build the package before its tests.
  struct NotBuilt: Error {
    var name: String
  }

  /// Runs the program in a folder, and returns what it wrote.
  ///
  /// Runs do without instructions, which take seconds, unless the arguments name what counts them.
  func run(_ arguments: [String], in folder: String? = nil) async throws -> Outcome {
    try await Self.launch(FilePath(path), Self.quick(arguments), in: folder)
  }

  /// Arguments of a run without instructions, where nothing is said of them.
  static func quick(_ arguments: [String]) -> [String] {
    let measures =
      ["run", "check"].contains(arguments.first)
      && !["--instructions", "--resume", "--help"].contains(where: arguments.contains)
    return measures ? arguments + ["--instructions", "none"] : arguments
  }

  /// Opens a pipe, as number 9 of a shell, whose reader has gone.
  static let goneReader = "rm -f gone; mkfifo gone; : <gone & exec 9>gone; wait"

  /// Runs a shell script in which `"$0" "$@"` stands for the program and its arguments.
  func run(
    _ arguments: [String], script: String, in folder: String? = nil
  ) async throws -> Outcome {
    try await Self.launch(
      "/bin/sh", ["-c", script, path] + Self.quick(arguments), in: folder)
  }

  /// Launches a program, as soon as the machine has room for it.
  static func launch(
    _ path: FilePath, _ arguments: [String], in folder: String?
  ) async throws -> Outcome {
    let record = try await MachineShare.with {
      try await Subprocess.run(
        .path(path), arguments: Arguments(arguments),
        workingDirectory: folder.map { FilePath($0) },
        output: .string(limit: 8 << 20), error: .string(limit: 1 << 20))
    }
    // How far a run is, is said every half minute: on a busy machine more often than on an idle one.
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
