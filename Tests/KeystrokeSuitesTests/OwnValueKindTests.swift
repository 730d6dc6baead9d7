import BenchmarkModel
import FieldHost
import Foundation
import KeystrokeSuites
import ReformatCore
import Testing

/// Tests of kinds of value with their own rule, as another package defines them.
@Suite struct OwnValueKindTests {
  private static let card = OwnValueKind("card", digitLimit: 16) { meant, _ in
    let groups = meant.integer.matches(of: /[0-9]{1,4}/).map(\.output)
    return Expectation(text: groups.joined(separator: " "), value: .text(meant.integer))
  }
  /// An account number: digits and capital letters.
  private static let account = OwnValueKind("account", radix: 36, digitLimit: 30) { meant, _ in
    Expectation(text: meant.integer.uppercased(), value: .text(meant.integer.uppercased()))
  }
  private static let weight = OwnValueKind(
    "weight", allowsFraction: true, allowsNegative: true, suffixes: [" kg"]
  ) { meant, locale in
    let number = Oracle(locale: locale.identifier).expectation(for: meant)
    return Expectation(
      text: number.text.map { $0.isEmpty ? "" : "\($0) kg" }, value: number.value)
  }

  /// A strategy that accepts digits and letters up to a limit, and refuses everything else.
  private struct Limited: ReformatStrategy {
    let limit: Int
    let radix: Int
    var hosting: Hosting { .delegate }

    mutating func shouldChange(
      _ text: String, selection: Range<Int>, in ranges: [Range<Int>], to replacement: String,
      phases: PhaseMarker
    ) -> EditDecision<String> {
      let count = text.utf16.count - ranges[0].count + replacement.utf16.count
      let isPlain = replacement.allSatisfy { Int(String($0), radix: radix) != nil }
      guard isPlain, count <= limit else { return .refuse }
      var new = text
      new.replace(utf16: ranges[0], with: replacement)
      return .replace(
        Reaction(text: new.uppercased(), value: new.isEmpty ? .clear : .set(new.uppercased())))
    }
  }

  private func mismatch(
    _ kind: OwnValueKind, _ script: EditScript, length: Int, variant: Int, locale: String = "en_US",
    _ field: HeadlessField, promise: Promise = .formatted
  ) -> Mismatch? {
    let workload = WorkloadContext(locale: locale, value: .own(kind))
    return script.session(
      value: .own(kind), symbols: workload.symbols, length: length, seed: 42, variant: variant
    ).record(on: field, promise: promise, workload: workload).mismatch
  }

  @Test(arguments: EditScript.typed, [1, 2, 29, 30])
  func noScriptTypesMoreThanTheFieldHolds(_ script: EditScript, _ length: Int) {
    for variant in 0..<16 {
      let field = HeadlessField(strategy: Limited(limit: length, radix: 36))
      let kind = OwnValueKind("account", radix: 36, digitLimit: length) { meant, _ in
        Expectation(text: meant.integer.uppercased(), value: .text(meant.integer.uppercased()))
      }
      #expect(mismatch(kind, script, length: length, variant: variant, field) == nil)
    }
  }

  @Test(arguments: EditScript.typed, [1, 4, 16])
  func theBookIsWhatWasTyped(_ script: EditScript, _ length: Int) {
    for kind in [Self.card, Self.account, Self.weight] {
      for variant in 0..<8 {
        let field = HeadlessField(strategy: Unformatted())
        #expect(
          mismatch(
            kind, script, length: length, variant: variant, locale: "de_DE", field,
            promise: .asTyped) == nil)
      }
    }
  }

  @Test func lettersOfTheBaseAreTyped() {
    let typed = (0..<64).map { variant in
      EditScript.type.session(
        value: .own(Self.account), symbols: .of("en_US"), length: 30, seed: 1, variant: variant
      ).meant.integer
    }
    #expect(Set(typed.joined()).count == 10 + 2 * 26)
  }

  /// Checks that a suffix stays behind the typed digits.
  @Test(arguments: EditScript.typed, ["en_US", "de_DE", "ar_EG"])
  func aSuffixStaysAtTheEnd(_ script: EditScript, _ locale: String) {
    var format = IncrementalFormat.number(Locale(identifier: locale))
    format.affixes.suffix = " kg"
    format.negativeAffixes.suffix = " kg"
    for variant in 0..<8 {
      let field = HeadlessField(strategy: IncrementalDelegate<Decimal>(format: format))
      let mismatch = mismatch(
        Self.weight, script, length: 9, variant: variant, locale: locale, field)
      #expect(mismatch == nil)
    }
  }

  @Test func theRuleJudgesTextAndValue() throws {
    let wrong = try #require(
      mismatch(
        Self.card, .type, length: 9, variant: 0,
        HeadlessField(strategy: Limited(limit: 16, radix: 10))))
    #expect(wrong.text == wrong.expectedText.filter { $0 != " " })
    #expect(wrong.expectedText.count == 11)
    #expect(wrong.value == wrong.expectedValue)
    // An emptied field is expected to be empty; the rule is not asked.
    #expect(
      Oracle(locale: "en_US", value: .own(Self.card)).expectation(for: MeantNumber())
        == Expectation(text: "", value: .none))
  }

  @Test func tracesNameTheKind() throws {
    func parse(_ value: String, _ meant: String) throws(EditCaseError) -> Trace {
      let edit = #"{"range": [0, 0], "replacement": "4111-1111"}"#
      return try TraceReader.parse(
        #"{"id": "t", "value": "\#(value)", "meant": "\#(meant)", "edits": [\#(edit)]}"#,
        file: "t.jsonl", own: [Self.card, Self.account, Self.weight])[0]
    }
    let trace = try parse("card", "41111111")
    #expect(trace.value == .own(Self.card))
    #expect(trace.length == 8)
    #expect(try parse("account", "DE89x").meant.integer == "DE89x")
    #expect(try parse("weight", "-12.5").meant == MeantNumber(plain: "-12.5"))
    for (value, meant, problem) in [
      ("card", "4111 1111", #""meant" must be digits, not"#),
      ("card", "-1", #""meant" must be digits, not"#),
      ("account", "DE-89", #""meant" must be digits of base 36, not"#),
      ("weight", "1,5", #""meant" must be a plain number like -1234.50, not"#),
      ("cards", "1", "card, account, weight, not \"cards\""),
    ] {
      let error = try #require(throws: EditCaseError.self) { try parse(value, meant) }
      #expect(error.description.contains(problem), "\(error)")
    }
  }
}
