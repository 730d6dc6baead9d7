import FieldHost
import Foundation
import ReformatCombine
import ReformatCore
import Testing

/// Tests of emissions and refreshes of the parent and both linked fields, keystroke by keystroke.
@Suite struct PublishedUpdateCycleTests {
  struct Cost: Equatable, CustomStringConvertible {
    var emissions: Int
    var bodies: Int
    var assignments = 0
    var description: String {
      "\(emissions) emissions, \(bodies) bodies, \(assignments) assignments"
    }
  }

  private func field(high: Int = 1_000_000, phases: PhaseMarker = PhaseMarker()) -> PublishedField {
    PublishedField(
      strategy: PublisherTransform(
        locale: Locale(identifier: "en_US"), model: LinkedLimits(low: 5, high: high),
        phases: phases),
      phases: phases)
  }

  private func cost(_ field: PublishedField, of keystroke: (PublishedField) -> Void) -> Cost {
    let before = field.counts
    keystroke(field)
    let counts = field.counts - before
    return Cost(
      emissions: counts.emissions, bodies: counts.bodyEvaluations,
      assignments: counts.textAssignments)
  }

  /// Counts the emissions of the text and the limit; the field's body before the turn, then the parent's and both
  /// fields'.
  @Test func aNumberEvaluatesTheParentAndBothFields() {
    let field = field()
    for key in "123" {
      #expect(cost(field) { $0.type(String(key)) } == Cost(emissions: 2, bodies: 4))
    }
  }

  /// Counts one emission more for the other limit, whose new text is assigned.
  @Test func aLimitThatMovesTheOtherIsOneEmissionMore() {
    let field = field(high: 30)
    #expect(cost(field) { $0.type("1") } == Cost(emissions: 3, bodies: 4, assignments: 1))
    #expect(field.text(of: .second) == "61")
    #expect(cost(field) { $0.deleteBackward() } == Cost(emissions: 2, bodies: 4))
    #expect(field.text(of: .second) == "61", "high enough already")
  }

  /// Counts the text, the text set back, and the limit that is written once that text is delivered.
  @Test func aTextThatIsSetBackIsDeliveredToo() {
    let field = field()
    let cost = cost(field) { $0.type("x") }
    #expect(cost.emissions == 3)
    #expect(cost.assignments == 1)
    #expect((4...5).contains(cost.bodies), "the text set back may share its refresh with the limit")
    #expect(field.text == "5")
  }

  @Test func anEmptiedFieldIsOneEmission() {
    let field = field()
    #expect(cost(field) { $0.deleteBackward() } == Cost(emissions: 1, bodies: 1))
  }

  @Test func returnDoesNothingButTakeTheTurn() {
    let field = field()
    field.type("1")
    #expect(cost(field) { $0.endEditing() } == Cost(emissions: 0, bodies: 0))
    field.queue(TextEdit(range: 2..<2, replacement: "2"))
    #expect(cost(field) { $0.endEditing() } == Cost(emissions: 1, bodies: 3))
    #expect(field.value as? Int == 512)
  }

  /// Checks that bodies coalesce: two texts give two bodies before the turn, and one of each after it.
  @Test func twoKeysBeforeTheTurnShareTheBodiesAfterIt() {
    let field = field()
    let queued = cost(field) {
      $0.queue(TextEdit(range: 1..<1, replacement: "1"))
      $0.queue(TextEdit(range: 2..<2, replacement: "2"))
    }
    #expect(queued == Cost(emissions: 2, bodies: 2))
    #expect(cost(field) { $0.takeTurns() } == Cost(emissions: 2, bodies: 3))
  }

  @Test func whatIsComposedIsPublishedOnce() {
    let field = field()
    let composing = cost(field) {
      $0.setMarkedText("1")
      $0.setMarkedText("12")
    }
    #expect(composing == Cost(emissions: 0, bodies: 0))
    #expect(field.text == "512")
    #expect(field.value as? Int == 5)
    #expect(cost(field) { $0.unmarkText() } == Cost(emissions: 2, bodies: 4))
    #expect(field.value as? Int == 512)
  }

  /// Counts a write from outside: the model's emission, the parent's body and both fields'.
  @Test func aWriteFromOutsideEvaluatesTheParent() {
    let field = field()
    #expect(cost(field) { $0.write(7) } == Cost(emissions: 1, bodies: 3, assignments: 1))
  }
}
