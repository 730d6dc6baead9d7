import Foundation
import ReformatCore

/// A custom kind of value with its own rule, independent of the locale: a card number, a date, an account.
///
/// It defines which digits are typed, and what should be left. Scripts, traces and checks need no more:
///
/// ```swift
/// extension OwnValueKind {
///   static let card = OwnValueKind("card", digitLimit: 16) { meant, _ in
///     Expectation(text: grouped(meant.integer), value: .text(meant.integer))
///   }
/// }
/// ```
///
/// Two kinds with the same name count as the same kind.
public struct OwnValueKind: Sendable {
  /// The name in the `value` column and in filters.
  public let name: String
  /// The base of the digits that are typed: 10, or up to 36, with letters.
  public let radix: Int
  /// The maximum number of digits in a field; nil if there is no limit.
  public let digitLimit: Int?
  /// True if the locale's decimal separator may be typed.
  public let allowsFraction: Bool
  /// True if a minus may be typed, in front.
  public let allowsNegative: Bool
  /// The texts that may follow the digits; text typed at the end goes before them.
  public let suffixes: [String]

  private let rule: @Sendable (MeantNumber, Locale) -> Expectation
  private let whileTyping: (@Sendable (MeantNumber, Locale) -> Expectation)?

  /// Makes a kind of value.
  ///
  /// - Parameters:
  ///   - name: a name without a `/` that is none of this package's kinds.
  ///   - radix: the base of the digits; 10...36.
  ///   - digitLimit: the maximum number of digits in a field; scripts type no more at a time.
  ///   - allowsFraction: true if scripts type the locale's decimal separator, and two digits after it.
  ///   - allowsNegative: true if scripts type a minus.
  ///   - suffixes: the texts that may follow the digits.
  ///   - whileTyping: the same for a field that is typed into, if an incomplete number is shown or read in another way
  ///     then; by default `rule`.
  ///   - rule: the text and the value that should be left when editing ends, for the digits meant and the locale of the
  ///     cell. It is a reference to judge by, so it should share no code with a strategy. It is not called for a field
  ///     that was emptied: that one should be empty and have no value.
  public init(
    _ name: String, radix: Int = 10, digitLimit: Int? = nil, allowsFraction: Bool = false,
    allowsNegative: Bool = false, suffixes: [String] = [],
    whileTyping: (@Sendable (_ meant: MeantNumber, _ locale: Locale) -> Expectation)? = nil,
    rule: @escaping @Sendable (_ meant: MeantNumber, _ locale: Locale) -> Expectation
  ) {
    precondition(
      !name.isEmpty && !name.contains("/"), "a kind of value needs a name without a /: \(name)")
    precondition(
      ValueKind(rawValue: name) == nil, "\(name) is a kind of value of this package already")
    precondition((10...36).contains(radix), "the base of digits is 10...36, not \(radix)")
    precondition((digitLimit ?? 1) > 0, "\(name) must hold a digit")
    self.name = name
    self.radix = radix
    self.digitLimit = digitLimit
    self.allowsFraction = allowsFraction
    self.allowsNegative = allowsNegative
    self.suffixes = suffixes.filter { !$0.isEmpty }.sorted { $0.utf16.count > $1.utf16.count }
    self.whileTyping = whileTyping
    self.rule = rule
  }

  /// The state that the field should have after editing has ended.
  public func expectation(for meant: MeantNumber, locale: Locale) -> Expectation {
    meant.isEmpty ? Expectation(text: "", value: .none) : rule(meant, locale)
  }

  /// The state that the field should have while it is typed into.
  func expectationWhileTyping(_ meant: MeantNumber, locale: Locale) -> Expectation {
    meant.isEmpty ? Expectation(text: "", value: .none) : (whileTyping ?? rule)(meant, locale)
  }

  /// Reads the digits that a session means, in plain notation; nil if they are invalid for this kind.
  func meant(_ plain: String) -> MeantNumber? {
    if radix > 10 {
      guard plain.unicodeScalars.allSatisfy({ $0.isDigit(radix: radix) }) else { return nil }
      return MeantNumber(integer: plain)
    }
    guard let meant = MeantNumber(plain: plain), allowsFraction || meant.fraction == nil,
      allowsNegative || !meant.isNegative
    else { return nil }
    return meant
  }
}

extension OwnValueKind: Hashable {
  /// True if both have the same name.
  public static func == (a: OwnValueKind, b: OwnValueKind) -> Bool { a.name == b.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
