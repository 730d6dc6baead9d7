import KeystrokeSuites

// The delegates are judged by these rules, so they share no code with them.
extension OwnValueKind {
  /// Whole dollars, in groups of three.
  static let dollars = OwnValueKind("dollars", digitLimit: 12) { meant, _ in
    let groups = String(meant.integer.reversed()).matches(of: /[0-9]{1,3}/).map(\.output)
    return Expectation(
      text: "$" + String(groups.joined(separator: ",").reversed()),
      value: Int(meant.integer).map(ExpectedValue.int) ?? .none)
  }

  /// A card number: up to 16 digits, in groups of four.
  static let card = OwnValueKind("card", digitLimit: 16) { meant, _ in
    let groups = meant.integer.matches(of: /[0-9]{1,4}/).map(\.output)
    return Expectation(text: groups.joined(separator: " "), value: .text(meant.integer))
  }

  /// A phone number of North America: area code, exchange and line, as far as they are typed.
  static let phone = OwnValueKind("phone-us", digitLimit: 10) { meant, _ in
    let parts = meant.integer.firstMatch(of: /^([0-9]{1,3})([0-9]{0,3})([0-9]{0,4})/)?.output
    guard let parts else { return Expectation(text: nil, value: .none) }
    let area = "(\(parts.1)" + (parts.2.isEmpty ? "" : ") \(parts.2)")
    return Expectation(
      text: area + (parts.3.isEmpty ? "" : "-\(parts.3)"), value: .text(meant.integer))
  }
}
