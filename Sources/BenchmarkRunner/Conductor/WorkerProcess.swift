import Foundation
import Instruments
import KeystrokeWorkload
import Subprocess
import SystemPackage

/// How a worker is launched.
struct WorkerLaunch {
  /// The benchmark executable.
  var executable: String
  /// What errors call it; nil for the name of the executable.
  var name: String?
  /// The library to preload, or nil.
  var preload: String?
  /// The processor to keep it on, or nil.
  var processor: Int?
  /// Whether a debug build may be measured.
  var allowsDebug: Bool
  /// Where it is to lie in memory; nil to leave that to the kernel, which draws it anew for each process.
  var layout: ProcessLayout?
  /// How callgrind is asked to count its instructions, or nil.
  var callgrind: CallgrindLaunch?

  /// The whole environment: a short one of its own, so that the caller's does not move figures, and a fixed hash
  /// seed, which is the largest noise between processes.
  var environment: Environment {
    if let callgrind { return .custom(callgrind.environment(executable)) }
    var variables: [Environment.Key: String] = [
      "SWIFT_DETERMINISTIC_HASHING": "1", "LANG": "C.UTF-8",
    ]
    for name: Environment.Key in ["PATH", "LD_LIBRARY_PATH"] {
      variables[name] = ProcessInfo.processInfo.environment[name.rawValue]
    }
    variables["LD_PRELOAD"] = preload
    variables["KEYSTROKE_BENCH_PADDING"] = layout.map { String(repeating: "-", count: $0.padding) }
    return .custom(variables)
  }

  /// A process group of its own: Ctrl-C reaches the conductor alone, and whatever a worker launches ends with it.
  var platformOptions: PlatformOptions {
    var options = PlatformOptions()
    options.processGroupID = 0
    options.teardownSequence = [Self.teardown]
    return options
  }

  /// A worker is given so long to end by itself before it is killed.
  static let teardown = TeardownStep.send(
    signal: .terminate, toProcessGroup: true, allowedDurationToNextStep: .milliseconds(200))

  /// Under callgrind always the same, since Foundation keeps its path; nil for that of the conductor.
  var workingDirectory: FilePath? { callgrind == nil ? nil : "/" }

  /// The executable and its arguments; what is set beforehand is set by programs of util-linux.
  var command: (executable: Executable, arguments: [String]) {
    let options =
      (allowsDebug ? ["--allow-debug"] : []) + (callgrind?.isCold == true ? ["--cold"] : [])
    if let callgrind { return callgrind.command(executable, options) }
    var words = layout?.command ?? []
    if let processor { words += ["taskset", "--cpu-list", String(processor)] }
    guard let first = words.first else { return (.path(FilePath(executable)), options) }
    return (.name(first), words.dropFirst() + [executable] + options)
  }
}

/// A worker that is running, and that answers requests.
struct WorkerProcess: ~Copyable {
  /// How long a worker may take to greet: many times what calibrating its clock takes.
  private static let greetingTime = Duration.seconds(10)
  /// The same under callgrind, which is fifty times slower.
  private static let slowGreetingTime = Duration.seconds(120)
  /// How long an answer may take beyond the time that was asked for: many times what recording a session takes.
  private static let patience = Duration.seconds(60)
  /// The same under callgrind.
  private static let slowPatience = Duration.seconds(600)

  let greeting: WorkerGreeting
  private let requests: StandardInputWriter
  private var answers: AnswerLines
  let name: String
  private let watchdog: Watchdog
  private let patience: Duration

  /// Launches a worker, lends it to `body`, and ends it.
  ///
  /// - Throws: ``RunError`` where the worker cannot be launched, speaks another protocol, or dies; what
  ///   `body` throws.
  static func with<Result: Sendable>(
    _ launch: WorkerLaunch,
    _ body: (inout WorkerProcess) async throws -> Result
  ) async throws -> Result {
    let name = launch.name ?? URL(fileURLWithPath: launch.executable).lastPathComponent
    guard FileManager.default.isExecutableFile(atPath: launch.executable) else {
      throw RunError("\(launch.executable) is not there or cannot be run: build it first")
    }
    let command = launch.command
    let watchdog = Watchdog()
    let outcome = try await Subprocess.run(
      command.executable, arguments: Arguments(command.arguments),
      environment: launch.environment, workingDirectory: launch.workingDirectory,
      platformOptions: launch.platformOptions,
      input: .inputWriter, output: .sequence, error: .currentStandardError
    ) { execution -> Swift.Result<Result, any Error> in
      let watching = Task {
        await watchdog.watch { try? execution.send(signal: .kill, toProcessGroup: true) }
      }
      defer { watching.cancel() }
      do {
        var worker = try await WorkerProcess(
          name: name, watchdog: watchdog, requests: execution.standardInputWriter,
          lines: execution.standardOutput,
          isSlow: launch.callgrind != nil)
        let result = try await body(&worker)
        try await execution.standardInputWriter.finish()
        return .success(result)
      } catch {
        // Without input a worker ends; what is none may go on for ever.
        try? await execution.standardInputWriter.finish()
        if !(error is WorkerDied) { await execution.teardown(using: [WorkerLaunch.teardown]) }
        return .failure(error)
      }
    }
    switch outcome.closureResult {
    case .success(let result): return result
    case .failure(let error as WorkerDied) where watchdog.hasBitten:
      throw RunError(
        "\(name) gave no answer \(error.description) for too long, and was ended")
    case .failure(let error as WorkerDied):
      throw RunError("\(name) died (\(outcome.terminationStatus.words)) \(error.description)")
    case .failure(let error): throw error
    }
  }

