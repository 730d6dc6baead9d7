import BenchmarkModel
import FieldHost
import Foundation
import KeystrokeSuites
import KeystrokeTrace
import ReformatCore
import Testing

@Suite struct TraceReaderTests {
  private static let header = #"{"trace": "t", "locale": "en_US", "value": "int", "meant": "12"}"#
  private static let edit = #"{"range": [0, 0], "replacement": "12", "time": 0}"#

  @Test func readsATrace() throws {
    let trace = try TraceReader.parse("\(Self.header)\n\(Self.edit)\n", file: "t.jsonl")
    #expect(trace.name == "t")
    #expect(trace.length == 2)
    #expect(trace.script == "trace-t")
    #expect(trace.edits == [TextEdit(range: 0..<0, replacement: "12")])
  }

  static let damaged: [(String, String)] = [
    ("", "t.jsonl: is empty"),
    ("\(header)\n", "t.jsonl:1: is followed by no edit; give each a line"),
    ("{\n", "t.jsonl:1: is not one JSON object"),
    (#"{"trace": "t", "locale": "en_US", "value": "int"}"#, #"t.jsonl:1: "meant" is missing"#),
    (
      #"{"trace": "t/u", "locale": "en_US", "value": "int", "meant": "1"}"#,
      #"t.jsonl:1: "trace" must be a name"#
    ),
    (
      #"{"trace": "t", "locale": "en_US", "value": "float", "meant": "1"}"#,
      #"t.jsonl:1: "value" must be one of int, double, double-2, double-3, decimal, currency, percent, hex, "#
    ),
    (
      #"{"trace": "t", "locale": "en_US", "value": "int", "meant": "1,2"}"#,
      #"t.jsonl:1: "meant" must be a plain number"#
    ),
    (
      #"{"trace": "t", "locale": "en_US", "value": "hex", "meant": "12g"}"#,
      #"t.jsonl:1: "meant" must be hexadecimal digits, not "12g""#
    ),
    (
      #"{"trace": "t", "locale": "en_US", "value": "int", "meant": "1", "dropped": -1}"#,
      #"t.jsonl:1: "dropped" must not be below 0"#
    ),
    (
      #"{"trace": "t", "locale": "en_US", "value": "int", "meant": "1", "text": 1}"#,
      #"t.jsonl:1: "text" has the wrong type"#
    ),
    ("\(header)\n\(edit)\nnonsense\n", "t.jsonl:3: is not one JSON object"),
    ("\(header)\n\n\(edit)\n", "t.jsonl:2: is not one JSON object"),
    (
      "\(header)\n" + #"{"range": [3, 1], "replacement": "", "time": 0}"#,
      #"t.jsonl:2: "range" must be two numbers"#
    ),
    (
      "\(header)\n" + #"{"range": [0, 1], "replacement": "", "selection": [1], "time": 0}"#,
      #"t.jsonl:2: "selection" must be two numbers"#
    ),
    (
      "\(header)\n" + #"{"range": [1], "replacement": "", "time": 0}"#,
      #"t.jsonl:2: "range" must be two numbers"#
    ),
    (
      "\(header)\n" + #"{"range": "all", "replacement": "", "time": 0}"#,
      #"t.jsonl:2: "range" has the wrong type"#
    ),
    ("\(header)\n" + #"{"range": [0, 0], "time": 0}"#, #"t.jsonl:2: "replacement" is missing"#),
    (
      "\(header)\n" + #"{"range": [0, 0], "replacement": "1", "time": -1}"#,
      #"t.jsonl:2: "time" must be seconds"#
    ),
    (
      "\(header)\n" + #"{"range": [0, 0], "replacement": "1", "time": 2}"# + "\n\(edit)\n",
      "t.jsonl:3: time 0.0 is before 2.0"
    ),
  ]

  @Test(arguments: damaged) func refusesDamageWithFileAndLine(_ text: String, _ message: String)
    throws
  {
    let error = try #require(throws: TraceError.self) {
      try TraceReader.parse(text, file: "t.jsonl")
    }
    #expect(error.description.hasPrefix(message), "\(error)")
  }

  private static func event(_ name: String) -> String { #"{"event": "\#(name)", "time": 0}"# }

  @Test func eventsStandAmongTheEdits() throws {
    let lines = [
      Self.header, "appear", "keyboard-shows", Self.edit, "commit", "keyboard-hides", "disappear",
    ]
    .map { $0.hasPrefix("{") ? $0 : Self.event($0) }
    let trace = try TraceReader.parse(lines.joined(separator: "\n"), file: "t.jsonl")
    #expect(trace.events == [.appear, .keyboardShows, .commit, .keyboardHides, .disappear])
    #expect(trace.edits == [TextEdit(range: 0..<0, replacement: "12")])
    #expect(trace.session == trace.steps.map(\.step))
    let field = HeadlessField(strategy: Unformatted())
    let recorded = trace.record(
      on: field, promise: .asTyped,
      workload: WorkloadContext(locale: trace.locale, value: trace.value))
    #expect(recorded.keystrokes == [.edit(trace.edits[0]), .endEditing])
    #expect(recorded.mismatch == nil)
  }

  @Test func aScreenMayAppearAgain() throws {
    let turn = ["appear", "keyboard-shows", "keyboard-hides", "disappear"].map(Self.event)
    let lines = [Self.header] + turn + [Self.event("appear"), Self.edit, Self.event("commit")]
    let trace = try TraceReader.parse(lines.joined(separator: "\n"), file: "t.jsonl")
    #expect(trace.events.count { $0 == .appear } == 2)
  }

  @Test func withoutACommitReturnIsTheLastStep() throws {
    let lines = [Self.header, Self.event("keyboard-shows"), Self.edit]
    let trace = try TraceReader.parse(lines.joined(separator: "\n"), file: "t.jsonl")
    #expect(trace.session.last == .event(.commit))
    #expect(trace.session.count == 3)
  }

  /// Lines after the header, with the error that they cause.
  static let disordered: [([String], String)] = [
    (
      [edit, event("appear")],
      #"t.jsonl:2: an edit while the screen is not shown: "appear" was expected"#
    ),
    (
      [event("appear"), event("disappear"), edit],
      "t.jsonl:4: an edit while the screen is not shown"
    ),
    (
      [event("keyboard-shows"), event("appear"), edit],
      #"t.jsonl:2: "keyboard-shows" while the screen"#
    ),
    (
      [event("appear"), event("appear"), edit],
      #"t.jsonl:3: "appear" of a screen that has appeared"#
    ),
    ([edit, event("disappear")], #"t.jsonl:3: "disappear" without an "appear""#),
    (
      [event("appear"), event("keyboard-shows"), edit, event("disappear")],
      #"t.jsonl:5: "disappear" while the keyboard is shown"#
    ),
    (
      [event("keyboard-shows"), event("keyboard-shows"), edit],
      #"t.jsonl:3: "keyboard-shows" while"#
    ),
    ([event("keyboard-hides"), edit], #"t.jsonl:2: "keyboard-hides" while no keyboard"#),
    ([event("commit"), edit], #"t.jsonl:3: an edit without a "commit" after it"#),
    ([event("tap"), edit], #"t.jsonl:2: "event" must be one of appear, keyboard-shows, commit"#),
    ([#"{"event": 3, "time": 0}"#, edit], #"t.jsonl:2: "event" has the wrong type"#),
    ([#"{"event": "commit"}"#, edit], #"t.jsonl:2: "time" is missing"#),
    (
      [#"{"event": "commit", "range": [0, 0], "time": 0}"#, edit],
      #"t.jsonl:2: has an "event" and an edit"#
    ),
    ([event("appear")], "t.jsonl:1: is followed by no edit; give each a line"),
  ]

  @Test(arguments: disordered) func refusesWhatCannotFollow(_ lines: [String], _ message: String)
    throws
  {
    let error = try #require(throws: TraceError.self) {
      try TraceReader.parse(([Self.header] + lines).joined(separator: "\n"), file: "t.jsonl")
    }
    #expect(error.description.hasPrefix(message), "\(error)")
  }

  @Test func aFileThatIsMissingIsNamed() throws {
    let error = try #require(throws: TraceError.self) {
      try TraceReader.read(URL(filePath: "no-such-trace.jsonl"))
    }
    #expect(error.description == "no-such-trace.jsonl: cannot be read")
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
      let trace = try TraceReader.parse(
        #"{"trace": "t", "locale": "en_US", "value": "decimal", "meant": "\#(number)"}"# + "\n"
          + #"{"range": [0, 0], "replacement": "\#(number)", "time": 0}"#, file: "t.jsonl")
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
    #expect(traces.count == 37)
    #expect(Set(traces.map(\.locale)).count == 7)
    for trace in traces {
      let recorded = trace.record(
        on: HeadlessField(strategy: Unformatted()), promise: .asTyped,
        workload: WorkloadContext(locale: trace.locale, value: trace.value))
      #expect(recorded.keystrokes.count == trace.session.count, "none is about a screen")
    }
  }
}
