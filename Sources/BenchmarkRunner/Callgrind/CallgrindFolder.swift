import Foundation
import Subprocess
import SystemPackage

/// A folder of its own for workers under callgrind: a copy of the executable, and what callgrind writes.
///
/// The copy has no debug information, of which valgrind 3.19 does not know version 5 and dies. And its path is as
/// long as that of any other run, since a longer one would move the stack.
struct CallgrindFolder: Sendable {
  /// The folder.
  let path: String
  /// The copy of the worker.
  let worker: String
  /// The worker that was copied.
  let original: String

  /// Not the user's temporary folder, whose name may be of any length; mkdtemp(3) fills in the last six letters.
  private static let template = "/tmp/keystroke-bench.XXXXXX"

  /// Lends a folder to `body`, and removes it afterwards.
  ///
  /// - Throws: ``RunError`` where it cannot be made or a tool is missing; what `body` throws.
  static func with<Result>(
    worker: String, _ body: (CallgrindFolder) async throws -> Result
  ) async throws -> Result {
    var name = template.utf8CString.map { $0 }
    guard mkdtemp(&name) != nil else {
      throw RunError(
        "no folder could be made in /tmp, where workers under callgrind are: \(String(cString: strerror(errno))); make /tmp writable, or leave instructions out with --instructions none"
      )
    }
    let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try await body(CallgrindFolder(path: path, copying: worker))
  }

  private init(path: String, copying worker: String) async throws {
    self.path = path
    original = URL(fileURLWithPath: worker).resolvingSymlinksInPath().path
    self.worker = "\(path)/\(URL(fileURLWithPath: worker).lastPathComponent)"
    let strip = try? await Subprocess.run(
      .name("strip"), arguments: ["--strip-debug", "-o", self.worker, original],
      output: .discarded, error: .string(limit: 1 << 16))
    guard let strip, strip.terminationStatus.isSuccess else {
      throw RunError(
        "\(worker) could not be copied for callgrind without its debug information: \(strip.map { $0.standardError.firstLine } ?? "there is no strip; scripts/bootstrap installs binutils")"
      )
    }
    try linkCompanions()
  }

  /// Links what an executable looks for in its own folder.
  private func linkCompanions() throws {
    let manager = FileManager.default
    let folder = URL(fileURLWithPath: original).deletingLastPathComponent().path
    for name in try manager.contentsOfDirectory(atPath: folder)
    where name.hasSuffix(".resources") || name.hasSuffix(".so") {
      try manager.createSymbolicLink(
        atPath: "\(path)/\(name)", withDestinationPath: "\(folder)/\(name)")
    }
  }

  /// The file that a process's dumps are in.
  func file(of process: Int32) -> String { "\(path)/\(Self.dumps)\(process)" }

  private static let dumps = "callgrind.out."

  /// How a worker is launched under callgrind, with costs by instruction, and collecting only on request.
  var launch: CallgrindLaunch {
    CallgrindLaunch(
      options: [
        "--tool=callgrind", "--quiet", "--collect-atstart=no", "--combine-dumps=yes",
        "--dump-instr=yes", "--dump-line=no", "--demangle=no",
        "--callgrind-out-file=\(path)/\(Self.dumps)%p",
      ])
  }

  /// The same with whole stacks: callgrind keeps a function apart for each chain of callers.
  var launchWithStacks: CallgrindLaunch {
    var launch = launch
    // Looking on only while keystrokes are measured: chains of callers are costly.
    launch.options += ["--separate-callers=\(Self.deepestStack)", "--instr-atstart=no"]
    launch.isCold = true
    return launch
  }

  /// Deeper than any stack of a keystroke; callgrind cuts those that are deeper at their outer end.
  private static let deepestStack = 150

  /// Reads the dumps that a worker says it has had made, and removes the file.
  ///
  /// - Throws: ``CallgrindError`` where the file is not as it must be, ``RunError`` where it is missing or holds
  ///   other dumps.
  func read(_ dumps: CallgrindDumps) throws -> [(part: CallgrindPart, dump: CallgrindDump)] {
    let file = file(of: dumps.process)
    guard let data = FileManager.default.contents(atPath: file) else {
      throw RunError(
        "callgrind wrote no \(file): the worker runs under another tool of valgrind, or /tmp is full"
      )
    }
    defer { try? FileManager.default.removeItem(atPath: file) }
    let named = try CallgrindParser.dumps(
      in: [UInt8](data), file: file,
      callees: CallgrindCounts.retaining.union(CallgrindCounts.releasing)
        .union(CallgrindCounts.forwarding)
    ).filter { $0.name != nil }
    guard named.map(\.name) == dumps.parts.map(\.name) else {
      throw RunError(
        "\(file) holds the dumps \(named.compactMap(\.name)), \(dumps.parts.map(\.name)) were expected"
      )
    }
    return Array(zip(dumps.parts, named)).map { ($0, $1) }
  }
}

extension String {
  /// The first line, for messages that fit one.
  fileprivate var firstLine: String {
    split(whereSeparator: \.isNewline).first.map(String.init) ?? "no reason given"
  }
}
