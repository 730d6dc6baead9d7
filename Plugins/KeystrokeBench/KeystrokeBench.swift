import Foundation
import PackagePlugin

/// `swift package keystroke-bench ARGUMENT…`: builds the benchmark executable of a package, and passes the arguments on
/// to the installed keystroke-bench.
///
/// The program is installed once per machine and serves every package, so a package builds its worker alone.
@main
struct KeystrokeBench: CommandPlugin {
  /// The commands that start a worker, which is built and named.
  private static let measuring: Set = [
    "check", "doctor", "hunt", "list", "profile", "replay", "run", "verify",
  ]
  /// The commands that build commits themselves, so that they need the name of the suite alone.
  private static let building: Set = ["ab", "noise"]

  func performCommand(context: PluginContext, arguments: [String]) throws {
    let program = try program(context)
    var arguments = ArgumentExtractor(arguments)
    let named = arguments.extractOption(named: "suite")
    var passed = arguments.remainingArguments
    let command = passed.first ?? ""
    let chosen = ["--worker", "--help", "-h"].contains { option in
      passed.contains { $0 == option || $0.hasPrefix("\(option)=") }
    }
    if chosen {
      passed += named.flatMap { ["--suite", $0] }
    } else if Self.measuring.contains(command) {
      passed += ["--worker", try built(try product(named.last, context))]
    } else if Self.building.contains(command) {
      passed += ["--suite", String(try product(named.last, context).dropLast(Self.ending.count))]
    }
    try become(program, passed)
  }

  private static let ending = "Benchmarks"

  /// The name of the benchmark executable: the only one, or the one that `--suite` names.
  private func product(_ suite: String?, _ context: PluginContext) throws -> String {
    let all = context.package.products(ofType: ExecutableProduct.self).map(\.name)
      .filter { $0.hasSuffix(Self.ending) && $0 != Self.ending }.sorted()
    guard let suite else {
      switch all.count {
      case 1: return all[0]
      case 0:
        throw Problem(
          "the package \(context.package.displayName) has no benchmark executable: its name ends in Benchmarks, as in AmountFieldBenchmarks; add one, or go to the folder of the package that has it"
        )
      default:
        throw Problem(
          "the package \(context.package.displayName) has several benchmark executables, \(all.joined(separator: ", ")): choose one, as in --suite \(all[0].dropLast(Self.ending.count))"
        )
      }
    }
    // card-field, CardField and CardFieldBenchmarks are the same.
    let wanted = suite.filter { $0 != "-" }.lowercased()
    let found = all.first {
      [$0.lowercased(), $0.dropLast(Self.ending.count).lowercased()].contains(wanted)
    }
    guard let found else {
      throw Problem(
        "the package \(context.package.displayName) has no suite \(suite): it has \(all.isEmpty ? "none" : all.joined(separator: ", "))"
      )
    }
    return found
  }

  /// Builds a product, and returns the path of its executable.
  private func built(_ product: String) throws -> String {
    var parameters = PackageManager.BuildParameters(configuration: .release)
    parameters.echoLogs = true
    let result = try packageManager.build(.product(product), parameters: parameters)
    let worker = result.builtArtifacts.first {
      $0.kind == .executable && $0.url.lastPathComponent == product
    }
    guard result.succeeded, let worker else {
      throw Problem(
        "\(product) does not build: see the errors of the compiler above; mend them, and call this again"
      )
    }
    return worker.url.path(percentEncoded: false)
  }

  /// The installed program: the one that KEYSTROKE_BENCH names, or the one on the PATH.
  private func program(_ context: PluginContext) throws -> String {
    let environment = ProcessInfo.processInfo.environment
    if let named = environment["KEYSTROKE_BENCH"] { return named }
    let folders = (environment["PATH"] ?? "").split(separator: ":")
    let found = folders.map { "\($0)/keystroke-bench" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    guard let found else {
      let packages = [context.package] + context.package.dependencies.map(\.package)
      let script = packages.map {
        $0.directoryURL.appending(path: "scripts/install").path(percentEncoded: false)
      }.first { FileManager.default.isExecutableFile(atPath: $0) }
      throw Problem(
        "keystroke-bench is not on the PATH: \(script ?? "scripts/install of keystroke-bench") installs it, once for all packages of this machine, in ~/.local/bin, which must be on the PATH; or name a program with KEYSTROKE_BENCH"
      )
    }
    return found
  }

  /// Becomes the program: so a signal that ends this process reaches it, and its exit status is that of the process.
  private func become(_ program: String, _ arguments: [String]) throws -> Never {
    // SwiftPM passes on both streams as one, and later: progress and errors belong on the terminal, and if SwiftPM's own
    // output goes there, so do the results, or the lines of both would mix.
    let terminal = open("/dev/tty", O_WRONLY)
    if terminal >= 0 { dup2(terminal, STDERR_FILENO) }
    let output = open("/proc/\(getppid())/fd/1", O_WRONLY | O_NOCTTY)
    if output >= 0, isatty(output) == 1 { dup2(output, STDOUT_FILENO) }
    // This thread blocks all signals, and a program inherits what is blocked.
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    execv(program, &words)
    throw Problem(
      "\(program) could not be started: \(String(cString: strerror(errno))); install it again with scripts/install, or name another one with KEYSTROKE_BENCH"
    )
  }
}

/// An error whose description is a sentence for the user.
private struct Problem: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
