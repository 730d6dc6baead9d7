import FieldHost
import Foundation
import ReformatCore
import Testing

/// Tests of the table of counts per keystroke, and of the rules of the update cycle.
@Suite struct UpdateCycleTests {
  struct Cost: Equatable, CustomStringConvertible {
    var emissions: Int
    var actions: Int
    var bodies: Int
    var description: String { "\(emissions) emissions, \(actions) actions, \(bodies) bodies" }
  }

  private func cost(_ field: some HostedField, of keystroke: (any HostedField) -> Void) -> Cost {
    let before = field.counts
    keystroke(field)
    let counts = field.counts - before
    return Cost(
      emissions: counts.emissions, actions: counts.onChangeActions, bodies: counts.bodyEvaluations)
  }

  @Test(arguments: Fields.allCases) func onChangeTextNotRewritten(_ fields: Fields) {
    let field = fields.onChangeInt()
    field.typeEach("1")
    #expect(cost(field) { $0.typeEach("2") } == Cost(emissions: 2, actions: 1, bodies: 2))
    #expect(field.text == "12")
  }

  @Test(arguments: Fields.allCases) func onChangeTextRewritten(_ fields: Fields) {
    let field = fields.onChangeInt()
    field.typeEach("1234")
    #expect(field.text == "1,234")
    #expect(cost(field) { $0.typeEach("5") } == Cost(emissions: 3, actions: 2, bodies: 3))
    #expect(field.text == "12,345")
  }

  @Test(arguments: Fields.allCases) func onChangeCharacterRefused(_ fields: Fields) {
    let field = fields.onChangeInt()
    field.typeEach("12")
    #expect(cost(field) { $0.typeEach("x") } == Cost(emissions: 3, actions: 2, bodies: 3))
    #expect(field.text == "12")
  }

  @Test(arguments: Fields.allCases) func onChangeLoneMinus(_ fields: Fields) {
    let field = fields.onChangeInt()
    #expect(cost(field) { $0.typeEach("-") } == Cost(emissions: 1, actions: 1, bodies: 1))
    #expect(!field.showsError)
  }

