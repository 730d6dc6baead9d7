import BenchmarkModel
import BenchmarkResults
import Foundation
import RunFixtures
import Testing

/// Tests that a foreign run can neither move the reader's cursor nor forge a verdict, in any command.
struct HostileRunTests {
  private let folder: TemporaryFolder
  /// Folder names that are also hostile, as in an archive.
  private static let a = "runs/a\(HostileRun.text)"
  private static let b = "runs/b\u{1B}[2J\u{202E}"
  /// The hostile text in quotes of JSON and TOML.
  private static let quoted: String = {
    let json = (try? JSONEncoder().encode(HostileRun.text)) ?? Data()
    return String(decoding: json, as: UTF8.self).replacing("\\/", with: "/")
  }()

  init() throws {
    folder = try TemporaryFolder()
    try HostileRun.fixture("a").write(to: folder.path(Self.a), sites: HostileRun.sites(5))
    try HostileRun.fixture("b", change: 1).write(
      to: folder.path(Self.b), sites: HostileRun.sites(6))
    try BaselineStore(resultsFolder: folder.path("results")).save(
      RunReader.read(folder.path(Self.a)), as: "main")
  }

  @discardableResult
  private func run(_ arguments: [String], status: Int) async throws -> String {
    let outcome = try await BuiltProgram.keystrokeBench.run(arguments, in: folder.path)
    HostileRun.check(outcome, arguments)
    #expect(outcome.status == status, "\(arguments): \(outcome.error)")
    return outcome.output
  }

  @Test("Every command that shows runs, in every format")
  func shown() async throws {
    let (a, b) = (Self.a, Self.b)
    for format in ["text", "markdown", "json", "csv"] {
      let comparison = try await run(["compare", a, b, "--format", format], status: 1)
      #expect(format == "json" || comparison.contains("\\u{1B}[2J"))
      for command in [["history", "runs"], ["baseline", "list"], ["baseline", "show", "main"]] {
        try await run(command + ["--format", format], status: 0)
      }
    }
    for format in ["html", "markdown", "junit"] {
      try await run(["report", b, "--against", a, "--format", format], status: 0)
    }
    try await run(["report", a, "--format", "gobench"], status: 0)
    for format in ["text", "folded", "svg"] {
      try await run(
        ["profile", "\(a)..\(b)", HostileRun.cell.id, "--metric", "allocations"]
          + ["--format", format], status: 0)
    }
    try folder.write(
      """
      {"run": \(Self.quoted.dropLast())a", "pictures": [
        {"alt": \(Self.quoted), "svg": \(Self.quoted), "svgNarrow": \(Self.quoted)}
      ]}
      """, to: "pictures/pictures.json")
    try await run(["report", a, "--pictures", "pictures"], status: 0)
  }

  @Test("Errors about a run, a cell, a file, an option and a folder")
  func refused() async throws {
    let (a, b, evil) = (Self.a, Self.b, HostileRun.text)
    #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
    for arguments in [
      ["merge", a, b, "--into", "c\u{1B}[2J"], ["merge", a, a, "--into", "c"],
      ["noise", "--from", a, b], ["baseline", "show", "evil\u{202E}"],
      ["baseline", "remove", evil], ["compare", evil, a], ["compare", a, b, "--strategy", evil],
      ["compare", a, b, "--thresholds", evil], ["history", evil], ["report", evil],
      ["report", a, "--out", "\(evil)/x/y"], ["run", "--worker", evil],
      ["replay", evil, "--strategy", "delegate-filter"],
      ["replay", "pipe", "--strategy", "delegate-filter"],
    ] { try await run(arguments, status: 2) }
    try await run(["profile", "\(a)..\(b)", "a\u{1B}/b/c/1/d"], status: 2)
    try await run(["compare", a, b, "--length", evil], status: 64)
  }

  @Test("Damage in a file of each kind is reported with its control characters escaped")
  func damaged() async throws {
    let (raw, quoted) = (HostileRun.text, Self.quoted)
    for text in [
      "\(quoted) = 1\n", "[[\(quoted)]]\na = 1\n", "[[tolerance]]\nmetric = \(quoted)\n",
      "[[accept]]\ncells = \(quoted)\nmetric = \(quoted)\n", "a = \u{1B}[2J\n",
    ] {
      try folder.write("schema = 2\n\(text)", to: "limits.toml")
      try await run(["compare", Self.a, Self.b, "--thresholds", "limits.toml"], status: 2)
    }
    for (file, from, to) in [
      ("samples.csv", ",total,", ",\"\(raw)\","), ("samples.csv", "run,commit", "run,\(raw)"),
      ("samples.csv", "r", String(repeating: "\u{1B}x", count: 1 << 20)),
      ("run.json", "\"finished\"", quoted), ("run.json", "{", raw),
    ] {
      try RunFixture(id: "c").write(to: folder.path("c"))
      let text = try folder.text("c/\(file)")
      try folder.write(text.replacing(from, with: to, maxReplacements: 1), to: "c/\(file)")
      try await run(["compare", "c", "c"], status: 2)
      try FileManager.default.removeItem(atPath: folder.path("c"))
    }
    try folder.write("{\"id\": 1, \(quoted): 2}\n", to: "cases.jsonl")
    try await run(["replay", "cases.jsonl", "--strategy", "delegate-filter"], status: 2)
  }
}
