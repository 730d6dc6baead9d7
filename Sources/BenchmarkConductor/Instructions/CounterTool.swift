import CHostSupport
import BenchmarkResults
import CInstruments
import Foundation
import Synchronization

/// The counter: a tool of valgrind, PhaseCounter.c, which is built against the valgrind of this machine.
///
/// Valgrind's tools are programs without a C library that link two static libraries of valgrind. So the tool is built
/// on the machine that runs it, in less than a second, once per process.
enum CounterTool {
  /// The name for `--tool=`.
  static let name = "phase-counter"

  private static let building = Mutex<Task<String, any Error>?>(nil)

  /// A folder for `VALGRIND_LIB`: the tool, and everything that comes with valgrind.
  ///
  /// - Returns: its path, which always has the same length.
  /// - Throws: `Problem` with the reason why it cannot be built, and a hint.
  static func folder() async throws -> String {
    let task = building.withLock { building in
      let task = building ?? Task { try await build() }
      building = task
      return task
    }
    return try await task.value
  }

  private static func build() async throws -> String {
    let folder = try TemporaryPlace.fresh()
    let manager = FileManager.default
    let own = try await valgrindFolder(in: folder)
    for name in try manager.contentsOfDirectory(atPath: own) {
      try manager.createSymbolicLink(
        atPath: "\(folder)/\(name)", withDestinationPath: "\(own)/\(name)")
    }
    let source = "\(folder)/PhaseCounter.c"
    try Data(String(cString: phaseCounterSource()).utf8).write(to: URL(filePath: source))
    let (compiler, arguments) = (
      try compiler(), try await arguments(source: "PhaseCounter.c", folder: folder)
    )
    // Named relative to its folder, so that the same tool is the same file.
    let outcome = try await SystemTool.run(compiler, arguments, in: folder)
    guard outcome.isSuccess else { throw failure("\(compiler) says: \(outcome.reasons.first)") }
    return folder
  }

  /// The folder of valgrind's tools, as valgrind reports it.
  private static func valgrindFolder(in folder: String) async throws -> String {
    let log = try await SystemTool.run(
      "valgrind", ValgrindTools.options + ["-d", "--tool=none", "--version"], in: folder)
    guard let match = log.error.firstMatch(of: /launcher launching (\/.+)\/none-/) else {
      throw failure("valgrind does not tell where its tools are")
    }
    return String(match.1)
  }

  /// The arguments that link the tool as valgrind links its own (coregrind/link_tool_exe_linux.in), with the facts of
  /// its pkg-config file.
  private static func arguments(source: String, folder: String) async throws -> [String] {
    let arch = try await packageFacts("--variable=arch")
    let os = try await packageFacts("--variable=os")
    let address = try await packageFacts("--variable=valt_load_address")
    let numbers = [
      ("ACCOUNTS", KEYSTROKE_COUNT_ACCOUNTS), ("WIDTH", KEYSTROKE_COUNT_WIDTH),
      ("RESET", KEYSTROKE_COUNT_RESET), ("SWITCH", KEYSTROKE_COUNT_SWITCH),
      ("READ", KEYSTROKE_COUNT_READ), ("FUNCTIONS", KEYSTROKE_COUNT_FUNCTIONS),
    ].map { "-DKEYSTROKE_COUNT_\($0.0)=\($0.1)" }
    let platform = ["VGA_\(arch)", "VGO_\(os)", "VGP_\(arch)_\(os)", "VGPV_\(arch)_\(os)_vanilla"]
      .map { "-D\($0)=1" }
    let libraries = try await packageFacts("--libs").split(separator: " ").map(String.init)
    let headers = try await packageFacts("--cflags").split(separator: " ").map(String.init)
    return ["-O2", "-fno-stack-protector", "-fno-strict-aliasing"] + numbers + platform + headers
      + [
        "-static", "-nodefaultlibs", "-nostartfiles", "-u", "_start",
        "-Wl,-Ttext-segment=\(address)", "-Wl,--build-id=none",
        "-o", "\(folder)/\(name)-\(arch)-\(os)", source,
      ] + libraries
  }

  private static func packageFacts(_ option: String) async throws -> String {
    guard let text = await SystemTool.output("pkg-config", [option, "valgrind"]), !text.isEmpty
    else { throw failure("pkg-config knows nothing of valgrind's libraries") }
    return text
  }

  /// The compiler of the toolchain, or that of the system.
  private static func compiler() throws -> String {
    if let path = try? SystemTool.toolchain("clang") { return path }
    guard let path = SystemTool.find("cc") else { throw failure("there is neither clang nor cc") }
    return path.path
  }

  private static func failure(_ problem: String) -> Problem {
    let hint =
      SystemProblem.hint(inWords: problem)
      ?? "on Debian and Ubuntu, apt-get install valgrind pkg-config (elsewhere valgrind's libraries may be in a package valgrind-devel or valgrind-tools-devel)"
    return Problem(
      "the tool of valgrind that counts instructions cannot be built: \(problem)",
      hint: "\(hint), \(ValgrindTools.alternative)")
  }
}
