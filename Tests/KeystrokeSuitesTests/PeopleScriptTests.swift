import BenchmarkModel
import BenchmarkWorker
import CombineSuites
import FieldHost
import Foundation
import KeystrokeSuites
import ReformatCombine
import ReformatCore
import Testing

/// The scripts that do what people and other code do besides typing: an engine that is right passes in every notation, and
/// planted faults are found.
@Suite struct PeopleScriptTests {
  private static let scripts = EditScript.allCases.filter { !EditScript.plain.contains($0) }

  private func sessions(
    _ strategy: StrategyEntry, _ cell: String, seed: UInt64 = 7
  ) throws -> [FieldSession] {
    let suite = KeystrokeSuite(name: "Test", strategies: [strategy], matrix: [])
    let cell = try #require(Cell(id: "\(strategy.name)/\(cell)"))
    return try suite.sessions(of: cell, seed: seed).map { try #require($0 as? FieldSession) }
  }

  private func mismatches(
    _ strategy: StrategyEntry, _ cell: String, seed: UInt64 = 7
  ) throws -> [Mismatch] {
    try sessions(strategy, cell, seed: seed).compactMap { try #require($0.judgement).mismatch }
  }

  // MARK: An engine that is right

  /// Every locale is some cell's; kinds and lengths are drawn.
  @Test(arguments: scripts) func theEngineIsRightInEveryNotation(_ script: EditScript) throws {
    var random = SplitMix64(seed: 20_261_126, "people", script.rawValue)
    let values = ["int", "double", "double-2", "decimal", "currency", "percent"]
    let locales = Locale.availableIdentifiers.sorted() + ["hi_IN@numbers=deva"]
    let cells = 40
    #expect(Self.scripts.count * 3 * cells > locales.count)
    var place = try #require(Self.scripts.firstIndex(of: script)) * 3 * cells
    for strategy in [
      StrategyEntry.incrementalDelegate, .incrementalOnChange(),
      .incrementalOnChange(usesSelection: true),
    ] {
      let suite = KeystrokeSuite(name: "Test", strategies: [strategy], matrix: [])
      for _ in 0..<cells {
        let cell = Cell(
          strategy: strategy.name, value: values[random.below(values.count)],
          locale: locales[place % locales.count], length: random.number(in: 1...15),
          script: script.rawValue)
        place += 1
        for session in try suite.sessions(of: cell, seed: random.next()) {
          let judgement = try #require(session.judgement)
          #expect(judgement.mismatch == nil, "\(cell.id)")
          #expect(judgement.keystrokes.count > 1)
        }
      }
    }
  }

  @Test(arguments: scripts) func aReplayLeavesWhatWasRecorded(_ script: EditScript) throws {
    for strategy in [StrategyEntry.incrementalDelegate, .onChangeReformat, .delegateFilter] {
      for session in try sessions(strategy, "double/de_DE/7/\(script.rawValue)") {
        let totals = (0..<2).map { _ in
          let subject = session.makeSubject(phases: PhaseMarker())
          for index in 0..<session.keystrokeCount { subject.press(index) }
          return [subject.updates?.emissions, subject.updates?.refreshes]
        }
        #expect(totals[0] == totals[1])
        let keystrokes = try #require(session.judgement?.keystrokes)
        #expect(keystrokes.count <= session.keystrokes.count)
      }
    }
  }

  // MARK: Planted faults

  enum Fault: String { case reformatsMarkedText, throwsCaretAway, doesNotClamp }

  /// The incremental engine with a fault.
  private struct Planted: ReformatStrategy {
    typealias Value = Int
    let fault: Fault
    var base: IncrementalDelegate<Int>

    var hosting: Hosting { .delegate }
    var leavesMarkedTextAlone: Bool { fault != .reformatsMarkedText }

    mutating func shouldChange(
      _ text: String, selection: Range<Int>, in ranges: [Range<Int>], to replacement: String,
      phases: PhaseMarker
    ) -> EditDecision<Int> {
      let decision = base.shouldChange(
        text, selection: selection, in: ranges, to: replacement, phases: phases)
      guard fault == .throwsCaretAway, case .replace(var reaction) = decision,
        replacement.count > 1
      else { return decision }
      // What was dropped is there, and the caret in front of it.
      reaction.selection = selection
      return .replace(reaction)
    }

    mutating func editingDidEnd(_ text: String, value: Int?, phases: PhaseMarker)
      -> Reaction<Int>
    { base.editingDidEnd(text, value: value, phases: phases) }

    mutating func text(for value: Int, phases: PhaseMarker) -> String? {
      fault == .doesNotClamp ? nil : base.text(for: value, phases: phases)
    }
  }

  private static func planted(_ fault: Fault) -> StrategyEntry {
    StrategyEntry(fault.rawValue, values: [.int]) { configuration, phases in
      let text = configuration.text
      let base = IncrementalDelegate<Int>(format: configuration.incrementalFormat, text: text)
      return HeadlessField(
        strategy: Planted(fault: fault, base: base), text: text, value: base.value, phases: phases)
    }
  }

  @Test(arguments: [
    (Fault.reformatsMarkedText, EditScript.compose), (.throwsCaretAway, .drop),
    (.doesNotClamp, .clamp),
  ])
  func aPlantedFaultIsFound(_ fault: Fault, _ script: EditScript) throws {
    for locale in ["en_US", "de_CH", "en_IN", "ar_EG", "sv_SE", "pl_PL", "he_IL", "my_MM"] {
      let strategy = Self.planted(fault)
      #expect(try !mismatches(strategy, "int/\(locale)/9/\(script.rawValue)").isEmpty, "\(locale)")
      // The script of another fault does not find it.
      #expect(try mismatches(strategy, "int/\(locale)/9/select").isEmpty, "\(locale)")
    }
  }

  // MARK: Composing

  @Test func whatIsComposedIsDoubledIfItIsReformatted() {
    let format = IncrementalFormat.number(Locale(identifier: "en_US"))
    let base = IncrementalDelegate<Int>(format: format, text: "123")
    let field = HeadlessField(
      strategy: Planted(fault: .reformatsMarkedText, base: base), text: "123", value: 123)
    for composed in ["4", "45", "456"] { field.setMarkedText(composed) }
    field.unmarkText()
    // As measured in Chromium: each step is put behind what the one before left.
    #expect(field.text == "123,445,456")
    #expect(field.markedText == nil)
  }

  @Test func aFieldThatIsToldAndWritesNothingKeepsTheMark() {
    let field = HeadlessField(strategy: Unformatted(), text: "12")
    for composed in ["3", "34", "5"] {
      field.setMarkedText(composed)
      #expect(field.text == "12" + composed && field.markedText?.range.lowerBound == 2)
    }
    field.unmarkText()
    #expect(field.text == "125" && field.markedText == nil && field.selection == 3..<3)
  }

  @Test func anOnChangeActionRunsAtEachStepOfComposing() {
    let store = OnChangeReformat(
      style: IntegerFormatStyle<Int>(locale: Locale(identifier: "en_US")),
      rules: PublishedRules(locale: Locale(identifier: "en_US"), allowsFraction: false))
    let field = HeadlessField(store: store)
    field.setMarkedText("1")
    field.setMarkedText("12")
    #expect(field.counts.onChangeActions == 2 && field.valueDescription == "12")
  }

  // MARK: Other moves

  /// A strategy that lets nothing be deleted is pressed a bounded number of times.
  @Test func backspaceUntilEmptyEnds() throws {
    struct Stubborn: ReformatStrategy {
      typealias Value = Never
      var hosting: Hosting { .delegate }
      mutating func shouldChange(
        _ text: String, selection: Range<Int>, in ranges: [Range<Int>], to replacement: String,
        phases: PhaseMarker
      ) -> EditDecision<Never> { replacement.isEmpty ? .refuse : .apply }
    }
    let stubborn = StrategyEntry("stubborn", values: [.int]) { _, phases in
      HeadlessField(strategy: Stubborn(), phases: phases)
    }
    let right = try sessions(.incrementalDelegate, "int/en_US/9/clear")
    for (session, right) in zip(try sessions(stubborn, "int/en_US/9/clear"), right) {
      // A minus and nine digits that stay.
      #expect(session.keystrokeCount == right.keystrokeCount - 1 + 2 * 10 + 2)
      #expect(session.judgement?.mismatch != nil)
    }
  }

  /// The history forgets a step that a strategy rewrote, and keeps one that it left alone.
  @Test func onlyWhatTheToolkitKnowsIsTakenBack() throws {
    func deletions(_ strategy: StrategyEntry) throws -> [Int] {
      try sessions(strategy, "double/en_US/9/undo").map { session in
        session.keystrokes.count {
          if case .edit(let edit) = $0 { edit.replacement.isEmpty } else { false }
        }
      }
    }
    // One Backspace is the script's own.
    #expect(try deletions(.incrementalDelegate) == [1, 1, 1, 1])
    #expect(try deletions(.incrementalOnChange()).allSatisfy { $0 > 1 })
    #expect(try mismatches(.unformatted, "double/en_US/9/undo").isEmpty)
  }

  @Test func aChangeOfLocaleShowsTheValueInTheOther() throws {
    for session in try sessions(.incrementalDelegate, "double/en_US/9/locale") {
      let field = session.makeField()
      for keystroke in session.keystrokes {
        let before = field.counts.emissions
        field.press(keystroke)
        #expect(field.counts.emissions >= before)
        guard case .other(.changeLocale(let locale, let value)) = keystroke else { continue }
        let number = try #require(value.plain.flatMap { MeantNumber(plain: $0) })
        let expected = Oracle(locale: locale, value: .double).expectation(for: number)
        #expect(field.text == expected.text)
      }
    }
  }

  @Test func fieldsHaveTheScriptsThatCanBePlayedInThem() throws {
    let kind = OwnValueKind("digits") { meant, _ in
      Expectation(text: meant.integer, value: .none)
    }
    let entry = StrategyEntry("digits", of: kind) { Unformatted() }
    let suite = KeystrokeSuite(
      name: "Test", strategies: [entry, .unformatted],
      matrix: [
        .init(
          strategies: ["digits"], values: ["digits"], locales: ["en_US"], lengths: [3],
          scripts: EditScript.allCases.map(\.rawValue)),
        .init(
          strategies: ["unformatted"], values: ["int"], locales: ["en_US"], lengths: [3],
          scripts: EditScript.allCases.map(\.rawValue)),
      ])
    let cells = suite.cells(matching: CellFilter())
    let plain = cells.filter { $0.strategy == "digits" }.map(\.script)
    #expect(Set(plain) == Set((EditScript.plain + [.clear]).map(\.rawValue)))
    // A field without a value shows nothing that code writes.
    let typed = cells.filter { $0.strategy == "unformatted" }.map(\.script)
    let all = EditScript.allCases.map(\.rawValue)
    #expect(Set(typed) == Set(all).subtracting(["outside", "clamp", "locale"]))
  }
}
