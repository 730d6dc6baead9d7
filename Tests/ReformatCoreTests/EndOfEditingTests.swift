import FieldHost
import Foundation
import ReformatCore
import Testing

/// Tests of the number that a field shows when editing has ended, in every locale, hosting and kind of value.
@Suite struct EndOfEditingTests {
  @Test(
    arguments: [
      ("007", 7), ("000", 0), ("0", 0), ("-0", 0), ("-007", -7), ("00.5", 0.5), ("-00.25", -0.25),
      ("0001234", 1234),
    ] as [(String, Decimal)])
  func zerosInFrontAndTheMinusOfAZeroGo(_ keys: String, _ number: Decimal) {
    for kind in NumberKind.everywhere where kind.name != .int || !keys.contains(".") {
      for field in kind.fields() {
        for key in keys { field.type(key == "." ? kind.point : String(key)) }
        field.endEditing()
        #expect(kind.problem(field, number) == nil, "\(keys)")
      }
    }
  }

  @Test func zerosOfTheFractionStayWithoutAMinus() {
    for kind in NumberKind.everywhere where kind.name == .double || kind.name == .decimal {
      let zero = kind.format.digits[0]
      for field in kind.fields() {
        for key in ["-", "0", "0", kind.point, "0", "0"] { field.type(key) }
        field.endEditing()
        #expect(field.text == "\(zero)\(kind.point)\(zero)\(zero)", "\(kind)")
        #expect(field.valueDescription == kind.value(0), "\(kind)")
      }
    }
  }
}
