import BenchmarkModel
import FieldHost
import Foundation
import KeystrokeSuites
import ReformatCore
import Testing

@Suite struct TraceReaderTests {
  private static let edit = #"{"range": [0, 0], "replacement": "12", "time": 0}"#

  /// Returns a session of these edits; a word is an event of the screen, or the key Return.
  private static func line(
    _ edits: [String] = [edit], id: String = "t", value: String = "int", meant: String = "12",
    _ more: String = ""
  ) -> String {
    let edits = edits.map { edit in
      if edit.hasPrefix("{") { return edit }
      return #"{"\#(edit == "Return" ? "key" : "screen")": "\#(edit)", "time": 0}"#
    }
    return #"{"id": "\#(id)", "value": "\#(value)", "meant": "\#(meant)", "#
      + #""edits": [\#(edits.joined(separator: ", "))]\#(more)}"#
  }

  private static func trace(_ edits: [String] = [edit]) throws -> Trace {
    try TraceReader.parse(line(edits) + "\n", file: "t.jsonl")[0]
  }

  @Test func readsATrace() throws {
    let trace = try Self.trace()
    #expect(trace.locale == "en_US")
    #expect(trace.length == 2)
    #expect(trace.script == "trace-t")
    #expect(trace.edits == [TextEdit(range: 0..<0, replacement: "12")])
  }

