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

// The tests that `keystroke-bench hunt delegate-filter --locale en_US --value double --keystrokes 20000 --seed 2`
// prints. They fail for that strategy; the engine passes them. KeystrokeBenchTests compares this file with the printed tests.

@Test func typing() {
  let field = makeField("en_US", "double", "")
  field.type("3237")
  #expect(field.text == "3,237")
  field.selection = 1..<1
  field.type(".")
  #expect(field.text == "3.237")
  #expect(field.selection == 2..<2)
  #expect(field.valueDescription == "3.237")
}
@Test func sign() {
  let field = makeField("en_US", "double", "")
  field.type("6")
  #expect(field.text == "6")
  field.selection = 0..<0
  field.type("-")
  #expect(field.text == "-6")
  #expect(field.selection == 1..<1)
  #expect(field.valueDescription == "-6.0")
}
@Test func typingInside() {
  let field = makeField("en_US", "double", "")
  field.write(Double(798577))
  #expect(field.text == "798,577")
  field.selection = 0..<0
  field.type("1")
  #expect(field.text == "1,798,577")
  #expect(field.selection == 1..<1)
  #expect(field.valueDescription == "1798577.0")
}
@Test func typingOver() {
  let field = makeField("en_US", "double", "")
  field.type("400.31")
  #expect(field.text == "400.31")
  field.selection = 1..<4
  field.type("1")
  #expect(field.text == "4,131")
  #expect(field.selection == 3..<3)
  #expect(field.valueDescription == "4131.0")
}
@Test func deleting() {
  let field = makeField("en_US", "double", "")
  field.type("1")
  #expect(field.text == "1")
  field.deleteBackward()
  #expect(field.text == "")
  #expect(field.valueDescription == nil)
}
@Test func deletingForward() {
  let field = makeField("en_US", "double", "")
  field.type("1")
  #expect(field.text == "1")
  field.selection = 0..<1
  field.deleteForward()
  #expect(field.text == "")
  #expect(field.valueDescription == nil)
}
@Test func beforeMinus() {
  let field = makeField("en_US", "double", "")
  field.type("-9")
  #expect(field.text == "-9")
  field.selection = 0..<0
  field.type("1")
  #expect(field.text == "-19")
  #expect(field.selection == 2..<2)
  #expect(field.valueDescription == "-19.0")
}
@Test func ungrouped() {
  let field = makeField("en_US", "double", "802")
  field.selection = 0..<0
  field.type("1")
  #expect(field.text == "1,802")
  #expect(field.selection == 1..<1)
  #expect(field.valueDescription == "1802.0")
}
@Test func ending() {
  let field = makeField("en_US", "double", "")
  field.type("5")
  #expect(field.text == "5")
  field.type(".")
  #expect(field.text == "5.")
  field.endEditing()
  #expect(field.text == "5")
  #expect(field.valueDescription == "5.0")
}
@Test func ownText() {
  let field = makeField("en_US", "double", "")
  field.type("4,887.9")
  #expect(field.text == "4,887.9")
  #expect(field.selection == 7..<7)
  #expect(field.valueDescription == "4887.9")
}
@Test func decimalShape() {
  let field = makeField("en_US", "double", "")
  field.type("4189\u{FF61}81")
  #expect(field.text == "4,189.81")
  #expect(field.selection == 8..<8)
  #expect(field.valueDescription == "4189.81")
}
@Test func minusShape() {
  let field = makeField("en_US", "double", "")
  field.type("\u{207B}277.6")
  #expect(field.text == "-277.6")
  #expect(field.selection == 6..<6)
  #expect(field.valueDescription == "-277.6")
}
@Test func trailingHyphen() {
  let field = makeField("en_US", "double", "")
  field.setMarkedText("3.-")
  #expect(field.text == "3.-")
  #expect(field.selection == 3..<3)
}
@Test func range() {
  let field = makeField("en_US", "double", "")
  field.setMarkedText("2519 - 2685.3")
  #expect(field.text == "2519 - 2685.3")
  #expect(field.selection == 13..<13)
}
@Test func exponent() {
  let field = makeField("en_US", "double", "")
  field.setMarkedText("5e3")
  #expect(field.text == "5e3")
  #expect(field.selection == 3..<3)
}
@Test func parentheses() {
  let field = makeField("en_US", "double", "")
  field.setMarkedText("(48.6)")
  #expect(field.text == "(48.6)")
  #expect(field.selection == 6..<6)
}
@Test func abbreviation() {
  let field = makeField("en_US", "double", "")
  field.setMarkedText("Rs. 128")
  #expect(field.text == "Rs. 128")
  #expect(field.selection == 7..<7)
}
@Test func bothSeparators() {
  let field = makeField("en_US", "double", "")
  field.type("78.911,8")
  #expect(field.text == "78,911.8")
  #expect(field.selection == 8..<8)
  #expect(field.valueDescription == "78911.8")
}
@Test func repeatedSeparator() {
  let field = makeField("en_US", "double", "")
  field.type("388.771.622")
  #expect(field.text == "388,771,622")
  #expect(field.selection == 11..<11)
  #expect(field.valueDescription == "388771622.0")
}
@Test func loneSeparator() {
  let field = makeField("en_US", "double", "")
  field.type("6723,89")
  #expect(field.text == "6,723.89")
  #expect(field.selection == 8..<8)
  #expect(field.valueDescription == "6723.89")
}
@Test func zeroFraction() {
  let field = makeField("en_US", "double", "3")
  field.selection = 0..<1
  field.type("0,262")
  #expect(field.text == "0.262")
  #expect(field.selection == 5..<5)
  #expect(field.valueDescription == "0.262")
}
@Test func magnitude() {
  let field = makeField("en_US", "double", "")
  field.setMarkedText("298K")
  #expect(field.text == "298K")
  #expect(field.selection == 4..<4)
}
@Test func date() {
  let field = makeField("en_US", "double", "")
  field.setMarkedText("22/5/24")
  #expect(field.text == "22/5/24")
  #expect(field.selection == 7..<7)
}
@Test func address() {
  let field = makeField("en_US", "double", "")
  field.setMarkedText("0123 45 67 38")
  #expect(field.text == "0123 45 67 38")
  #expect(field.selection == 13..<13)
}
@Test func otherUnit() {
  let field = makeField("en_US", "double", "")
  field.setMarkedText("352x4")
  #expect(field.text == "352x4")
  #expect(field.selection == 5..<5)
}
@Test func pieceInside() {
  let field = makeField("en_US", "double", "")
  field.type("7.268622")
  #expect(field.text == "7.268622")
  field.type("914")
  #expect(field.text == "7.268622914")
  #expect(field.selection == 11..<11)
  #expect(field.valueDescription == "7.268622914")
}
