import FieldHost
import Foundation
import ReformatCore
import Testing

/// The table of counts a keystroke, and the rules of the update cycle around it.
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

  @Test func onChangeTextNotRewritten() {
    let field = Fields.onChangeInt()
    field.typeEach("1")
    #expect(cost(field) { $0.typeEach("2") } == Cost(emissions: 2, actions: 1, bodies: 2))
    #expect(field.text == "12")
  }

  @Test func onChangeTextRewritten() {
    let field = Fields.onChangeInt()
    field.typeEach("1234")
    #expect(field.text == "1,234")
    #expect(cost(field) { $0.typeEach("5") } == Cost(emissions: 3, actions: 2, bodies: 3))
    #expect(field.text == "12,345")
  }

  @Test func onChangeCharacterRefused() {
    let field = Fields.onChangeInt()
    field.typeEach("12")
    #expect(cost(field) { $0.typeEach("x") } == Cost(emissions: 3, actions: 2, bodies: 3))
    #expect(field.text == "12")
  }

  @Test func onChangeLoneMinus() {
    let field = Fields.onChangeInt()
    #expect(cost(field) { $0.typeEach("-") } == Cost(emissions: 1, actions: 1, bodies: 1))
    #expect(!field.showsError)
  }

  @Test func delegateWritesOnceAndRefreshesOnce() {
    let field = Fields.delegateInt()
    for key in "1234567" {
      #expect(
        cost(field) { $0.typeEach(String(key)) } == Cost(emissions: 1, actions: 0, bodies: 1))
    }
    #expect(field.text == "1,234,567")
  }

  @Test func delegateRejectionDoesNothingAtAll() {
    let field = Fields.delegateInt()
    field.typeEach("12")
    let before = (field.text, field.selection, field.valueDescription, field.counts)
    #expect(!field.type("x"))
    #expect((field.text, field.selection, field.valueDescription, field.counts) == before)
  }

  @Test func delegateValueThatIsNotNewIsNotWritten() {
    let field = Fields.delegateDouble()
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
    /// Never content with its own text.
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

  @Test func aTextFromCodeLeavesTheCaretAtItsEnd() {
    let field = Fields.delegateInt()
    field.typeEach("123")
    field.selection = 0..<0
    field.type("9")
    #expect(field.text == "9,123")
    #expect(field.selection == 5..<5)
    #expect(field.counts.textAssignments == 1)
  }

  @Test func anEqualTextIsNotAssigned() {
    let field = Fields.onChangeInt()
    field.typeEach("12")
    field.selection = 1..<1
    field.type("5")
    #expect(field.text == "152")
    #expect(field.selection == 2..<2)
    #expect(field.counts.textAssignments == 0)
  }

  @Test func rangeValidityShows() {
    let field = HeadlessField(
      strategy: OnChangeReformat(
        style: IntegerFormatStyle<Int>(locale: Locale(identifier: "en_US")),
        rules: EditingRules(symbols: .of("en_US"), allowsFraction: false)),
      isInRange: { $0 <= 50 })
    field.typeEach("5")
    #expect(!field.showsError)
    field.typeEach("1")
    #expect(field.showsError)
    field.deleteBackward()
    #expect(!field.showsError)
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
        rules: EditingRules(symbols: .of("en_US"), allowsFraction: false)),
      phases: PhaseMarker(observer: recorder))
    field.type("1")
    #expect(recorder.entered == [.filter, .parse, .format, .refresh])
  }
}
