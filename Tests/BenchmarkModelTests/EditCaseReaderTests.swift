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

  /// A good line, but for what is named; nil leaves a key out.
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
          style: NumberStyle(decimalSeparator: ".", groupingSeparator: ",", groupSizes: [3]),
          before: "123", caret: 3, range: 3..<3, replacement: "4", key: .none, after: "1,234",
          caretAfter: 5)
      ])
  }

  @Test func whatIsTypedOverIsSelectedAndWhatIsDeletedIsNot() throws {
    let over = try parse(Self.line(["range": "[0, 2]"]))[0]
    #expect(over.selection == 0..<2)
    let deleted = try parse(
      Self.line(["range": "[2, 3]", "replacement": #""""#, "key": #""Backspace""#]))[0]
    #expect(deleted.selection == 3..<3)
  }

  static let damaged: [(String, String)] = [
    ("", "c.jsonl: is empty"),
    ("\n", "c.jsonl:1: is not one JSON object"),
    ("nonsense", "c.jsonl:1: is not one JSON object"),
    ("[1]", "c.jsonl:1: is not one JSON object"),
    (line() + "\n\n" + line(["id": #""2""#]), "c.jsonl:2: is not one JSON object"),
    (line() + "\n" + line(["id": #""2""#]).dropLast(), "c.jsonl:2: is not one JSON object"),
    (line() + "\n" + line(), #"c.jsonl:2: "id" must be its own, and is that of line 1"#),
    (line(["caretAfter": nil]), #"c.jsonl:1: "caretAfter" is missing"#),
    (line(["group": nil]), #"c.jsonl:1: "group" is missing"#),
    (line(["before": "12"]), #"c.jsonl:1: "before" must be a text"#),
    (line(["caret": "1.5"]), #"c.jsonl:1: "caret" must be a whole number"#),
    (line(["caret": "99999999999999999999"]), #"c.jsonl:1: "caret" must be a whole number"#),
    (line(["allowNegative": "1"]), #"c.jsonl:1: "allowNegative" must be true or false"#),
    (line(["maxFraction": #""2""#]), #"c.jsonl:1: "maxFraction" must be a whole number or null"#),
    (line(["maxFraction": "-1"]), #"c.jsonl:1: "maxFraction" must not be below 0"#),
    (line(["groupSizes": "[3, 0]"]), #"c.jsonl:1: "groupSizes" must be numbers above 0, or null"#),
    (line(["group": #""""#]), #"c.jsonl:1: "group" must be a separator, or null for none"#),
    (line(["decimal": #""""#]), #"c.jsonl:1: "decimal" must not be empty"#),
    (
      line(["key": #""Enter""#]),
      #"c.jsonl:1: "key" must be Backspace, Delete or empty, not "Enter""#
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

  @Test func bytesThatAreNoTextAreRefused() throws {
    let bytes = Data(Self.line().utf8) + [0x0A, 0x7B, 0xFF, 0x7D]
    let error = try #require(throws: EditCaseError.self) {
      try EditCaseReader.parse(bytes, file: "c.jsonl")
    }
    #expect(error.description == "c.jsonl:2: is not UTF-8")
  }

  @Test func aFileThatIsMissingIsNamed() throws {
    let error = try #require(throws: EditCaseError.self) { try EditCaseReader.read("no.jsonl") }
    #expect(error.description == "no.jsonl: cannot be read")
  }

  @Test func theObservedEditsAreRead() throws {
    let file = Bundle.module.bundleURL.appending(path: "Fixtures/live-edits.jsonl")
    let cases = try EditCaseReader.read(file.path)
    #expect(cases.count == 100)
    #expect(cases.count { $0.key == .backspace } == 27)
    #expect(cases.count { $0.caretAfter == nil } == 11)
  }
}
