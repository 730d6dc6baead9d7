import BenchmarkModel
import BenchmarkResults
import Foundation
import RunFixtures
import Testing

/// Tests that a foreign run can neither move the reader's cursor nor forge a verdict, in any command.
struct HostileRunTests {
  private let folder: TemporaryFolder
  private let program = BuiltProgram.keystrokeBench
  /// Folder names that are also hostile, as in an archive.
  private let a = "runs/a\(HostileRun.text)"
  private let b = "runs/b\u{1B}[2J\u{202E}"

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path("runs"), withIntermediateDirectories: true)
    try HostileRun.fixture("a").write(to: folder.path(a), sites: HostileRun.sites(5))
    try HostileRun.fixture("b", change: 1).write(to: folder.path(b), sites: HostileRun.sites(6))
  }

  @discardableResult
  private func run(_ arguments: String...) async throws -> BuiltProgram.Outcome {
    let outcome = try await program.run(arguments, in: folder.path)
    HostileRun.check(outcome, arguments)
    return outcome
  }

  private static let formats = ["text", "markdown", "json", "csv"]

  @Test("compare and history, in every format", arguments: formats)
  func compared(_ format: String) async throws {
    let comparison = try await run("compare", a, b, "--format", format)
    #expect(comparison.status == 1, "\(comparison.error)")
    #expect(format == "json" || comparison.output.contains("\\u{1B}[2J"))
    let history = try await run("history", "runs", "--format", format)
    #expect(history.status == 0, "\(history.error)")
  }

  @Test("baseline save, list, show and remove", arguments: formats)
  func baselines(_ format: String) async throws {
    try await run("baseline", "save", a, "main")
    try await run("baseline", "save", a, "evil\u{1B}[2J")
    #expect(try await run("baseline", "list", "--format", format).status == 0)
    #expect(try await run("baseline", "show", "main", "--format", format).status == 0)
    #expect(try await run("baseline", "show", "evil\u{202E}").status == 2)
    try await run("compare", "main", b, "--format", format)
    try await run("baseline", "remove", "main")
  }

  @Test(
    "report, in every format, of one run and of two",
    arguments: ["html", "markdown", "junit", "gobench"])
  func reported(_ format: String) async throws {
    let outcome = try await run("report", a, "--format", format)
    #expect(outcome.status == 0, "\(outcome.error)")
    if ["html", "markdown", "junit"].contains(format) {
      #expect(try await run("report", b, "--against", a, "--format", format).status == 0)
    }
  }

  @Test("A list of pictures that names other runs and files")
  func pictures() async throws {
    let name = try String(decoding: JSONEncoder().encode(HostileRun.text), as: UTF8.self)
    let pictures = folder.path("pictures")
    try FileManager.default.createDirectory(atPath: pictures, withIntermediateDirectories: true)
    try folder.write("{\"run\": \(name), \"pictures\": []}", to: "pictures/pictures.json")
    #expect(try await run("report", a, "--pictures", "pictures").status == 0)
    let own = try String(decoding: JSONEncoder().encode(HostileRun.text + "a"), as: UTF8.self)
    try folder.write(
      "{\"run\": \(own), \"pictures\": [{\"alt\": \(name), \"svg\": \(name), \"svgNarrow\": \(name)}]}",
      to: "pictures/pictures.json")
    #expect(try await run("report", a, "--pictures", "pictures").status == 0)
  }

  @Test("merge reports why it refuses, profile what grew", arguments: ["text", "folded", "svg"])
  func mergedAndProfiled(_ format: String) async throws {
    #expect(try await run("merge", a, b, "--into", "c\u{1B}[2J").status == 2)
    #expect(try await run("merge", a, a, "--into", "c").status == 2)
    try await run(
      "profile", "\(a)..\(b)", HostileRun.cell.id, "--metric", "allocations", "--format", format)
    try await run("profile", "\(a)..\(b)", "a\u{1B}/b/c/1/d")
    try await run("noise", "--from", a, b)
  }

  @Test("Errors about a cell, a file, an option and a folder that do not exist")
  func missing() async throws {
    let evil = HostileRun.text
    for arguments in [
      ["compare", evil, a], ["compare", a, b, "--strategy", evil], ["history", evil],
      ["history", a], ["report", evil], ["baseline", "remove", evil],
      ["merge", evil, a, "--into", "x"],
      ["compare", a, b, "--thresholds", evil], ["report", a, "--out", "\(evil)/x/y"],
      ["replay", evil, "--strategy", "delegate-filter"],
      ["compare", a, b, "--length", evil],
      ["run", "--worker", evil],
    ] {
      let outcome = try await program.run(arguments, in: folder.path)
      HostileRun.check(outcome, arguments)
      #expect(outcome.status == 2 || outcome.status == 64, "\(arguments): \(outcome.status)")
    }
  }

  @Test("Keys and values of thresholds.toml")
  func thresholds() async throws {
    let evil = try String(decoding: JSONEncoder().encode(HostileRun.text), as: UTF8.self)
      .replacing("\\/", with: "/")
    for text in [
      "\(evil) = 1\n", "[\(evil)]\na = 1\n", "[[\(evil)]]\na = 1\n", "[[tolerance]]\n\(evil) = 1\n",
      "[[tolerance]]\nmetric = \(evil)\n", "[[tolerance]]\nmetric = \"bytes\"\nphase = \(evil)\n",
      "[[accept]]\ncells = \(evil)\nmetric = \(evil)\n", "a = \u{1B}[2J\n",
      "[[accept]]\ncells = \(evil)\nmetric = \"bytes\"\nabsolute = 9\nreason = \(evil)\nuntil = 2020-01-01\n",
      "[[accept]]\ncells = \"*\"\nmetric = \"allocations\"\nabsolute = 9\nreason = \(evil)\nuntil = 2999-01-01\n",
      "[[accept]]\ncells = \(evil)\nmetric = \"bytes\"\nrelative = \(evil)\n",
    ] {
      try folder.write("schema = 2\n\(text)", to: "thresholds.toml")
      for format in Self.formats {
        try await run("compare", a, b, "--thresholds", "thresholds.toml", "--format", format)
      }
    }
  }

  @Test("Damage in each file is reported by line, with its control characters escaped")
  func damaged() async throws {
    try RunFixture(id: "c").write(to: folder.path("c"))
    let (samples, metadata) = (try folder.text("c/samples.csv"), try folder.text("c/run.json"))
    let raw = HostileRun.text
    let json = try String(decoding: JSONEncoder().encode(raw), as: UTF8.self)
    let field = "\"\(raw)\""
    for (from, to) in [
      (",total,", ",\(field),"), (",ok\n", ",\(field)\n"), (",9,", ",\(field),"),
      ("run,commit", "run,\(field)"), (",clock,", ",\u{1B}[2J,"), (",400,", ",\u{9B}2J,"),
      ("r", String(repeating: "\u{1B}x", count: 1 << 20)),
    ] {
      try folder.write(samples.replacing(from, with: to, maxReplacements: 1), to: "c/samples.csv")
      #expect(try await run("compare", "c", "c").status == 2)
    }
    try folder.write(samples, to: "c/samples.csv")
    for (from, to) in [
      ("\"finished\"", json), ("\"release\"", json), ("\"seed\"", json), ("{", raw),
      ("\"commit\" :", "\(raw) :"),
      ("\"finished\"", "\"\(String(repeating: "x", count: 20 << 20))\""),
    ] {
      let text = metadata.replacing(from, with: to, maxReplacements: 1)
      try folder.write(text, to: "c/run.json")
      try await run("compare", "c", "c")
      try await run("history", ".")
    }
    for line in ["\(raw)", "{\"id\": \(json)}", "{\"id\": 1, \(json): 2}"] {
      try folder.write(line + "\n", to: "cases.jsonl")
      #expect(
        try await run("replay", "cases.jsonl", "--strategy", "delegate-filter").status
          == 2)
    }
  }
}
