import FieldHost
import Foundation
import ReformatCombine
import ReformatCore
import Testing

/// Emissions and refreshes of both linked fields, keystroke by keystroke.
@Suite struct PublishedUpdateCycleTests {
  struct Cost: Equatable, CustomStringConvertible {
    var emissions: Int
    var bodies: Int
    var assignments = 0
    var description: String {
      "\(emissions) emissions, \(bodies) bodies, \(assignments) assignments"
    }
  }

  private func field(
    text: String = "", low: Int = 0, high: Int = 1_000_000, phases: PhaseMarker = PhaseMarker()
  ) -> PublishedField {
    PublishedField(
      strategy: PublisherTransform(
        locale: Locale(identifier: "en_US"), text: text, low: low, high: high, phases: phases),
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

  /// The text, then the limit: the body before the turn and the body after it.
  @Test func aNumberRefreshesItsFieldTwice() {
    let field = field()
    for key in "123" {
      #expect(cost(field) { $0.type(String(key)) } == Cost(emissions: 2, bodies: 2))
    }
  }

  /// Beside those of the field itself: the other limit, its text, and the limit again once that text is delivered.
  @Test func aLimitThatMovesTheOtherRefreshesBothFields() {
    let field = field(high: 10)
    #expect(cost(field) { $0.type("1") } == Cost(emissions: 5, bodies: 3, assignments: 1))
    #expect(field.textBeside == "11")
    #expect(cost(field) { $0.deleteBackward() } == Cost(emissions: 1, bodies: 1))
    #expect(cost(field) { $0.type("0") } == Cost(emissions: 2, bodies: 2))
    #expect(field.textBeside == "11", "low enough already")
  }

  /// The text, the text set back, and the limit written again once that is delivered.
  @Test func aTextThatIsSetBackIsDeliveredToo() {
    let field = field(text: "5", low: 5)
    #expect(cost(field) { $0.type("x") } == Cost(emissions: 3, bodies: 2, assignments: 1))
    #expect(field.text == "5")
  }

  @Test func anEmptiedFieldIsOneEmission() {
    let field = field(text: "5", low: 5)
    #expect(cost(field) { $0.deleteBackward() } == Cost(emissions: 1, bodies: 1))
  }

  @Test func returnDoesNothingButTakeTheTurn() {
    let field = field()
    field.type("1")
    #expect(cost(field) { $0.endEditing() } == Cost(emissions: 0, bodies: 0))
    field.queue(TextEdit(range: 1..<1, replacement: "2"))
    #expect(cost(field) { $0.endEditing() } == Cost(emissions: 1, bodies: 1))
    #expect(field.value as? Int == 12)
  }

  /// Bodies coalesce: two texts are two bodies before the turn, and one after it.
  @Test func twoKeysBeforeTheTurnShareTheBodyAfterIt() {
    let field = field()
    let queued = cost(field) {
      $0.queue(TextEdit(range: 0..<0, replacement: "1"))
      $0.queue(TextEdit(range: 1..<1, replacement: "2"))
    }
    #expect(queued == Cost(emissions: 2, bodies: 2))
    #expect(cost(field) { $0.takeTurns() } == Cost(emissions: 2, bodies: 1))
  }

  @Test func whatIsComposedIsPublishedOnce() {
    let field = field()
    let composing = cost(field) {
      $0.setMarkedText("1")
      $0.setMarkedText("12")
    }
    #expect(composing == Cost(emissions: 0, bodies: 0))
    #expect(field.text == "12")
    #expect(field.value as? Int == 0)
    #expect(cost(field) { $0.unmarkText() } == Cost(emissions: 2, bodies: 2))
    #expect(field.value as? Int == 12)
  }

  @Test func theRawTextIsShownBeforeTheTurn() {
    let recorder = PhaseRecorder()
    let field = field(text: "5", low: 5, phases: PhaseMarker(observer: recorder))
    field.type("x")
    #expect(recorder.entered == [.refresh, .parse, .format, .parse, .refresh])
  }
}
