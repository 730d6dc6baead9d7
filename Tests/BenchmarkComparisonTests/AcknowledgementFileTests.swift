import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults
import Testing

/// Tests of the acknowledgements that a file may contain.
@Suite("Acknowledgements in the file")
struct AcknowledgementFileTests {
  private static let text = """
    schema = 2  # Accepted.
    [[acknowledgement]]
    cells = "onchange-*/int/*"
    metric = "instructions"
    phase = "format"
    change = "+3.2 %"
    reason = "a longer minus"
    expires = 2027-01-31

    [[tolerance]]
    metric = "retains"
    absolute = 1
    reason = "the optimiser"

    [[acknowledgement]]
    cells = "unformatted/int/en_US/9/type"
    finding = "vanished"
    what = "cell"
    reason = "nobody uses it"
    expires = 2026-12-01

    [[acknowledgement]]
    cells = "*"
    metric = "allocations"
    to = 3
    reason = "a cache"
    expires = 2026-12-01

    """

  @Test("A file is read exactly, with line numbers")
  func reading() throws {
    let read = try Thresholds(toml: Self.text, file: "t.toml").acknowledgements
    let winter = Day(year: 2026, month: 12, day: 1)
    #expect(
      read == [
        Acknowledgement(
          cells: "onchange-*/int/*", change: .rise(.instructions, .format, share: 3.2 / 100),
          reason: "a longer minus", expires: Day(year: 2027, month: 1, day: 31), file: "t.toml",
          line: 2),
        Acknowledgement(
          cells: "unformatted/int/en_US/9/type",
          change: .finding(.vanished, what: "cell"), reason: "nobody uses it",
          expires: winter, file: "t.toml", line: 15),
        Acknowledgement(
          cells: "*", change: .level(.allocations, nil, to: 3), reason: "a cache", expires: winter,
          file: "t.toml", line: 22),
      ])
  }

  @Test(
    "An invalid acknowledgement is refused, with its line",
    arguments: [
      ("cells = \"onchange-*/int/*\"\n", "", 2, "names no cells"),
      ("cells = \"onchange-*/int/*\"", "cells = 3", 3, "cells is not a text"),
      ("metric = \"instructions\"\n", "", 2, "names no metric"),
      ("metric = \"instructions\"", "metric = \"instuctions\"", 4, "metric is instuctions"),
      ("metric = \"instructions\"", "metric = \"time\"", 4, "metric is time"),
      ("phase = \"format\"", "phase = \"formatting\"", 5, "phase is formatting"),
      ("change = \"+3.2 %\"\n", "", 2, "accepts nothing"),
      ("change = \"+3.2 %\"", "change = \"-3.2 %\"", 6, "change is -3.2 %"),
      ("change = \"+3.2 %\"", "change = \"3.2\"", 6, "change is 3.2"),
      ("change = \"+3.2 %\"", "change = \"+0 %\"", 6, "change is +0 %"),
      ("change = \"+3.2 %\"", "change = 3.2", 6, "change is not a text"),
      ("change = \"+3.2 %\"", "change = \"+1 %\"\nto = 4", 2, "has several sizes"),
      ("change = \"+3.2 %\"", "what = \"x\"", 6, "what does not go with a metric"),
      ("change = \"+3.2 %\"", "finding = \"vanished\"", 4, "metric does not go with finding"),
      ("to = 3", "by = -1", 25, "by is not an amount"),
      ("to = 3", "to = -3", 25, "to is not an amount"),
      ("reason = \"a longer minus\"\n", "", 2, "gives no reason"),
      ("reason = \"a longer minus\"", "reason = \"\"", 7, "gives no reason"),
      ("reason = \"a longer minus\"", "reason = \"  \"", 7, "gives no reason"),
      ("reason = \"nobody uses it\"", "reason = \"\"", 19, "gives no reason"),
      ("expires = 2027-01-31\n", "", 2, "does not say when it ends"),
      ("expires = 2027-01-31", "expires = \"2027-01-31\"", 8, "expires is not a date"),
      ("expires = 2027-01-31", "expires = 2027-01-31T00:00:00Z", 8, "expires is not a date"),
      ("expires = 2027-01-31", "expires = 2027-02-30", 8, "not valid TOML"),
      ("expires = 2027-01-31", "expiry = 2027-01-31", 8, "expiry is not known here"),
      (
        "finding = \"vanished\"", "finding = \"improved\"", 17,
        "this finding cannot be acknowledged so"
      ),
      (
        "finding = \"vanished\"", "finding = \"regressed\"", 17,
        "this finding cannot be acknowledged so"
      ),
      ("unformatted/int/en_US/9/type", "unformatted/*", 16, "a glob for what vanished"),
      ("what = \"cell\"\n", "", 15, "does not say what it accepts"),
      ("[[acknowledgement]]", "[[acknowledgment]]", 2, "acknowledgment is not known here"),
    ])
  func damage(_ old: String, _ new: String, _ line: Int, _ problem: String) throws {
    let damaged = Self.text.replacing(old, with: new, maxReplacements: 1)
    let error = try #require(throws: Problem.self) {
      try Thresholds(toml: damaged, file: "t.toml")
    }
    #expect(error.description.hasPrefix("t.toml:\(line): "), "\(error)")
    #expect(error.description.contains(problem), "\(error)")
    #expect(!error.description.contains("\n"))
  }
}
