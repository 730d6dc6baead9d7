import Subprocess
import SystemPackage

/// Programs of the system that look at a worker from outside.
enum SystemTool {
  /// Runs a program, in an environment without the shim and with a fixed hash seed.
  ///
  /// - Parameters:
  ///   - program: its name on the path, or its path.
  ///   - arguments: its arguments.
  ///   - package: the Debian package that has it; nil for a program of our own.
  /// - Returns: what it writes to standard error, as valgrind's tools do.
  /// - Throws: ``RunError`` where it is missing or fails.
  static func standardError(
    of program: String, _ arguments: [String], package: String?
  ) async throws -> String {
    do {
      let result = try await Subprocess.run(
        program.contains("/") ? .path(FilePath(program)) : .name(program),
        arguments: Arguments(arguments),
        environment: .inherit.updating(["LD_PRELOAD": nil, "SWIFT_DETERMINISTIC_HASHING": "1"]),
        platformOptions: .apart(), output: .discarded, error: .string(limit: 1 << 20))
      guard result.terminationStatus.isSuccess else {
        let reason = result.standardError.split(separator: "\n").last ?? "no reason given"
        throw RunError("\(program) failed: \(reason)")
      }
      return result.standardError
    } catch let error as SubprocessError where error.code == .executableNotFound {
      throw RunError(
        "\(program) is not there" + (package.map { ": apt-get install \($0)" } ?? ""))
    }
  }
}

extension PlatformOptions {
  /// A process group of its own: Ctrl-C reaches this program alone, and whatever the other one launches ends with it.
  ///
  /// - Parameter time: how long it is given to end by itself before it is killed.
  /// - Returns: the options.
  static func apart(ending time: Duration = .milliseconds(200)) -> PlatformOptions {
    var options = PlatformOptions()
    options.processGroupID = 0
    options.teardownSequence = [.terminate(within: time)]
    return options
  }
}

extension TeardownStep {
  /// Tells a process and all that it launched to end, and waits so long for that.
  static func terminate(within time: Duration) -> TeardownStep {
    .send(signal: .terminate, toProcessGroup: true, allowedDurationToNextStep: time)
  }
}
