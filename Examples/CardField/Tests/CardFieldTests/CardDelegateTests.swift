import CardField
import FieldHost
import ReformatCore
import Testing

@Suite("A card number behind a delegate")
struct CardDelegateTests {
  private func field(_ digits: String = "", limit: Int = 16) -> HeadlessField {
    let field = HeadlessField(strategy: CardDelegate(limit: limit))
    if !digits.isEmpty { field.type(digits) }
    return field
  }

  @Test("Digits go into groups of four as they are typed, without a space at the end")
  func typed() {
    let field = field()
    let texts = "411111111".map { digit in
      field.type(String(digit))
      return field.text
    }
    #expect(
      texts == [
        "4", "41", "411", "4111", "4111 1", "4111 11", "4111 111", "4111 1111", "4111 1111 1",
      ])
    #expect(field.valueDescription == "411111111")
  }

  @Test(
    "A paste inserts its digits, whatever is between them",
    arguments: [
      "4111-1111-1111-1111", " 4111 1111 1111 1111\n", "Card: 4111111111111111.",
      "٤١١١١١١١١١١١١١١١", "4111\u{A0}1111\u{202F}1111\u{2009}1111",
    ])
  func pasted(_ text: String) {
    #expect(field(text).text == "4111 1111 1111 1111")
  }

  @Test("A field accepts as many digits as it has room for", arguments: [16, 19])
  func full(_ limit: Int) {
    let pasted = field(String(repeating: "12345678", count: 4), limit: limit)
    #expect(pasted.text.filter { $0 != " " } == "12345678123456781234567812345678".prefix(limit))
    let text = pasted.text
    #expect(!pasted.type("9"))
    #expect(pasted.text == text)
    // Replaced digits make room for new ones.
    pasted.selection = 0..<4
    pasted.type("99999")
    #expect(pasted.text == "9999" + text.dropFirst(4))
    #expect(pasted.selection == 4..<4)
  }

  @Test(
    "A text without digits is refused, and the selection stays",
    arguments: ["x", " ", "é", "😀"])
  func refused(_ key: String) {
    let field = field("12345")
    field.selection = 1..<3
    #expect(!field.type(key))
    #expect(field.text == "1234 5")
    #expect(field.selection == 1..<3)
  }

  @Test("Backspace behind a space deletes the digit before it")
  func backspaceOverSpace() {
    let field = field("123456")
    field.selection = 5..<5
    field.deleteBackward()
    #expect(field.text == "1235 6")
    #expect(field.selection == 3..<3)
  }

  @Test("Delete before a space deletes the digit behind it")
  func deleteOverSpace() {
    let field = field("123456")
    field.selection = 4..<4
    field.apply(TextEdit(range: 4..<5, replacement: ""))
    #expect(field.text == "1234 6")
    #expect(field.selection == 4..<4)
  }

  @Test("Backspace until nothing is left deletes one digit each, and the value with the last one")
  func emptied() {
    let field = field("1234567")
    for left in (0..<7).reversed() {
      field.deleteBackward()
      #expect(field.text.filter(\.isNumber) == "1234567".prefix(left))
    }
    #expect(field.text.isEmpty)
    #expect(field.valueDescription == nil)
  }
}
