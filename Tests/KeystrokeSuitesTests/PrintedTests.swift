import FieldHost
import KeystrokeSuites
import ReformatCore
import Testing

private func makeField(_ locale: String, _ value: String, _ text: String) -> any HostedField {
  var configuration = FieldConfiguration(
    locale: locale, value: ValueKind(rawValue: value) ?? .double)
  configuration.text = text
  return StrategyEntry.incrementalDelegate.makeField(configuration, PhaseMarker())
}

// The tests that `keystroke-bench hunt delegate-filter --locale en_US --value double --keystrokes 20000` prints. They
// fail for that strategy; the engine passes them. KeystrokeBenchTests compares this file with the printed tests.

@Test func typing() {
  let field = makeField("en_US", "double", "")
  field.type("8573")
  #expect(field.text == "8,573")
  field.selection = 2..<3
  field.type("1")
  #expect(field.text == "8,173")
  field.type(".")
  #expect(field.text == "81.73")
  #expect(field.selection == 3..<3)
  #expect(field.valueDescription == "81.73")
}
@Test func sign() {
  let field = makeField("en_US", "double", "")
  field.type("9")
  #expect(field.text == "9")
  field.selection = 0..<1
  field.type("-")
  #expect(field.text == "-")
  #expect(field.selection == 1..<1)
  #expect(field.valueDescription == nil)
}
@Test func typingInside() {
  let field = makeField("en_US", "double", "")
  field.type("606680")
  #expect(field.text == "606,680")
  field.selection = 0..<0
  field.type("1")
  #expect(field.text == "1,606,680")
  #expect(field.selection == 1..<1)
  #expect(field.valueDescription == "1606680.0")
}
@Test func typingOver() {
  let field = makeField("en_US", "double", "")
  field.type("93.36")
  #expect(field.text == "93.36")
  field.selection = 1..<3
  field.type("1")
  #expect(field.text == "9,136")
  #expect(field.selection == 3..<3)
  #expect(field.valueDescription == "9136.0")
}
@Test func deleting() {
  let field = makeField("en_US", "double", "")
  field.type("9")
  #expect(field.text == "9")
  field.deleteBackward()
  #expect(field.text == "")
  #expect(field.valueDescription == nil)
}
@Test func deletingForward() {
  let field = makeField("en_US", "double", "7")
  field.selection = 0..<1
  field.deleteForward()
  #expect(field.text == "")
  #expect(field.valueDescription == nil)
}
@Test func ungrouped() {
  let field = makeField("en_US", "double", "9865")
  field.type(".")
  #expect(field.text == "9,865.")
  #expect(field.selection == 6..<6)
  #expect(field.valueDescription == "9865.0")
}
@Test func ending() {
  let field = makeField("en_US", "double", "")
  field.type("1")
  #expect(field.text == "1")
  field.type(".")
  #expect(field.text == "1.")
  field.endEditing()
  #expect(field.text == "1")
  #expect(field.valueDescription == "1.0")
}
@Test func ownText() {
  let field = makeField("en_US", "double", "")
  field.type("-92,587.2")
  #expect(field.text == "-92,587.2")
  #expect(field.selection == 9..<9)
  #expect(field.valueDescription == "-92587.2")
}
@Test func decimalShape() {
  let field = makeField("en_US", "double", "")
  field.type("70\u{3002}74")
  #expect(field.text == "70.74")
  #expect(field.selection == 5..<5)
  #expect(field.valueDescription == "70.74")
}
@Test func minusShape() {
  let field = makeField("en_US", "double", "")
  field.type("\u{207B}5")
  #expect(field.text == "-5")
  #expect(field.selection == 2..<2)
  #expect(field.valueDescription == "-5.0")
}
@Test func trailingHyphen() {
  let field = makeField("en_US", "double", "")
  field.setMarkedText("71/-")
  #expect(field.text == "71/-")
  #expect(field.selection == 4..<4)
}
@Test func range() {
  let field = makeField("en_US", "double", "")
  field.setMarkedText("79.2 - 57330.3")
  #expect(field.text == "79.2 - 57330.3")
  #expect(field.selection == 14..<14)
}
@Test func exponent() {
  let field = makeField("en_US", "double", "")
  field.setMarkedText("9e2")
  #expect(field.text == "9e2")
  #expect(field.selection == 3..<3)
}
@Test func parentheses() {
  let field = makeField("en_US", "double", "")
  field.setMarkedText("(6618.5)")
  #expect(field.text == "(6618.5)")
  #expect(field.selection == 8..<8)
}
@Test func abbreviation() {
  let field = makeField("en_US", "double", "")
  field.setMarkedText("kr. 4260")
  #expect(field.text == "kr. 4260")
  #expect(field.selection == 8..<8)
}
@Test func bothSeparators() {
  let field = makeField("en_US", "double", "")
  field.type("4.575,74")
  #expect(field.text == "4,575.74")
  #expect(field.selection == 8..<8)
  #expect(field.valueDescription == "4575.74")
}
@Test func repeatedSeparator() {
  let field = makeField("en_US", "double", "")
  field.type("20.937.623")
  #expect(field.text == "20,937,623")
  #expect(field.selection == 10..<10)
  #expect(field.valueDescription == "20937623.0")
}
@Test func loneSeparator() {
  let field = makeField("en_US", "double", "")
  field.type("1516,62")
  #expect(field.text == "1,516.62")
  #expect(field.selection == 8..<8)
  #expect(field.valueDescription == "1516.62")
}
