import BenchmarkModel
import BenchmarkResults
import Foundation
import RunFixtures
import Testing

/// Tests of acknowledgements and `--accept`, as a user runs them.
@Suite("Acknowledging")
struct AcknowledgementCommandTests {
  private let folder: TemporaryFolder
  private let program = BuiltProgram.keystrokeBench
  private static let cell = RunFixture.cells[0]

  init() throws {
    folder = try TemporaryFolder()
    try RunFixture().write(to: folder.path("a"))
    var candidate = RunFixture(id: "r2")
    candidate.change(Self.cell, .total, .allocations) { $0.summary = .constant(6) }
    try candidate.write(to: folder.path("b"))
  }

  private func compare(_ arguments: String...) async throws -> BuiltProgram.Outcome {
    try await program.run(["compare", "a", "b"] + arguments, in: folder.path)
  }

  @Test("The reviewed output of --accept-to is enough to pass")
  func roundTrip() async throws {
    let failed = try await compare("--accept-to", "accepted.toml")
    #expect(failed.status == 1 && failed.error == "")
    #expect(
      failed.output.contains("regressed: \(Self.cell.id): total allocations +1 (+20.0 %)"))
    let entries = try folder.text("accepted.toml")
    #expect(entries.contains("cells = \"\(Self.cell.id)\"") && entries.contains("\"+20.00 %\""))

    let unreviewed = try await compare("--thresholds", "accepted.toml")
    #expect(unreviewed.status == 2)
    #expect(
      unreviewed.error.hasPrefix("error: accepted.toml:9: the acknowledgement gives no reason"))

    try folder.write(
      entries.replacing("reason = \"\"", with: "reason = \"a cache\""), to: "reviewed.toml")
    let passed = try await compare("--thresholds", "reviewed.toml")
    #expect(passed.status == 0, "\(passed.output)\(passed.error)")
    #expect(passed.output.hasPrefix("PASS: 1 acknowledged change, "))
    #expect(passed.output.contains(": a cache"))
    let unused = try await program.run(
      ["compare", "a", "a", "--thresholds", "reviewed.toml"], in: folder.path)
    #expect(unused.status == 1)
    #expect(unused.output.hasPrefix("FAIL: 1 unused acknowledgement; "))
    #expect(unused.output.contains("reviewed.toml:4: "))
    let filtered = try await program.run(
      ["compare", "a", "a", "--thresholds", "reviewed.toml", "--strategy", "onchange-*"],
      in: folder.path)
    #expect(filtered.status == 0)

    try folder.write(
      try folder.text("reviewed.toml").replacing(/expires = [0-9-]+/, with: "expires = 2020-02-29"),
      to: "expired.toml")
    let expired = try await compare("--thresholds", "expired.toml")
    #expect(expired.status == 1)
    #expect(
      expired.output.hasPrefix(
        "FAIL: \(Self.cell.id) total allocations +1 (+20.0 %), 1 regressed, 1 expired acknowledgement; "
      ))
  }

  @Test("--accept prints the entries after the report, and does not change the status")
  func printed() async throws {
    let outcome = try await compare("--accept", "--format", "markdown")
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("\n[[acknowledgement]]\ncells = "))
    let nothing = try await program.run(["compare", "a", "a", "--accept"], in: folder.path)
    #expect(nothing.status == 0)
    #expect(nothing.output.hasSuffix("\n# Nothing fails that needs an acknowledgement.\n"))
  }

  @Test(
    "An existing file is not overwritten: 2, and nothing is compared",
    arguments: ["compare", "check"])
  func noOverwriting(_ command: String) async throws {
    try folder.write("mine", to: "thresholds.toml")
    let outcome = try await program.run(
      (command == "compare" ? ["compare", "a", "b"] : ["check"])
        + ["--accept-to", "thresholds.toml"], in: folder.path)
    #expect(outcome.status == 2 && outcome.output == "")
    #expect(outcome.error.contains("thresholds.toml exists"))
    #expect(try folder.text("thresholds.toml") == "mine")
    let nowhere = try await compare("--accept-to", "no/such/folder.toml")
    #expect(nowhere.status == 2)
    #expect(nowhere.error.contains("no/such/folder.toml cannot be written"))
  }

  @Test("A format for programs cannot contain TOML: 64", arguments: ["json", "csv"])
  func formats(_ format: String) async throws {
    let outcome = try await compare("--accept", "--format", format)
    #expect(outcome.status == 64 && outcome.output == "")
    #expect(outcome.error.contains("--accept-to"))
    let file = try await compare("--accept-to", "accepted-\(format).toml", "--format", format)
    #expect(file.status == 1)
  }
}
