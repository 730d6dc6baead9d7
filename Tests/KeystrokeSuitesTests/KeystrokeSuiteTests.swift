import BenchmarkModel
import BenchmarkWorker
import CombineSuites
import FieldHost
import Foundation
import KeystrokeSuites
import ReformatCore
import Testing

@Suite struct KeystrokeSuiteTests {
  private let suite = KeystrokeSuite(
    name: "Test",
    strategies: [
      .unformatted, .formatOnCommit, .delegateFilter, .onChangeReformat, .partialString,
    ],
    matrix: [
      .init(
        strategies: ["delegate-filter"], values: ["int"], locales: ["en_US"], lengths: [9],
        scripts: ["type"])
    ])

  @Test func aUsersOwnStrategyIsMeasuredLikeAnyOther() throws {
    /// A strategy that only keeps digits.
    struct DigitsOnly: ReformatStrategy {
      var hosting: Hosting { .delegate }
      mutating func shouldChange(
        _ text: String, selection: Range<Int>, in ranges: [Range<Int>], to replacement: String,
        phases: PhaseMarker
      ) -> EditDecision<Int> {
        phases.measure(.filter) { replacement.allSatisfy(\.isNumber) ? .apply : .refuse }
      }
      mutating func textDidChange(_ text: String, value: Int?, phases: PhaseMarker)
        -> Reaction<Int>
      { Reaction(value: Int(text).map(ValueUpdate.set) ?? .clear) }
    }
    let suite = KeystrokeSuite(
      name: "Mine",
      strategies: [
        StrategyEntry("digits-only", values: [.int], promise: .asTyped) { _, phases in
          HeadlessField(strategy: DigitsOnly(), phases: phases)
        }
      ],
      matrix: [
        .init(
          strategies: ["digits-only"], values: ["int", "double"], locales: ["en_US"], lengths: [5],
          scripts: ["type"])
      ])
    let cells = suite.cells(matching: CellFilter())
    #expect(cells.map(\.id) == ["digits-only/int/en_US/5/type"], "double is not one of its values")
    let sessions = try suite.sessions(of: cells[0], seed: 1)
    let subject = sessions[0].makeSubject(phases: PhaseMarker())
    for index in 0..<sessions[0].keystrokeCount { subject.press(index) }
    #expect(sessions[0].keystrokeCount == 6)
    #expect(subject.updates?.refreshes == 5)
    #expect(sessions[0].mismatch == nil)
  }

  @Test func droppedActionsAreCounted() throws {
    /// A strategy that changes its own text each time.
    struct Restless: ReformatStrategy {
      var hosting: Hosting { .onChange }
      mutating func textDidChange(_ text: String, value: Int?, phases: PhaseMarker)
        -> Reaction<Int>
      { Reaction(text: text + "1") }
    }
    let suite = KeystrokeSuite(
      name: "Mine",
      strategies: [
        StrategyEntry("restless") { _, phases in
          HeadlessField(strategy: Restless(), phases: phases)
        }
      ],
      matrix: [])
    let cell = try #require(Cell(id: "restless/int/en_US/1/type"))
    let subject = try suite.sessions(of: cell, seed: 1)[0].makeSubject(phases: PhaseMarker())
    subject.press(0)
    #expect(subject.updates?.droppedActions == 1)
  }

  @Test(arguments: [
    "nobody/int/en_US/9/type", "delegate-filter/hex/en_US/9/type", "delegate-filter/int/xx/9/type",
    "delegate-filter/int/en_US/0/type", "delegate-filter/int/en_US/9/dictate",
    "delegate-filter/int/en_US/9/trace-none", "partial-string/hex/en_US/7/type",
  ])
  func aCellThatIsNotThereIsRefused(_ id: String) throws {
    let cell = try #require(Cell(id: id))
    #expect(throws: SuiteError.self) { try suite.sessions(of: cell, seed: 1) }
  }

