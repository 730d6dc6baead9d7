import BenchmarkModel
import Foundation
import Testing

@Suite struct EditCaseReaderTests {
  private static let good: [String: String] = [
    "id": #""1""#, "kind": #""insert""#, "decimal": #"".""#, "group": #"",""#, "groupSizes": "[3]",
    "prefix": #""""#, "suffix": #""""#, "maxFraction": "null", "allowNegative": "true",
    "before": #""123""#, "caret": "3", "range": "[3, 3]", "replacement": #""4""#, "key": #""""#,
    "after": #""1,234""#, "caretAfter": "5",
  ]

  /// Returns a valid line with the named keys changed; nil removes a key.
  private static func line(_ changes: [String: String?] = [:]) -> String {
    let fields = good.merging(changes.filter { $0.value != nil }.mapValues { $0 ?? "" }) { $1 }
      .filter { field in changes[field.key] != .some(nil) }
    return "{" + fields.map { "\"\($0.key)\": \($0.value)" }.sorted().joined(separator: ", ") + "}"
  }

  private func parse(_ text: String) throws -> [EditCase] {
    try EditCaseReader.parse(Data(text.utf8), file: "c.jsonl")
  }

  @Test func readsACaseWhateverElseIsInIt() throws {
    let read = try parse(Self.line(["peer": #""someone""#]) + "\n")
    #expect(
      read == [
        EditCase(
          id: "1", kind: "insert",
          symbols: NumberStyle(decimalSeparator: ".", groupingSeparator: ",", groupSizes: [3]),
          before: "123", selection: 3..<3,
          steps: [.init(.replace(3..<3, by: "4"), after: "1,234", selectionAfter: 5..<5)])
      ])
  }

  @Test func whatIsTypedOverIsSelectedAndWhatIsDeletedIsNot() throws {
    let over = try parse(Self.line(["range": "[0, 2]"]))[0]
    #expect(over.selection == 0..<2)
    let deleted = try parse(
      Self.line(["range": "[2, 3]", "replacement": #""""#, "key": #""Backspace""#]))[0]
    #expect(deleted.selection == 3..<3)
  }

  @Test func theCaretIsMarkedAndALocaleGivesTheRest() throws {
    let read = try parse(
      #"{"locale": "de_DE", "before": "1.2|3|4", "insert": "5", "after": "1.25|4"}"# + "\n"
        + #"{"insert": "1", "valueAfter": null}"# + "\n"
        + #"{"insert": "1", "decimal": "/", "group": null, "after": "1"}"#)
    #expect(
      read[0]
        == EditCase(
          id: "line 1", locale: "de_DE", before: "1.234", selection: 3..<4,
          steps: [.init(.insert("5"), after: "1.254", selectionAfter: 4..<4)]))
    #expect(read[1].locale == "en_US" && read[1].steps[0].valueAfter == "")
    #expect(read[2].locale == nil)
    #expect(
      read[2].symbols
        == NumberStyle(decimalSeparator: "/", groupingSeparator: nil, groupSizes: [3]))
    let elsewhere = try EditCaseReader.parse(
      Data(#"{"insert": "1", "after": "1|"}"#.utf8), file: "c.jsonl", locale: "ar_EG")
    #expect(elsewhere[0].locale == "ar_EG")
  }

  @Test func aSessionIsAListOfEdits() throws {
    let read = try parse(
      #"{"id": "s", "before": "7", "edits": [{"type": "12", "after": "712|"}, "#
        + #"{"before": "7|12", "key": "Delete"}, "#
        + #"{"before": "72", "write": "5", "valueAfter": "5"}]}"#)
    #expect(
      read[0]
        == EditCase(
          id: "s", locale: "en_US", before: "7", selection: 1..<1,
          steps: [
            .init(.insert("1")), .init(.insert("2"), after: "712", selectionAfter: 3..<3),
            .init(.delete, selection: 1..<1, after: "72"), .init(.write("5"), valueAfter: "5"),
          ]))
  }

  /// Checks that the output of a failure can be pasted into a file.
  @Test(arguments: [
    #"{"id": "s", "locale": "de_DE", "value": "double", "before": "7|", "edits": [{"insert": "1", "after": "71|"}, {"key": "Backspace", "after": "7|", "valueAfter": null}], "meant": "7"}"#,
    #"{"id": "s", "decimal": ".", "group": null, "groupSizes": null, "prefix": "$", "suffix": "", "maxFraction": 2, "before": "$|1|", "insert": "\u00a0\"\u2212", "after": "$"}"#,
  ])
  func aLineIsWrittenAsItWasRead(_ line: String) throws {
    let read = try parse(line)[0]
    let state = FieldSnapshot(text: read.before, selection: read.selection, value: nil)
    let written = read.line(through: Array(repeating: state, count: read.steps.count + 1))
    #expect(written.replacing("\u{2212}", with: #"\u2212"#) == line)
    #expect(try parse(written) == [read])
  }

  static let damaged: [(String, String)] = [
    ("", "c.jsonl: is empty"),
    ("\n", "c.jsonl:1: is not one JSON object"),
    ("nonsense", "c.jsonl:1: is not one JSON object"),
    ("[1]", "c.jsonl:1: is not one JSON object"),
    (line() + "\n\n" + line(["id": #""2""#]), "c.jsonl:2: is not one JSON object"),
    (line() + "\n" + line(["id": #""2""#]).dropLast(), "c.jsonl:2: is not one JSON object"),
    (line() + "\n" + line(), #"c.jsonl:2: "id" must be its own, and is that of line 1"#),
    ("{}", "c.jsonl:1: has no edit"),
    (#"{"insert": "1"}"#, "c.jsonl:1: says nothing of what should be left"),
    (#"{"insert": "1", "key": "Delete", "after": ""}"#, #"c.jsonl:1: has "insert" and "key""#),
    (#"{"edits": [], "after": ""}"#, #"c.jsonl:1: "edits" must not be empty"#),
    (#"{"edits": [{"type": 1}], "after": ""}"#, #"c.jsonl:1: "type" has the wrong type"#),
    (#"{"insert": "1", "after": "|1|2|"}"#, #"c.jsonl:1: "after" may have one |"#),
    (#"{"insert": "1", "decimal": ".", "meant": "1"}"#, #"c.jsonl:1: "meant" needs the numbers"#),
    (#"{"key": "Enter", "after": ""}"#, #"c.jsonl:1: "key" must be one of Backspace, "#),
    (line(["before": "12"]), #"c.jsonl:1: "before" has the wrong type"#),
    (line(["caret": "1.5"]), #"c.jsonl:1: "caret" has the wrong type"#),
    (line(["caret": "99999999999999999999"]), #"c.jsonl:1: "caret" has the wrong type"#),
    (line(["allowNegative": "1"]), #"c.jsonl:1: "allowNegative" has the wrong type"#),
    (line(["maxFraction": #""2""#]), #"c.jsonl:1: "maxFraction" has the wrong type"#),
    (line(["maxFraction": "-1"]), #"c.jsonl:1: "maxFraction" must not be below 0"#),
    (line(["groupSizes": "[3, 0]"]), #"c.jsonl:1: "groupSizes" must be numbers above 0, or null"#),
    (line(["group": #""""#]), #"c.jsonl:1: "group" must be a separator, or null for none"#),
    (line(["decimal": #""""#]), #"c.jsonl:1: "decimal" must not be empty"#),
    (
      line(["key": #""Enter""#]),
      #"c.jsonl:1: "key" must be Backspace, Delete or empty beside "range", not "Enter""#
    ),
    (line(["range": "[1]"]), #"c.jsonl:1: "range" must be two numbers, ascending, not [1]"#),
    (line(["range": "[3, 1]"]), #"c.jsonl:1: "range" must be two numbers, ascending, not [3, 1]"#),
    (
      line(["range": "[0, 4]"]),
      #"c.jsonl:1: "range" must be in 0...3, the UTF-16 code units of "before", not 4"#
    ),
    (line(["range": "[-1, 0]"]), #"c.jsonl:1: "range" must be in 0...3"#),
    (line(["caret": "4"]), #"c.jsonl:1: "caret" must be in 0...3"#),
    (line(["caretAfter": "6"]), #"c.jsonl:1: "caretAfter" must be in 0...5"#),
    (
      line(["before": #""a😀b""#, "range": "[0, 2]"]),
      #"c.jsonl:1: "range" is inside a surrogate pair of "before""#
    ),
    (
      line(["before": #""a😀b""#, "caret": "2"]),
      #"c.jsonl:1: "caret" is inside a surrogate pair of "before""#
    ),
  ]

  @Test(arguments: damaged) func refusesDamageWithFileAndLine(_ text: String, _ message: String)
    throws
  {
    let error = try #require(throws: EditCaseError.self) { try parse(text) }
    #expect(error.description.hasPrefix(message), "\(error)")
  }

  @Test func theObservedEditsAreRead() throws {
    let file = Bundle.module.bundleURL.appending(path: "Fixtures/live-edits.jsonl")
    let cases = try EditCaseReader.read(file.path)
    #expect(cases.count == 100)
    #expect(cases.count { $0.steps[0].selectionAfter == nil } == 11)
  }
}
