import BenchmarkModel
import BenchmarkWorker
import CombineSuites
import FieldHost
import KeystrokeSuites
import ReformatCore
import Testing

/// Tests that the hunt finds planted faults, and finds nothing in a correct engine.
@Suite struct HuntTests {
  /// The incremental engine with a fault: `spoil` changes its reaction, and returns false to refuse the edit.
  private struct Planted: ReformatStrategy {
    typealias Value = Double
    var hosting: Hosting { .delegate }
    var base: IncrementalDelegate<Double>
    let spoil: @Sendable (_ reaction: inout Reaction<Double>, _ typed: String) -> Bool

    mutating func shouldChange(
      _ text: String, selection: Range<Int>, in ranges: [Range<Int>], to replacement: String,
      phases: PhaseMarker
    ) -> EditDecision<Double> {
      let decision = base.shouldChange(
        text, selection: selection, in: ranges, to: replacement, phases: phases)
      guard case .replace(var reaction) = decision else { return decision }
      return spoil(&reaction, replacement) ? .replace(reaction) : .refuse
    }

    mutating func editingDidEnd(_ text: String, value: Double?, phases: PhaseMarker)
      -> Reaction<Double>
    { base.editingDidEnd(text, value: value, phases: phases) }

    mutating func text(for value: Double, phases: PhaseMarker) -> String? {
      base.text(for: value, phases: phases)
    }
  }

  private static func planted(
    _ name: String, _ spoil: @escaping @Sendable (inout Reaction<Double>, String) -> Bool
  ) -> StrategyEntry {
    StrategyEntry(name, values: [.double]) { configuration, phases in
      let text = configuration.text
      let base = IncrementalDelegate<Double>(format: configuration.incrementalFormat, text: text)
      return HeadlessField(
        strategy: Planted(base: base, spoil: spoil), text: text, value: base.value, phases: phases)
    }
  }

  private static let plants = [
    planted("caret-to-the-front") { reaction, _ in
      reaction.selection = 0..<0
      return true
    },
    planted("lost-key") { _, typed in typed != "7" },
    // The last digit is not grouped until another digit follows.
    planted("wrong-on-the-way") { reaction, _ in
      if reaction.text?.hasSuffix("3") == true {
        reaction.text = reaction.text?.filter { !",.’".contains($0) && !$0.isWhitespace }
      }
      return true
    },
  ]

  private let suite = KeystrokeSuite(
    name: "Test",
    strategies: [
      .incrementalDelegate, .incrementalOnChange(), .incrementalOnChange(usesSelection: true),
      .delegateFilter, .onChangeReformat, .formatOnCommit, .unformatted,
    ] + plants, matrix: [])

  private func hunt(
    _ strategy: String, keystrokes: Int = 20_000, locales: [String] = [], values: [String] = [],
    part: Int = 0
  ) throws -> Hunted {
    try suite.hunt(
      HuntRequest(
        strategy: strategy, locales: locales, values: values, seed: 7, part: part,
        keystrokes: keystrokes))
  }

  /// Every locale, and digits of other scripts: a few sessions in each, with some of the kinds and hostings.
  @Test(arguments: StrategyEntry.incrementalDelegate.values, 0..<3)
  func nothingIsFoundInAnEngineThatIsRight(_ kind: ValueKind, _ place: Int) throws {
    let hosting = ["delegate", "onchange", "onchange-selection"][place]
    let digits = ["hi_IN@numbers=deva", "bn_BD@numbers=beng", "th_TH@numbers=thai"]
    let locales = KnownLocales.listed + digits + ["ar_EG@numbers=latn"]
    let kinds = StrategyEntry.incrementalDelegate.values
    let offset = try #require(kinds.firstIndex(of: kind)) * 3 + place
    // There are more pairs of a kind and a hosting than parts, so each locale is some pair's.
    #expect(kinds.count * 3 >= 18)
    for part in stride(from: offset % 18, to: locales.count, by: 18) {
      let locale = locales[part]
      let hunted = try hunt(
        "incremental-\(hosting)", keystrokes: 40, locales: [locale], values: [kind.rawValue],
        part: part)
      #expect(hunted.findings.map(\.editCase.steps) == [], "\(locale)")
      #expect(hunted.keystrokes >= 40)
    }
  }

  @Test(arguments: ["caret-to-the-front", "lost-key", "wrong-on-the-way"])
  func whatIsPlantedIsFound(_ strategy: String) throws {
    let hunted = try hunt(strategy)
    let finding = try #require(hunted.findings.first)
    #expect(hunted.findings.allSatisfy { $0.editCase.steps.count <= 6 })
    #expect(finding.states.count == finding.editCase.steps.count + 1)
  }

  /// A fault that no edit between the same texts explains is found in a field that sees only texts, too.
  @Test(arguments: ["caret-to-the-front", "lost-key", "wrong-on-the-way"])
  func whatIsPlantedIsFoundInAFieldThatSeesTexts(_ strategy: String) throws {
    var entry = try #require(Self.plants.first { $0.name == strategy })
    entry.caret = .followsTexts
    let suite = KeystrokeSuite(name: "Test", strategies: [entry], matrix: [])
    let hunted = try suite.hunt(
      HuntRequest(strategy: strategy, locales: [], values: [], seed: 7, keystrokes: 20_000))
    #expect(hunted.findings.contains { $0.kind == .typing })
  }

