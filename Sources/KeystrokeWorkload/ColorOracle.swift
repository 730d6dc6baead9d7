/// What should be left in a field for a hexadecimal colour, from a reference that shares no code with a strategy.
///
/// A colour is exactly six digits; its text has a `#` in front, its value has none, and the case of letters is
/// that of the keys. Anything else leaves nothing.
enum ColorOracle {
  /// What should stand in the field after editing has ended.
  static func expectation(for digits: String) -> Expectation {
    guard digits.wholeMatch(of: /[0-9A-Fa-f]{6}/) != nil else {
      return Expectation(text: "", value: .none)
    }
    return Expectation(text: "#\(digits)", value: .text(digits))
  }
}
