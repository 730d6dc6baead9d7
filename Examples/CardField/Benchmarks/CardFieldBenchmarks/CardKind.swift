import KeystrokeSuites

extension OwnValueKind {
  /// A card number: up to 16 digits, groups of four, the same in every locale.
  ///
  /// The benchmark judges the strategies by this rule, so it shares no code with them.
  static let card = OwnValueKind("card", digitLimit: 16) { meant, _ in
    let groups = meant.integer.matches(of: /[0-9]{1,4}/).map(\.output)
    return Expectation(text: groups.joined(separator: " "), value: .text(meant.integer))
  }
}
