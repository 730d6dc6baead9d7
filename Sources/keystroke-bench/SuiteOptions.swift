import ArgumentParser
import BenchmarkRunner
import Foundation
import KeystrokeWorkload

/// Which benchmark executable is meant.
struct SuiteOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The suite: keystroke, formatter or field-event.",
      discussion: """
        Any executable next to keystroke-bench whose name is that, in one word, with or without Benchmarks: \
        harness-noise is HarnessNoise.
        """,
      valueName: "name"))
  var suite = "keystroke"

  @Option(help: ArgumentHelp("A benchmark executable elsewhere.", valueName: "path"))
  var worker: String?

  @Flag(help: "Use a debug build; its figures mean nothing.")
  var allowDebug = false

  func validate() throws {
    guard !suite.contains("/") else {
      throw ValidationError("--suite is a name, not a path; give a path with --worker.")
    }
  }

  /// The name as it stands in the `suite` column; nil where only the worker itself knows it.
  var suiteName: String? { worker == nil ? Self.columnName(suite) : nil }

  /// The executable that is launched as a worker.
  var path: String {
    if let worker { return worker }
    let name = Self.columnName(suite)
    let benchmarks = BuildFolder.executable("\(name)Benchmarks")
    let named = BuildFolder.executable(name)
    return FileManager.default.fileExists(atPath: named) ? named : benchmarks
  }

  /// `field-event` and `FieldEvent` are both `FieldEvent`.
  private static func columnName(_ name: String) -> String {
    name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
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
