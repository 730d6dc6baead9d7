import CardField
import FieldHost
import ReformatCore
import Testing

@Suite("A card number in an onChange action")
struct CardOnChangeTests {
  @Test("A text that needs no spaces is written once, another one twice")
  func refreshes() {
    let field = HeadlessField(strategy: CardOnChange())
    let refreshes = "12345".map { digit in
      let before = field.counts
      field.type(String(digit))
      return (field.counts - before).bodyEvaluations
    }
    #expect(field.text == "1234 5")
    #expect(refreshes == [1, 1, 1, 1, 2])
  }

  @Test("A space that is deleted comes back, and the caret goes behind the text")
  func space() {
    let field = HeadlessField(strategy: CardOnChange())
    field.type("123456")
    field.selection = 5..<5
    field.deleteBackward()
    #expect(field.text == "1234 56")
    #expect(field.selection == 7..<7)
  }

  @Test("Letters and surplus digits are removed again")
  func filtered() {
    let field = HeadlessField(strategy: CardOnChange())
    field.type("4111-1111-1111-1111-9")
    field.type("x")
    #expect(field.text == "4111 1111 1111 1111")
    #expect(field.valueDescription == "4111111111111111")
  }
}
