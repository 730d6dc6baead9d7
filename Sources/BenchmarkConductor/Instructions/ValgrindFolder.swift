import BenchmarkModel
import BenchmarkResults
import Foundation

/// A separate folder for workers under valgrind: it has a copy of the executable, and callgrind's output.
///
/// The copy has no debug information: valgrind 3.19 does not know its version 5 and dies. And its path is as long as
/// that of any other run, since a longer one would move the stack.
struct ValgrindFolder: Sendable {
  /// The folder.
  let path: String
  /// The copy of the worker.
  let worker: String
  /// The same without symbolic links, as callgrind names it.
  private let resolvedWorker: String
  /// The worker that was copied.
  let original: String
  /// The normal launch of the worker.
  private let plain: WorkerLaunch
  private let keptBlocks: Int

  /// Lends a folder for a worker to `body`, and removes it afterwards.
  ///
  /// - Throws: `Problem` if it cannot be made, a tool is missing, or the executable is not a worker; the errors of
  ///   `body`.
  static func with<Result>(
    _ launch: WorkerLaunch, _ body: (ValgrindFolder) async throws -> Result
  ) async throws -> Result {
    let greeting = try await WorkerProcess.with(launch) { $0.greeting }
    return try await TemporaryPlace.with {
      try await body(ValgrindFolder(path: $0, copying: launch, greeting))
    }
  }

  private init(path: String, copying launch: WorkerLaunch, _ greeting: WorkerGreeting) async throws
  {
    self.path = path
    let file = URL(fileURLWithPath: launch.executable)
    original = file.resolvingSymlinksInPath().path
    worker = "\(path)/\(file.lastPathComponent)"
    plain = launch
    keptBlocks = greeting.endsThreads == true ? Self.fewBlocks : Self.allBlocks
    try await WorkerCopy.make(of: launch.executable, named: file.lastPathComponent, in: path)
    resolvedWorker = URL(filePath: worker).resolvingSymlinksInPath().path
  }

  /// The maximum number that the C library can be asked to keep.
  private static let allBlocks = 65_535
  /// The number for a worker in which threads end: the C library then searches no more than these for a block that such
  /// a thread had freed.
  private static let fewBlocks = 64

  /// True if a path is that of the copy, also one without the link that leads to the temporary folder.
  func isCopy(_ object: String) -> Bool { object == worker || object == resolvedWorker }

  /// The file that contains a process's dumps.
  func file(of process: Int32) -> String { "\(path)/\(Self.dumps)\(process)" }

  private static let dumps = "callgrind.out."

  /// The launch of the worker under the counter.
  ///
  /// - Parameter functions: the file to write executed functions to; nil if they are not wanted.
  /// - Returns: the launch.
  /// - Throws: `Problem` if the counter cannot be built.
  func counting(functions: String? = nil) async throws -> WorkerLaunch {
    let tools = try await CounterTool.folder()
    var launch = launch(
      [
        "--tool=\(CounterTool.name)", "--demangle=no",
      ] + ExecutedCounts.counterOptions + (functions.map { ["--functions=\($0)"] } ?? []))
    launch.valgrind?.toolFolder = tools
    return launch
  }

  /// The launch of the worker under callgrind, with costs by instruction, collecting only on request.
  var dumping: WorkerLaunch { launch(callgrind) }

  /// The same with whole stacks: callgrind keeps a function separately for each chain of callers.
  var dumpingStacks: WorkerLaunch {
    // Instrumented only while keystrokes are measured, because chains of callers are expensive.
    var launch = launch(
      callgrind + ["--separate-callers=\(Self.deepestStack)", "--instr-atstart=no"])
    launch.valgrind?.isCold = true
    return launch
  }

  private func launch(_ options: [String]) -> WorkerLaunch {
    var launch = plain
    launch.executable = worker
    // Without pipes for a debugger, which a killed process would leave behind.
    launch.valgrind = ValgrindLaunch(
      options: ["--vgdb=no", "--quiet"] + options, keptBlocks: keptBlocks)
    return launch
  }

  private var callgrind: [String] {
    [
      "--tool=callgrind", "--collect-atstart=no", "--combine-dumps=yes", "--dump-instr=yes",
      "--dump-line=no", "--demangle=no", "--callgrind-out-file=\(path)/\(Self.dumps)%p",
    ]
  }

  /// More than the depth of any stack of a keystroke; callgrind cuts deeper ones at their outer end.
  private static let deepestStack = 150

  /// Reads the dumps that a worker reports, and removes the file.
  ///
  /// - Throws: ``Problem`` if the file is malformed, `Problem` if it is missing or contains other dumps.
  func read(_ dumps: CallgrindDumps) throws -> [(part: CallgrindPart, dump: CallgrindDump)] {
    let file = file(of: dumps.process)
    guard let data = FileManager.default.contents(atPath: file) else {
      throw Problem(
        "callgrind wrote no \(file): the worker runs under another tool of valgrind, or /tmp is full"
      )
    }
    defer { try? FileManager.default.removeItem(atPath: file) }
    let named = try CallgrindParser.dumps(
      in: [UInt8](data), file: file,
      callees: RuntimeFunctions.retaining.union(RuntimeFunctions.releasing)
        .union(RuntimeFunctions.forwarding)
    ).filter { $0.name != nil }
    guard named.map(\.name) == dumps.parts.map(\.name) else {
      throw Problem(
        "\(file) holds the dumps \(named.compactMap(\.name)), \(dumps.parts.map(\.name)) were expected",
        hint: "build the worker from this version"
      )
    }
    return Array(zip(dumps.parts, named)).map { ($0, $1) }
  }
}