  @Test(arguments: Fields.allCases) func delegateWritesOnceAndRefreshesOnce(_ fields: Fields) {
    let field = fields.delegateInt()
    for key in "1234567" {
      #expect(
        cost(field) { $0.typeEach(String(key)) } == Cost(emissions: 1, actions: 0, bodies: 1))
    }
    #expect(field.text == "1,234,567")
  }

  @Test(arguments: Fields.allCases) func delegateRejectionDoesNothingAtAll(_ fields: Fields) {
    let field = fields.delegateInt()
    field.typeEach("12")
    let before = (field.text, field.selection, field.valueDescription, field.counts)
    #expect(!field.type("x"))
    #expect((field.text, field.selection, field.valueDescription, field.counts) == before)
  }

  @Test(arguments: Fields.allCases) func delegateValueThatIsNotNewIsNotWritten(_ fields: Fields) {
    let field = fields.delegateDouble()
    field.typeEach("1")
    #expect(cost(field) { $0.typeEach(".") } == Cost(emissions: 0, actions: 0, bodies: 0))
    #expect(cost(field) { $0.typeEach("0") } == Cost(emissions: 0, actions: 0, bodies: 0))
    #expect(cost(field) { $0.typeEach("5") } == Cost(emissions: 1, actions: 0, bodies: 1))
    #expect(field.text == "1.05")
  }

  @Test func unformattedIsOneWriteAndOneRefresh() {
    let field = HeadlessField(strategy: Unformatted())
    #expect(cost(field) { $0.typeEach("1") } == Cost(emissions: 1, actions: 0, bodies: 1))
    field.typeEach("234x")
    #expect(field.text == "1234x")
    #expect(field.valueDescription == nil)
  }

  @Test func commitDoesNothingUntilEditingEnds() {
    let field = HeadlessField(
      strategy: FormatOnCommit(
        style: IntegerFormatStyle<Int>(locale: Locale(identifier: "fr_FR"))))
    #expect(cost(field) { $0.typeEach("1234") } == Cost(emissions: 0, actions: 0, bodies: 0))
    #expect(cost(field) { $0.endEditing() } == Cost(emissions: 1, actions: 0, bodies: 1))
    #expect(field.text == "1\u{202F}234")
    #expect(field.value as? Int == 1234)
    field.typeEach("x")
    field.endEditing()
    #expect(field.text == "1\u{202F}234", "a prefix is enough for Foundation to read a number")
  }

  @Test func aThirdActionOfOneUpdateIsDropped() {
    /// A strategy that changes its own text each time.
    struct Restless: ReformatStrategy {
      var hosting: Hosting { .onChange }
      mutating func textDidChange(_ text: String, value: Int?, phases: PhaseMarker)
        -> Reaction<Int>
      { Reaction(text: text + "1") }
    }
    let field = HeadlessField(strategy: Restless())
    field.typeEach("1")
    #expect(field.counts.onChangeActions == 2)
    #expect(field.counts.droppedActions == 1)
    #expect(field.text == "111")
  }

  @Test(arguments: Fields.allCases) func aTextFromCodeLeavesTheCaretAtItsEnd(_ fields: Fields) {
    let field = fields.delegateInt()
    field.typeEach("123")
    field.selection = 0..<0
    field.type("9")
    #expect(field.text == "9,123")
    #expect(field.selection == 5..<5)
    #expect(field.counts.textAssignments == 1)
  }

  @Test(arguments: Fields.allCases) func anEqualTextIsNotAssigned(_ fields: Fields) {
    let field = fields.onChangeInt()
    field.typeEach("12")
    field.selection = 1..<1
    field.type("5")
    #expect(field.text == "152")
    #expect(field.selection == 2..<2)
    #expect(field.counts.textAssignments == 0)
  }

  @Test(arguments: Fields.allCases) func rangeValidityShows(_ fields: Fields) {
    for field in [
      fields.onChangeInt(isInRange: { $0 <= 50 }), fields.delegateInt(isInRange: { $0 <= 50 }),
    ] {
      field.typeEach("5")
      #expect(!field.showsError)
      field.typeEach("1")
      #expect(field.showsError)
      field.deleteBackward()
      #expect(!field.showsError)
    }
  }

  @Test func backspaceDeletesSelectionOrCharacterBefore() {
    let field = HeadlessField(strategy: Unformatted(), text: "a😀b")
    field.selection = 3..<3
    field.deleteBackward()
    #expect(field.text == "ab")
    field.selection = 0..<2
    field.deleteBackward()
    #expect(field.text == "")
    #expect(!field.deleteBackward())
  }

  @Test func phasesAreMarkedInOrder() {
    final class Recorder: PhaseObserver {
      var current: Phase?
      var entered: [Phase] = []
      func switchPhase(to phase: Phase?) -> Phase? {
        if let phase { entered.append(phase) }
        defer { current = phase }
        return current
      }
    }
    let recorder = Recorder()
    let field = HeadlessField(
      strategy: DelegateFilter(
        style: IntegerFormatStyle<Int>(locale: Locale(identifier: "en_US")),
        rules: PublishedRules(locale: Locale(identifier: "en_US"), allowsFraction: false)),
      phases: PhaseMarker(observer: recorder))
    field.type("1")
    #expect(recorder.entered == [.filter, .parse, .format, .refresh])
  }

  /// Checks that the written text and the appended separator are announced one by one.
  @Test func aSeparatorThatIsPutBackIsAnEmissionOfItsOwn() {
    let field = Fields.published.onChangeDouble()
    field.typeEach("1")
    #expect(cost(field) { $0.typeEach(".") } == Cost(emissions: 3, actions: 1, bodies: 2))
    #expect(field.text == "1.")
    #expect(cost(field) { $0.endEditing() } == Cost(emissions: 2, actions: 1, bodies: 2))
    #expect(field.text == "1")
  }

  @Test func aWriteFromOutsideShowsWhereTheFieldIsReloaded() {
    for field in [
      Fields.published.delegateInt(), Fields.published.onChangeInt(), Fields.lean.delegateInt(),
      Fields.lean.onChangeInt(),
    ] {
      field.typeEach("12")
      field.write(34567)
      #expect(field.text == "34,567")
      #expect(field.value as? Int == 34567)
      field.write("no number")
      #expect(field.text == "34,567", "a value of another type is left out")
    }
  }

  @Test func aFieldThatFormatsOnCommitIsNotReloaded() {
    let field = HeadlessField(
      strategy: FormatOnCommit(style: IntegerFormatStyle<Int>(locale: Locale(identifier: "en_US"))))
    field.typeEach("12")
    field.write(34567)
    #expect(field.text == "12")
    #expect(field.value as? Int == 34567)
    field.endEditing()
    #expect(field.value as? Int == 12)
  }
}