  /// Checks that a colour has six digits, and that only strategies that list colours have cells with them.
  @Test func colourCellsAreOfSixDigitsAtTheMost() {
    func ids(_ filter: CellFilter) -> [String] { suite.cells(matching: filter).map(\.id) }
    let strategies = ["format-on-commit", "partial-string"]
    #expect(ids(CellFilter(value: ["hex"])) == strategies.map { "\($0)/hex/en_US/6/type" })
    #expect(
      ids(CellFilter(value: ["hex"], length: ["5...7"]))
        == strategies.flatMap { ["\($0)/hex/en_US/5/type", "\($0)/hex/en_US/6/type"] })
    #expect(ids(CellFilter(value: ["hex"], length: ["9"])) == [])
  }

  @Test(arguments: [
    "ar_EG@numbers=latn", "hi_IN@numbers=deva", "en_US@calendar=buddhist", "zh_TW", "ks_IN",
  ])
  func aLocaleMayCarryKeywords(_ locale: String) throws {
    let filter = CellFilter(strategy: ["format-on-commit"], locale: [locale])
    #expect(suite.problem(with: filter) == nil)
    let cells = suite.cells(matching: filter)
    #expect(cells.map(\.id) == ["format-on-commit/int/\(locale)/9/type"])
    #expect(Cell(id: cells[0].id) == cells[0])
    for session in try suite.sessions(of: cells[0], seed: DefaultSeed.value) {
      #expect(session.mismatch == nil)
    }
  }

  @Test func digitsAreThoseOfTheKeyword() throws {
    let cell = try #require(Cell(id: "delegate-filter/int/hi_IN@numbers=deva/9/paste"))
    let mismatch = try suite.sessions(of: cell, seed: 1).compactMap(\.mismatch).first
    #expect(mismatch?.expectedText.contains { ("०"..."९").contains($0) } == true)
  }

  @Test(arguments: [
    "xx_YY", "en_YY", "en_US@", "en_US@numbers=zzzz", "en_US@numbers", "fr_FR@numbers=hanidec",
    "@numbers=latn",
    "en-US-u-nu-latn", "",
  ])
  func whatIsNoLocaleIsSaid(_ locale: String) throws {
    let filter = CellFilter(locale: ["fr_FR", locale])
    #expect(suite.problem(with: filter)?.contains("list --locale all") == true)
    let cell = Cell(
      strategy: "delegate-filter", value: "int", locale: locale, length: 3, script: "type")
    #expect(throws: SuiteError.self) { try suite.sessions(of: cell, seed: 1) }
  }

  @Test func allLocalesAreThoseThatFoundationLists() {
    let filter = CellFilter(strategy: ["unformatted"], locale: ["all"])
    #expect(suite.locales(matching: filter) == Locale.availableIdentifiers.sorted())
    #expect(suite.problem(with: filter) == nil)
    #expect(
      suite.cells(matching: filter, in: "ja_JP").map(\.id) == ["unformatted/int/ja_JP/9/type"])
  }

  /// Checks that replaying a recorded session does the same as recording it, so that the timed work is the checked
  /// work.
  @Test(arguments: EditScript.allCases) func aReplayCountsTheSameEachTime(_ script: EditScript)
    throws
  {
    for strategy in [
      "unformatted", "format-on-commit", "delegate-filter", "onchange-reformat", "partial-string",
    ] where strategy != "unformatted" || ![.outside, .clamp, .locale].contains(script) {
      let cell = Cell(
        strategy: strategy, value: "double", locale: "fr_FR", length: 9, script: script.rawValue)
      for session in try suite.sessions(of: cell, seed: 7) {
        let totals = (0..<2).map { _ in
          let subject = session.makeSubject(phases: PhaseMarker())
          for index in 0..<session.keystrokeCount { subject.press(index) }
          return [subject.updates?.emissions, subject.updates?.refreshes]
        }
        #expect(totals[0] == totals[1])
      }
    }
  }

  /// Checks that the cells of the table of known defects are marked as wrong.
  @Test(arguments: [
    ("onchange-reformat/int/ar_EG/9/type", "digits of its own refused"),
    ("onchange-reformat/int/fa_IR/3/type", "digits of its own refused"),
    ("onchange-reformat/int/sv_SE/9/mixed", "minus of its own refused"),
    ("onchange-reformat/int/en_IN/9/edit-middle", "a one-digit group ends the number"),
    ("delegate-filter/int/en_US/9/backspace", "the value of an emptied field stays"),
    ("delegate-filter/double/en_US/9/paste", "a second decimal separator refused"),
    ("delegate-filter/int/he_IL/9/mixed", "a minus behind a mark refused"),
    ("partial-string/hex/en_US/3/type", "an invalid colour stays bound"),
    ("format-on-commit/int/en_US/9/outside", "a field that is edited is not reloaded"),
  ])
  func knownDefectsAreWrong(_ id: String, _ defect: String) throws {
    let cell = try #require(Cell(id: id))
    let sessions = try suite.sessions(of: cell, seed: DefaultSeed.value)
    #expect(sessions.contains { $0.mismatch != nil }, "\(defect)")
  }

  @Test(arguments: [
    "unformatted/double/ar_EG/18/mixed", "format-on-commit/int/ar_EG/18/mixed",
    "delegate-filter/int/ar_EG/18/type", "delegate-filter/int/sv_SE/15/mistype",
    "partial-string/hex/en_US/6/mixed", "format-on-commit/hex/en_US/6/type",
    "partial-string/int/ar_EG/18/mixed", "partial-string/int/sv_SE/15/mistype",
    "onchange-reformat/int/fr_FR/15/type", "onchange-reformat/int/en_US/9/mistype",
  ])
  func whatTheyDoRightIsRight(_ id: String) throws {
    let cell = try #require(Cell(id: id))
    for session in try suite.sessions(of: cell, seed: DefaultSeed.value) {
      #expect(session.mismatch == nil)
    }
  }
}