  private init(
    name: String, watchdog: Watchdog, requests: StandardInputWriter,
    lines: SubprocessOutputSequence,
    isSlow: Bool
  ) async throws {
    patience = isSlow ? Self.slowPatience : Self.patience
    let greetingTime = isSlow ? Self.slowGreetingTime : Self.greetingTime
    self.name = name
    self.watchdog = watchdog
    self.requests = requests
    answers = AnswerLines(lines)
    watchdog.expect(within: greetingTime)
    defer { watchdog.rest() }
    guard let line = try await answers.next() else {
      guard !watchdog.hasBitten else {
        throw RunError(
          "\(name) is not a worker: it did not greet within \(greetingTime.components.seconds) s"
        )
      }
      try Task.checkCancellation()
      throw WorkerDied(doing: "before it greeted")
    }
    guard let greeting = try? JSONDecoder().decode(WorkerGreeting.self, from: line)
    else { throw RunError("\(name) is not a worker: its first line is \(Self.quoted(line))") }
    guard greeting.keystrokeBenchProtocol == WorkerProtocol.version else {
      throw OtherProtocol(worker: name, version: greeting.keystrokeBenchProtocol)
    }
    self.greeting = greeting
  }

  mutating func ask(_ request: WorkerRequest, doing: String) async throws -> WorkerAnswer {
    watchdog.expect(within: request.work + patience)
    defer { watchdog.rest() }
    do {
      let line = try [UInt8](JSONEncoder().encode(request)) + [UInt8(ascii: "\n")]
      _ = try await requests.write(line)
    } catch is SubprocessError {
      throw WorkerDied(doing: doing)
    }
    guard let line = try await answers.next() else {
      try Task.checkCancellation()
      throw WorkerDied(doing: doing)
    }
    guard let answer = try? JSONDecoder().decode(WorkerAnswer.self, from: line) else {
      throw RunError("\(name) \(doing): \(Self.quoted(line)) is no answer of a worker")
    }
    if case .failure(let reason) = answer { throw RunError("\(name) \(doing): \(reason)") }
    return answer
  }

  private static func quoted(_ line: Data) -> String {
    String(decoding: line, as: UTF8.self).debugDescription
  }
}

/// A worker that was built from a commit of another protocol.
struct OtherProtocol: Error, CustomStringConvertible {
  var worker: String
  /// The version that the worker speaks.
  var version: Int

  var description: String {
    "\(worker) speaks version \(version) of the worker protocol, \(WorkerProtocol.version) was expected: build both from one commit"
  }
}

extension TerminationStatus {
  /// How a process ended.
  fileprivate var words: String {
    switch self {
    case .exited(let status): "exit status \(status)"
    case .signaled(let signal): "signal \(signal)"
    }
  }
}

/// The worker's output ended too soon.
private struct WorkerDied: Error {
  var doing: String
  var description: String { doing }
}

/// Work that could not be done.
public struct RunError: Error, CustomStringConvertible {
  /// The cause, and where there is one the cure.
  public var description: String

  /// An error that says this.
  public init(_ description: String) { self.description = description }

  /// The filters mean nothing that a suite has.
  public static func noCells(of suite: String) -> RunError {
    RunError("no cell of \(suite) matches the filters: `keystroke-bench list` shows what there is")
  }
}

extension WorkerRequest {
  /// How long the worker is asked to be busy.
  fileprivate var work: Duration {
    switch self {
    case .list, .locales, .verify, .replayed, .replay, .count, .sites, .instructions,
      .instructionPrice, .processorInstructions, .prepare, .slice:
      .zero
    case .time(let request): .milliseconds(request.milliseconds)
    }
  }
}
