import Foundation
import Testing
import WidgetHost

/// Tests of the widget's worker under keystroke-bench, as `scripts/widget` runs it.
@Suite("keystroke-bench and the widget", .serialized)
struct CommandTests {
  private static let facts = ToolkitFacts.here

  private struct Outcome {
    var status: Int32
    var output: String
  }

  private static func run(_ arguments: [String], in folder: URL, path: String? = nil) throws
    -> Outcome
  {
    let environment = ProcessInfo.processInfo.environment
    let program = try #require(environment["KEYSTROKE_BENCH"], "run scripts/widget --test")
    return try launch(program, arguments, in: folder, path: path)
  }

  /// Runs a program, with another search path if one is given.
  private static func launch(
    _ program: String, _ arguments: [String], in folder: URL, path: String? = nil
  ) throws -> Outcome {
    let process = Process()
    if let path {
      process.environment = ProcessInfo.processInfo.environment.merging(["PATH": path]) { $1 }
    }
    let output = Pipe()
    process.executableURL = URL(filePath: program)
    process.standardInput = FileHandle.nullDevice
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, output: String(decoding: data, as: UTF8.self))
  }

  private static func worker(_ name: String) throws -> String {
    let bin = try #require(
      ProcessInfo.processInfo.environment["WIDGET_BIN"], "run scripts/widget --test")
    return "\(bin)/\(name)"
  }

  /// Counts a few cells with a worker, without times, and returns what was printed.
  @discardableResult private static func count(
    _ worker: String, into name: String, of strategy: String = "onchange-reformat",
    by script: String = "type", in folder: URL,
    _ more: [String] = ["--no-allocations", "--instructions", "none"], path: String? = nil
  ) throws -> String {
    let outcome = try run(
      [
        "run", "--worker", Self.worker(worker), "--no-time", "--out", name, "--strategy", strategy,
        "--locale", "en_US", "--length", "9", "--script", script,
      ] + more, in: folder, path: path)
    #expect(outcome.status == 0, "\(outcome.output)")
    return outcome.output
  }

  private static func temporary() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  @Test("The worker says that threads end in it, so that few freed blocks are kept at hand")
  func endsThreads() throws {
    let greeting = try Self.launch(
      Self.worker(Self.facts.worker), [], in: FileManager.default.temporaryDirectory)
    #expect(greeting.status == 0 && greeting.output.contains(#""endsThreads":true"#))
  }

  @Test(
    "Two runs are equal, one of them beside a busy loop a processor: signals, layout calls, frames, flicker frames and allocations"
  )
  func equal() throws {
    let folder = try Self.temporary()
    defer { try? FileManager.default.removeItem(at: folder) }
    let count: (String) throws -> Void = {
      try Self.count(
        Self.facts.worker, into: $0, of: "delegate-filter,onchange-reformat", by: "type,paste",
        in: folder,
        ["--instructions", "none"] + (Self.facts.comparesCost ? [] : ["--no-allocations"]))
    }
    try count("first")
    let loops = try (0..<ProcessInfo.processInfo.activeProcessorCount).map { _ in
      let loop = Process()
      loop.executableURL = URL(filePath: "/bin/sh")
      loop.arguments = ["-c", "while :; do :; done"]
      try loop.run()
      return loop
    }
    // A child process of Foundation may have every other signal blocked.
    defer {
      for loop in loops {
        kill(loop.processIdentifier, SIGKILL)
        loop.waitUntilExit()
      }
    }
    try count("second")
    let rows = try String(contentsOf: folder.appending(path: "first/samples.csv"), encoding: .utf8)
    let metrics = ["signals", "layout_calls", "frames", "flicker_frames"]
    for metric in metrics + (Self.facts.comparesCost ? ["allocations"] : []) {
      #expect(rows.contains(",\(metric),"), "\(metric)")
    }
    let outcome = try Self.run(["compare", "first", "second"], in: folder)
    #expect(outcome.status == 0, "\(outcome.output)")
  }

  /// docs/studies/claims.md and the README depend on these.
  @Test(
    "Signals, layout calls and frames are the committed ones",
    .enabled("the committed counts are of another version") {
      Toolkit.name == ToolkitFacts.here.version
    })
  func committed() throws {
    let folder = try Self.temporary()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Self.count(Self.facts.worker, into: "now", of: "*", in: folder)
    let baseline = Self.root.appending(path: "results/baselines/\(Self.facts.baseline)").path()
    let cells = ["--locale", "en_US", "--length", "9", "--script", "type"]
    // What the shim counts belongs to another machine.
    let counted = [
      "refreshes", "emissions", "text_assignments", "wrong_keystrokes", "caret_errors",
      "ambiguous_keystrokes", "signals", "layout_calls", "frames", "flicker_frames",
    ]
    let outcome = try Self.run(
      ["compare", baseline, "now", "--metric", counted.joined(separator: ",")] + cells, in: folder)
    #expect(outcome.status == 0, "\(outcome.output)")
  }

  @Test(
    "Without an X server Qt counts the same",
    .enabled("GTK needs an X server") { ToolkitFacts.here.paintsWithoutServer })
  func withoutServer() throws {
    let folder = try Self.temporary()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Self.count(Self.facts.worker, into: "with", of: "*", in: folder)
    // There is no Xvfb in this path, and the worker says what it does instead.
    let output = try Self.count(
      Self.facts.worker, into: "without", of: "*", in: folder, path: folder.path())
    #expect(output.contains("widget: Qt paints without a screen"), "\(output)")
    let outcome = try Self.run(["compare", "with", "without"], in: folder)
    #expect(outcome.status == 0, "\(outcome.output)")
  }

  @Test(
    "The scenes of a formatter are printed with GNUstep's text and the model's",
    .enabled("only GNUstep has a formatter") { Toolkit.name.hasPrefix("GNUstep ") })
  func formatter() throws {
    let outcome = try Self.launch(
      Self.worker(Self.facts.worker), ["formatter"], in: FileManager.default.temporaryDirectory)
    #expect(outcome.status == 0)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.first == "scene,key,calls,text,value,model_text,model_value")
    let refused = lines.filter { $0.hasPrefix("refused,") }
    #expect(refused.count == 9 && refused[2].hasSuffix(",12g,,12,"), "\(outcome.output)")
  }

  private static let root = URL(filePath: #filePath).appending(path: "../../../../..").standardized

  @Test(
    "What is planted is found by name",
    arguments: [("PlantedFlicker", "flicker_frames")]
      + (facts.isInProcess ? [("PlantedWrite", "signals")] : []))
  func planted(_ worker: String, _ metric: String) throws {
    let folder = try Self.temporary()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Self.count(Self.facts.worker, into: "before", in: folder)
    try Self.count(worker, into: "after", in: folder)
    let outcome = try Self.run(["compare", "before", "after"], in: folder)
    #expect(outcome.status == 1, "\(outcome.output)")
    #expect(outcome.output.contains(metric), "\(outcome.output)")
    #expect(outcome.output.contains("onchange-reformat"), "\(outcome.output)")
  }

  @Test(
    "A second write shows in the instructions of rewriting",
    .enabled("the toolkit's instructions are not compared") { ToolkitFacts.here.comparesCost })
  func plantedInstructions() throws {
    let folder = try Self.temporary()
    defer { try? FileManager.default.removeItem(at: folder) }
    let counted = ["--no-allocations", "--instructions", "valgrind"]
    try Self.count(Self.facts.worker, into: "before", in: folder, counted)
    try Self.count("PlantedWrite", into: "after", in: folder, counted)
    let outcome = try Self.run(
      ["compare", "before", "after", "--thresholds", Self.thresholds.path()], in: folder)
    #expect(outcome.status == 1, "\(outcome.output)")
    let lines = outcome.output.split(separator: "\n")
    #expect(
      lines.contains { $0.contains(" rewrite ") && $0.contains(" instructions ") },
      "\(outcome.output)")
  }

  private static let thresholds = root.appending(
    path: "Benchmarks/WidgetBenchmarks/\(facts.thresholds)")

  @Test("A worker that is killed leaves no process")
  func killed() throws {
    let process = Process()
    process.executableURL = URL(filePath: try Self.worker(Self.facts.worker))
    process.arguments = ["--cell", "delegate-filter/int/en_US/9/type", "--seconds", "30"]
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    var started: [RunningProcess] = []
    try Self.wait {
      started = try RunningProcess.all(below: process.processIdentifier)
      return started.contains { $0.name == Self.facts.process }
    }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    try Self.wait { !started.contains(where: \.isRunning) }
  }

  private static func wait(until isTrue: () throws -> Bool) throws {
    var left = 3_000
    while left > 0, try !isTrue() {
      usleep(10_000)
      left -= 1
    }
    #expect(try isTrue())
  }
}
