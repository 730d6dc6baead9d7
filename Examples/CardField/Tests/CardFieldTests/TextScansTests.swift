import CardField
import FieldHost
import ReformatCore
import Testing

@Suite("How often a keystroke reads a text from its start")
struct TextScansTests {
  /// Adds up the text scans of a field.
  private final class Scans: PhaseObserver {
    var count = 0

    func switchPhase(to phase: Phase?) -> Phase? { nil }

    func add(_ amount: Int, to metric: String) {
      if metric == "text_scans" { count += amount }
    }
  }

  @Test("The delegate reads five texts, and three for an edit that it refuses early")
  func delegate() {
    let scans = Scans()
    let field = HeadlessField(strategy: CardDelegate(), phases: PhaseMarker(observer: scans))
    field.type("4")
    #expect(scans.count == 5)
    field.selection = 0..<0
    field.type("x")
    #expect(scans.count == 9)
  }

  @Test("The onChange action reads the text once, and again after it has written one")
  func action() {
    let scans = Scans()
    let field = HeadlessField(strategy: CardOnChange(), phases: PhaseMarker(observer: scans))
    field.type("4")
    #expect(scans.count == 1)
    field.type("11111")
    #expect(field.text == "4111 11")
    #expect(scans.count == 3)
  }
}
