import ArgumentParser
import BenchmarkConductor
import BenchmarkModel
import BenchmarkResults
import Foundation

/// The options that choose the benchmark executable.
struct SuiteOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The suite: keystroke, formatter or field-event; for check also all.",
      discussion: """
        Any executable next to keystroke-bench whose name is that, in one word, with or without Benchmarks.
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

  /// The name in the `suite` column; nil if only the worker itself knows it.
  var suiteName: String? { worker == nil ? Self.suiteName(suite) : nil }

  /// The executable that is launched as a worker.
  var path: String {
    if let worker { return worker }
    let named = BuildFolder.executable(Self.columnName(suite))
    return FileManager.default.fileExists(atPath: named)
      ? named : BuildFolder.executable(product)
  }

  /// The product that is built for the suite, or the executable that was named instead.
  var product: String { worker ?? "\(Self.suiteName(suite))Benchmarks" }

  /// The chosen suites; for `all` each one by its name.
  var each: [SuiteOptions] {
    guard worker == nil, suite == "all" else { return [self] }
    return ["keystroke", "formatter", "field-event"].map { name in
      var one = self
      one.suite = name
      return one
    }
  }

  /// The command line that measures only this suite, so that a run of one of `all` can be repeated.
  private var argv: [String] {
    CommandLine.arguments.enumerated().map { index, argument in
      if argument == "--suite=all" { return "--suite=\(suite)" }
      let isValue = index > 0 && CommandLine.arguments[index - 1] == "--suite"
      return isValue && argument == "all" ? suite : argument
    }
  }

  /// `field-event` and `FieldEvent` are both `FieldEvent`.
  private static func columnName(_ name: String) -> String {
    name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// The name in the `suite` column, which is that of the executable without its ending.
  private static func suiteName(_ name: String) -> String {
    let name = columnName(name)
    return name.hasSuffix("Benchmarks") ? String(name.dropLast("Benchmarks".count)) : name
  }

  /// Makes a plan for the executable from these options.
  ///
  /// - Throws: `Problem` if no executable is built for the suite.
  func plan(filter: CellFilter, folder: String = "") throws -> RunPlan {
    guard worker != nil || FileManager.default.isExecutableFile(atPath: path) else {
      throw Problem(
        "there is no suite \(suite): \(path) does not exist",
        hint:
          "name an executable of your own with --worker, or build and find it by `swift package keystroke-bench` in the folder of its package (in a clone of keystroke-bench, `scripts/build` with one of the names keystroke, formatter and field-event)"
      )
    }
    var plan = RunPlan(
      worker: path, shim: BuildFolder.shim, folder: folder, argv: argv)
    plan.filter = filter
    plan.allowsDebug = allowDebug
    return plan
  }
}

extension Problem {
  /// The error for a strategy that is replayed or hunted in, and that a suite does not have.
  static func unknownStrategy(_ name: String, among known: [String], of suite: String) -> Problem {
    let meant = Suggestion.words(for: name, among: known)
    return Problem(
      known.isEmpty
        ? "suite \(suite) has no strategies that edits could be made with"
        : "strategy \(name) is not known",
      hint: known.isEmpty
        ? "choose a suite of fields"
        : meant.isEmpty ? "write one of \(known.joined(separator: ", "))" : meant)
  }
}