  @Test func whatTextsDoNotTellIsCounted() throws {
    let (texts, selection) = (
      try hunt("incremental-onchange"), try hunt("incremental-onchange-selection")
    )
    #expect(texts.ambiguous > 0 && selection.ambiguous == 0)
  }

  @Test("The finding of a lost key is shortened to that key")
  func shrunk() throws {
    let hunted = try hunt("lost-key", locales: ["en_US"])
    let typing = try #require(hunted.findings.first { $0.kind == .typing })
    #expect(typing.editCase.steps.map(\.action) == [.insert("7")])
  }

  @Test(arguments: ["delegate-filter", "onchange-reformat", "format-on-commit", "lost-key"])
  func aFindingFailsAtItsLastStepWhenItIsReplayed(_ strategy: String) throws {
    let findings = try hunt(strategy).findings
    for finding in findings {
      let outcome = try suite.replay([finding.editCase], strategy: strategy, locales: [])[0]
      guard case .left(let states, let mismatch) = outcome else {
        Issue.record("\(finding.kind) is not tried")
        continue
      }
      #expect(states == finding.states)
      #expect(
        finding.editCase.firstWrongStep(in: states, mismatch: mismatch)
          == finding.editCase.steps.count - 1)
    }
    #expect(!findings.isEmpty)
  }

  @Test func aSeedFindsTheSameAgain() throws {
    #expect(try hunt("delegate-filter") == hunt("delegate-filter"))
    #expect(try hunt("delegate-filter") != hunt("delegate-filter", part: 1))
  }

  @Test func aKindIsFoundOnce() throws {
    let kinds = try hunt("delegate-filter", keystrokes: 50_000).findings.map(\.kind)
    #expect(Set(kinds).count == kinds.count)
  }

  @Test func whatCannotBeHuntedIsSaid() {
    #expect(
      throws: SuiteError(
        "unformatted leaves what is typed, so that nothing it does is wrong; hunt in one that formats"
      )
    ) {
      try hunt("unformatted")
    }
    let held = try? #require(throws: SuiteError.self) {
      try hunt("delegate-filter", values: ["currency"])
    }
    #expect(held?.description.hasPrefix("delegate-filter holds no currency; it holds int") == true)
    let unknown = try? #require(throws: SuiteError.self) { try hunt("nobody") }
    #expect(unknown?.description.hasPrefix("Test has no strategy nobody; it has ") == true)
    #expect(throws: SuiteError.self) { try hunt("delegate-filter", locales: ["xx_YY"]) }
  }

  /// A field of a kind of its own that takes every key, and has no text for values.
  private struct AnyKey: ReformatStrategy {
    let hosting = Hosting.onChange

    mutating func textDidChange(_ text: String, value: String?, phases: PhaseMarker)
      -> Reaction<String>
    {
      let digits = text.filter(\.isWholeNumber)
      return Reaction(value: digits.isEmpty ? .clear : .set(digits))
    }
  }

  /// Not at the next key; and that no written value is shown is no fault.
  @Test func aKeyThatAKindHasNoPlaceForIsWrongAtOnce() throws {
    let pin = OwnValueKind("pin") { meant, _ in
      Expectation(text: meant.integer, value: .text(meant.integer))
    }
    let suite = KeystrokeSuite(
      name: "Test", strategies: [StrategyEntry("any-key", of: pin) { AnyKey() }], matrix: [])
    let hunted = try suite.hunt(
      HuntRequest(
        strategy: "any-key", locales: ["en_US"], values: [], seed: 7, keystrokes: 5_000))
    #expect(hunted.findings.map(\.kind) == [.ownSeparator])
    #expect(hunted.findings.first?.editCase.steps.last?.action == .insert(","))
  }

  /// An onChange action sees what differs between two texts, and that lacks a parenthesis which both have.
  @Test func parenthesesThatArePastedOverOthersStay() throws {
    let kind = try #require(ValueKind(rawValue: "currency-accounting"))
    for entry in [StrategyEntry.incrementalDelegate, .incrementalOnChange()] {
      let field = entry.makeField(
        FieldConfiguration(locale: "ar_DZ", value: kind), PhaseMarker())
      field.type("-8")
      field.selection = 0..<field.text.utf16.count
      field.type("(4918)")
      #expect(field.valueDescription == "-4918", "\(entry.name): \(field.text)")
    }
  }

  /// Delete takes a letter of the prefix with its vowel sign, two code units.
  @Test func deleteBeforeAPrefixOfMarkedLettersTakesTheDigit() throws {
    let kind = try #require(ValueKind(rawValue: "currency-KWD"))
    for entry in [StrategyEntry.incrementalDelegate, .incrementalOnChange(usesSelection: true)] {
      let field = entry.makeField(
        FieldConfiguration(locale: "brx_IN", value: kind), PhaseMarker())
      field.type("12")
      field.selection = 0..<0
      field.deleteForward()
      #expect(field.valueDescription == "2", "\(entry.name): \(field.text)")
    }
  }
}
