import BenchmarkModel
import BenchmarkResults
import Foundation
import Subprocess
import SystemPackage

/// The way to launch a worker.
package struct WorkerLaunch {
  /// The benchmark executable.
  package var executable: String
  /// The name in errors; nil for the name of the executable.
  package var name: String?
  /// The library to preload; nil for none.
  package var preload: String?
  /// The processor to run on; nil for any.
  package var processor: Int?
  /// True if a debug build may be measured.
  package var allowsDebug: Bool
  /// The position in memory; nil to leave that to the kernel, which randomises it for each process.
  package var layout: ProcessLayout?
  /// The launch under valgrind; nil for none.
  package var valgrind: ValgrindLaunch?
  /// The working folder; nil for that of the conductor, or the root under valgrind.
  package var folder: String?
  /// The strategies that are left out, since they end the process.
  package var without: [String] = []

  /// Makes a launch of its parts.
  package init(
    executable: String, name: String? = nil, preload: String? = nil, processor: Int? = nil,
    allowsDebug: Bool, layout: ProcessLayout? = nil, folder: String? = nil, without: [String] = []
  ) {
    self.executable = executable
    self.name = name
    self.preload = preload
    self.processor = processor
    self.allowsDebug = allowsDebug
    self.layout = layout
    self.folder = folder
    self.without = without
  }

  /// The whole environment: a short one, so that the caller's does not affect figures, with a fixed hash seed.
  ///
  /// Random hash seeds would be the largest noise between processes.
  package var environment: Environment {
    if let valgrind { return .custom(valgrind.environment(executable)) }
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

  /// The working folder under valgrind is always one of the same length, since Foundation stores its path.
  var workingDirectory: FilePath? {
    folder.map { FilePath($0) } ?? (valgrind == nil ? nil : "/")
  }

  /// The executable and its arguments; programs of util-linux set the layout and the processor.
  var command: (executable: Executable, arguments: [String]) {
    let options =
      (allowsDebug ? ["--allow-debug"] : []) + (valgrind?.isCold == true ? ["--cold"] : [])
      + (without.isEmpty ? [] : ["--without", without.joined(separator: ",")])
    if let valgrind { return valgrind.command(executable, options) }
    var words = layout?.command ?? []
    if let processor { words += ["taskset", "--cpu-list", String(processor)] }
    guard let first = words.first else { return (.path(FilePath(executable)), options) }
    return (.name(first), words.dropFirst() + [executable] + options)
  }
}

extension WorkerLaunch {
  /// True if a process has the environment of a worker, which whatever a worker starts inherits.
  static func hasEnvironment(_ process: pid_t) -> Bool {
    let variables = FileManager.default.contents(atPath: "/proc/\(process)/environ") ?? Data()
    return variables.split(separator: 0).contains(Data("SWIFT_DETERMINISTIC_HASHING=1".utf8))
  }

  /// Launches by `body`; if that fails, the error names the executable.
  fileprivate func naming<Result>(_ body: () async throws -> Result) async throws -> Result {
    do { return try await body() } catch let error as SubprocessError {
      guard error.code == .spawnFailed || error.code == .executableNotFound else { throw error }
      throw Problem(
        "\(executable) could not be launched: \(SystemTool.reason(of: error))",
        hint: "build it for this machine"
      )
    }
  }
}

/// A running worker that answers requests.
package struct WorkerProcess: ~Copyable {
  package let greeting: WorkerGreeting
  private let requests: StandardInputWriter
  private var answers: AnswerLines
  package let name: String
  private let watchdog: Watchdog
  private let isSlow: Bool

  /// Launches a worker, lends it to `body`, and ends it.
  ///
  /// - Throws: ``Problem`` if the worker cannot be launched, speaks another protocol, or dies; the errors of `body`.
  package static func with<Result: Sendable>(
    _ launch: WorkerLaunch,
    _ body: (inout WorkerProcess) async throws -> Result
  ) async throws -> Result {
    var result: Swift.Result<Result, any Error> = .failure(CancellationError())
    try await lend(launch, to: { result = .success(try await body(&$0)) })
    return try result.get()
  }

  /// Does what ``with(_:_:)`` says; not generic, since the optimiser would copy all of Subprocess for each type.
  private static func lend(
    _ launch: WorkerLaunch, to body: (inout WorkerProcess) async throws -> Void
  ) async throws {
    let name = launch.name ?? URL(fileURLWithPath: launch.executable).lastPathComponent
    guard FileManager.default.isExecutableFile(atPath: launch.executable) else {
      throw Problem("\(launch.executable) cannot be run: no such program", hint: "build it first")
    }
    try LaunchRoom.check()
    let watchdog = Watchdog()
    let ending = GroupEnding()
    let (errorOutput, errors) = try WorkerErrorOutput.of(name)
    OrphanedProcesses.begin()
    defer {
      let group = ending.finish()
      errorOutput.finish()
      OrphanedProcesses.finish(group)
    }
    let outcome = try await launch.naming {
      let command = launch.command
      return try await Subprocess.run(
        command.executable, arguments: Arguments(command.arguments),
        environment: launch.environment, workingDirectory: launch.workingDirectory,
        platformOptions: .apart(),
        input: .inputWriter, output: .sequence,
        error: .fileDescriptor(errors, closeAfterSpawningProcess: true)
      ) { execution -> Result<Void, any Error> in
        ending.begin(execution.processIdentifier.value, watchedBy: watchdog)
        do {
          var worker = try await WorkerProcess(
            name: name, watchdog: watchdog, requests: execution.standardInputWriter,
            lines: execution.standardOutput, isSlow: launch.valgrind != nil)
          try await body(&worker)
          watchdog.expect(.end)
          try await execution.standardInputWriter.finish()
          return .success(())
        } catch {
          // A worker exits at end of input; another program may not.
          if var died = error as? WorkerDied, died.watchdog === watchdog {
            died.closedOutput = watchdog.verdict == nil
            if died.closedOutput { watchdog.expect(.end) }
            try? await execution.standardInputWriter.finish()
            return .failure(died)
          }
          watchdog.answerArrived()
          try? await execution.standardInputWriter.finish()
          await execution.teardown(using: [.terminate(within: .milliseconds(200))])
          return .failure(error)
        }
      }
    }
    switch outcome.closureResult {
    case .success: return
    case .failure(let died as WorkerDied) where died.watchdog === watchdog:
      throw Problem(died.words(of: name, outcome.terminationStatus, watchdog.verdict))
    case .failure(let error): throw error
    }
  }

  private init(
    name: String, watchdog: Watchdog, requests: StandardInputWriter,
    lines: SubprocessOutputSequence, isSlow: Bool
  ) async throws {
    self.isSlow = isSlow
    self.name = name
    self.watchdog = watchdog
    self.requests = requests
    answers = AnswerLines(lines)
    watchdog.expect(isSlow ? .slowGreeting : .greeting)
    guard
      let line = try await Self.line(
        &answers, of: name, doing: "before it greeted", atMost: WorkerGreeting.longest, watchdog)
    else { throw WorkerDied(watchdog: watchdog, doing: "before it greeted", isGreeting: true) }
    guard let greeting = try? Self.decode(WorkerGreeting.self, line)
    else {
      throw Problem(
        "\(name) is not a worker: its first line is \(Self.quoted(line))",
        hint: "name a benchmark executable"
      )
    }
    guard greeting.keystrokeBenchProtocol == ProtocolVersion.current else {
      throw OtherProtocol(worker: name, version: greeting.keystrokeBenchProtocol)
    }
    do { try greeting.check() } catch {
      throw Problem("\(name) is not a worker: \(error)", hint: Self.remedy)
    }
    self.greeting = greeting
  }

  /// Sends a request and waits for its reply.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - activity: the activity of the worker, for messages; the request's own if nil.
  /// - Returns: the reply, which passed the request's check.
  /// - Throws: ``Problem`` if the request fails or its reply is wrong or too long; ``WorkerDied``.
  package mutating func ask<Request: WorkerRequest>(
    _ request: Request, activity: String? = nil
  ) async throws -> Request.Reply {
    let doing = activity ?? request.activity
    try await send(request, doing)
    return try await reply(to: request, doing)
  }

  /// Asks two workers the same, one after the other or so that both work on it at the same time.
  ///
  /// - Returns: the reply of the first, and that of the second.
  /// - Throws: the errors of ``ask(_:activity:)``.
  package static func ask<Request: WorkerRequest>(
    _ first: inout Self, _ second: inout Self, _ request: Request, atOnce: Bool, activity: String
  ) async throws -> [Request.Reply] {
    guard atOnce else {
      return [
        try await first.ask(request, activity: activity),
        try await second.ask(request, activity: activity),
      ]
    }
    try await first.send(request, activity)
    try await second.send(request, activity)
    return [
      try await first.reply(to: request, activity), try await second.reply(to: request, activity),
    ]
  }

  private func send(_ request: some WorkerRequest, _ doing: String) async throws {
    watchdog.expect(.reply(to: request, isSlow: isSlow))
    do {
      _ = try await requests.write([UInt8](request.line()) + [UInt8(ascii: "\n")])
    } catch is SubprocessError {
      throw WorkerDied(watchdog: watchdog, doing: doing)
    }
  }

  private mutating func reply<Request: WorkerRequest>(
    to request: Request, _ doing: String
  ) async throws -> Request.Reply {
    guard
      let line = try await Self.line(
        &answers, of: name, doing: doing, atMost: Request.longestReply, watchdog)
    else { throw WorkerDied(watchdog: watchdog, doing: doing) }
    do {
      switch try Self.decode(WorkerReply<Request>.self, line) {
      case .reply(let reply):
        try request.check(reply)
        return reply
      case .error(let reason):
        throw Problem("\(name) \(doing): \(reason.prefix(Self.longestReason))")
      }
    } catch let error as Problem {
      throw error
    } catch let problem as WrongReply {
      throw Problem("\(name) gave a wrong reply \(doing): \(problem)", hint: Self.remedy)
    } catch let flaw as JSONShape.Flaw {
      throw Problem(
        "\(name) gave a wrong reply \(doing): \(flaw)",
        hint: "choose fewer cells with a filter, or \(Self.remedy)")
    } catch {
      throw Problem(
        "\(name) gave a wrong reply \(doing): \(Self.quoted(line)) is not a reply to \(Request.name)",
        hint: Self.remedy
      )
    }
  }

  /// Returns the cells that match a filter.
  ///
  /// - Throws: ``Problem`` also if the filter leaves none, with the part of it that does.
  package mutating func cells(matching filter: CellFilter) async throws -> [Cell] {
    let cells = try await ask(ListRequest(filter: filter))
    if cells.isEmpty, !filter.isEmpty {
      let all = try await ask(ListRequest(filter: CellFilter()))
      throw Problem(
        "no cell of \(greeting.suite) matches the filters: \(filter.reason(among: all))",
        hint: "`keystroke-bench list` shows what there is"
      )
    }
    return cells
  }

  /// The next line; nil at the end of the output.
  private static func line(
    _ answers: inout AnswerLines, of name: String, doing: String, atMost most: Int,
    _ watchdog: Watchdog
  ) async throws -> Data? {
    do {
      let line = try await answers.next(atMost: most) { watchdog.outputArrived() }
      if line == nil { try Task.checkCancellation() } else { watchdog.answerArrived() }
      return line
    } catch is AnswerLines.TooLong {
      throw Problem(
        "\(name) is not a worker: \(doing) it wrote \(most >> 10) KB without a line break, more than any answer has",
        hint: "choose fewer cells with a filter, or name a benchmark executable"
      )
    }
  }

  private static func decode<Message: Decodable>(_ type: Message.Type, _ line: Data) throws
    -> Message
  {
    // A decoder crashes if brackets nest too deeply.
    try JSONShape().check(Array(line))
    return try JSONDecoder().decode(type, from: line)
  }

  /// The maximum number of letters in the reason of a failure, and of bytes in a quoted line.
  private static let longestReason = 1_000
  private static let remedy = "build the worker from this version"
  private static let longestQuote = 80

  private static func quoted(_ line: Data) -> String {
    let text = String(decoding: line.prefix(longestQuote), as: UTF8.self).debugDescription
    return line.count > longestQuote ? "\(text)..." : text
  }
}

/// The error for a worker that was built from a commit with another protocol.
package struct OtherProtocol: Error, CustomStringConvertible {
  package var worker: String
  /// The protocol version of the worker.
  package var version: Int

  package var description: String {
    let start =
      "\(worker) and keystroke-bench are of different versions: the worker speaks version \(version) of the protocol, the program \(ProtocolVersion.current), so "
    return start
      + (version < ProtocolVersion.current
        ? "the worker is older; update the keystroke-bench that its package depends on, or run scripts/install of that one"
        : "the program is older; run scripts/install of the keystroke-bench that the worker's package depends on")
  }
}

extension Problem {
  /// The error for filters that match no cell of a suite.
  package static func noCells(of suite: String) -> Problem {
    Problem(
      "no cell of \(suite) matches the filters", hint: "`keystroke-bench list` shows what there is")
  }
}
