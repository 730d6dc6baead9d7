import ArgumentParser
import BenchmarkRunner
import Foundation
import KeystrokeWorkload

/// Which benchmark executable is meant.
struct SuiteOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The suite: the executable of this name, or this and Benchmarks, next to keystroke-bench.",
      valueName: "name"))
  var suite = "Keystroke"

  @Option(help: ArgumentHelp("A benchmark executable elsewhere.", valueName: "path"))
  var worker: String?

  @Flag(help: "Use a debug build; its figures mean nothing.")
  var allowDebug = false

  func validate() throws {
    guard !suite.contains("/") else {
      throw ValidationError("--suite is a name, not a path; give a path with --worker.")
    }
  }

  /// The executable that is launched as a worker.
  var path: String {
    if let worker { return worker }
    let benchmarks = BuildFolder.executable("\(suite)Benchmarks")
    let named = BuildFolder.executable(suite)
    return FileManager.default.fileExists(atPath: named) ? named : benchmarks
  }

  /// A plan for the executable, as far as these options say.
  func plan(filter: CellFilter, folder: String = "") throws -> RunPlan {
    var plan = RunPlan(
      worker: path, shim: BuildFolder.shim, folder: folder, argv: CommandLine.arguments)
    plan.filter = filter
    plan.allowsDebug = allowDebug
    return plan
  }
}