  static let damaged: [(String, String)] = [
    ("", "t.jsonl: is empty"),
    (line([]), #"t.jsonl:1: "edits" must not be empty"#),
    (line(["appear"]), "t.jsonl:1: has no edit"),
    (line(id: "t/u"), #"t.jsonl:1: "id" must be a name"#),
    (
      line(value: "float"),
      #"t.jsonl:1: "value" must be one of int, double, double-2, double-3, decimal, currency, percent, hex, "#
    ),
    (line(meant: "1,2"), #"t.jsonl:1: "meant" must be a plain number"#),
    (
      line(value: "hex", meant: "12g"), #"t.jsonl:1: "meant" must be hexadecimal digits, not "12g""#
    ),
    (line([edit], #", "dropped": -1"#), #"t.jsonl:1: "dropped" must not be below 0"#),
    (line([edit], #", "valid": [2, 1]"#), #"t.jsonl:1: "valid" must be two numbers"#),
    (line() + "\n" + line(["Tab"], id: "u"), #"t.jsonl:2: "screen" must be one of appear"#),
    (
      line([#"{"range": [0, 1], "replacement": "", "selection": [1], "time": 0}"#]),
      #"t.jsonl:1: "selection" must be two numbers"#
    ),
    (
      line([#"{"range": [0, 0], "replacement": "1", "time": -1}"#]),
      #"t.jsonl:1: "time" must be seconds"#
    ),
    (
      line([#"{"range": [0, 0], "replacement": "1", "time": 2}"#, edit]),
      "t.jsonl:1: edit 2 is before 2.0"
    ),
    (line([edit, #"{"insert": "3"}"#]), #"t.jsonl:1: edit 2 is no "range" with"#),
  ]

  @Test(arguments: damaged) func refusesDamageWithFileAndLine(_ text: String, _ message: String)
    throws
  {
    let error = try #require(throws: EditCaseError.self) {
      try TraceReader.parse(text, file: "t.jsonl")
    }
    #expect(error.description.hasPrefix(message), "\(error)")
  }

  @Test func eventsStandAmongTheEdits() throws {
    let trace = try Self.trace([
      "appear", "keyboard-shows", Self.edit, "Return", "keyboard-hides", "disappear",
    ])
    #expect(
      trace.actions == [
        .screen(.appear), .screen(.keyboardShows), .replace(0..<0, by: "12"), .endEditing,
        .screen(.keyboardHides), .screen(.disappear),
      ])
    let field = HeadlessField(strategy: Unformatted())
    let recorded = trace.record(
      on: field, promise: .asTyped,
      workload: WorkloadContext(locale: trace.locale, value: trace.value))
    #expect(recorded.keystrokes == [.edit(trace.edits[0]), .endEditing])
    #expect(recorded.mismatch == nil)
  }

  @Test func aScreenMayAppearAgain() throws {
    let turn = ["appear", "keyboard-shows", "keyboard-hides", "disappear"]
    let trace = try Self.trace(turn + ["appear", Self.edit, "Return"])
    #expect(trace.actions.count { $0 == .screen(.appear) } == 2)
  }

  @Test func withoutAReturnItIsTheLastStep() throws {
    let trace = try Self.trace(["keyboard-shows", Self.edit])
    #expect(trace.actions.last == .endEditing)
    #expect(trace.actions.count == 3)
  }

  /// Edits and events, with the error that they cause.
  static let disordered: [([String], String)] = [
    (
      [edit, "appear"],
      #"1 is [0, 0] by "12", while the screen is not shown: "appear" was expected"#
    ),
    (["appear", "disappear", edit], "3 is [0, 0]"),
    (["keyboard-shows", "appear", edit], "1 is keyboard-shows, while the screen"),
    (["appear", "appear", edit], #"2 is "appear" of a screen that has appeared"#),
    ([edit, "disappear"], #"2 is "disappear" without an "appear""#),
    (
      ["appear", "keyboard-shows", edit, "disappear"],
      #"4 is "disappear" while the keyboard is shown"#
    ),
    (["keyboard-shows", "keyboard-shows", edit], #"2 is "keyboard-shows" while"#),
    (["keyboard-hides", edit], #"1 is "keyboard-hides" while no keyboard"#),
    (["Return", edit], #"2 is an edit without a Return after it"#),
  ]

  @Test(arguments: disordered) func refusesWhatCannotFollow(_ edits: [String], _ message: String)
    throws
  {
    let error = try #require(throws: EditCaseError.self) { try Self.trace(edits) }
    #expect(error.description.hasPrefix("t.jsonl:1: edit " + message), "\(error)")
  }

  @Test func aFolderThatIsMissingIsNamed() throws {
    let error = try #require(throws: EditCaseError.self) {
      try TraceReader.readAll(in: URL(filePath: "no-such-folder"))
    }
    #expect(error.description.hasPrefix("no-such-folder: is not a folder"))
  }

  /// Checks that the copy beside this test equals the traces that the default suite replays.
  @Test func fixturesAreTheShippedTraces() throws {
    let package = URL(filePath: #filePath).appending(path: "../../..").standardized
    #expect(
      try TraceReader.readAll(
        in: package.appending(path: "Benchmarks/KeystrokeBenchmarks/Traces"))
        == TraceReader.readAll(in: Bundle.module.bundleURL.appending(path: "Fixtures/Traces")))
  }

  /// Checks the oracle's limit of 38 digits: a number with one digit more does not pass silently.
  @Test func whatTheOracleCannotTellIsNoMatch() throws {
    func mismatch(_ digits: Int) throws -> Mismatch? {
      let number = String(repeating: "7", count: digits)
      let edit = #"{"range": [0, 0], "replacement": "\#(number)"}"#
      let trace = try TraceReader.parse(
        Self.line([edit], value: "decimal", meant: number), file: "t.jsonl")[0]
      let format = IncrementalFormat.number(Locale(identifier: "en_US"))
      return trace.record(
        on: HeadlessField(strategy: IncrementalDelegate<Decimal>(format: format)),
        promise: .formatted, workload: WorkloadContext(locale: trace.locale, value: trace.value)
      ).mismatch
    }
    #expect(try mismatch(38) == nil)
    #expect(try mismatch(39)?.expectedText == "(not known: more than 38 digits)")
  }

  /// Checks that each shipped trace makes sense when typed into a field that accepts every edit.
  @Test func shippedTracesAreReadAndTyped() throws {
    let folder = Bundle.module.bundleURL.appending(path: "Fixtures/Traces")
    let traces = try TraceReader.readAll(in: folder)
    #expect(traces.count == 36)
    #expect(Set(traces.map(\.locale)).count == 7)
    for trace in traces {
      let recorded = trace.record(
        on: HeadlessField(strategy: Unformatted()), promise: .asTyped,
        workload: WorkloadContext(locale: trace.locale, value: trace.value))
      #expect(recorded.keystrokes.count == trace.actions.count, "none is about a screen")
    }
  }
}
