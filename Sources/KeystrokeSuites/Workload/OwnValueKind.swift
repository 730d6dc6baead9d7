import Foundation
import ReformatCore

/// A kind of value with a rule of its own, which no locale's numbers follow: a card number, a date, an account.
///
/// It says which digits are typed, and what should be left. Scripts, traces and checks need no more:
///
/// ```swift
/// extension OwnValueKind {
///   static let card = OwnValueKind("card", digitLimit: 16) { meant, _ in
///     Expectation(text: grouped(meant.integer), value: .text(meant.integer))
///   }
/// }
/// ```
///
/// Two kinds of one name are taken for the same.
public struct OwnValueKind: Sendable {
  /// The name in the `value` column and in filters.
  public let name: String
  /// The base of the digits that are typed: 10, or up to 36, with letters.
  public let radix: Int
  /// How many digits a field holds at most, or nil where nothing limits them.
  public let digitLimit: Int?
  /// Whether the locale's decimal separator may be typed.
  public let allowsFraction: Bool
  /// Whether a minus may be typed, in front.
  public let allowsNegative: Bool
  /// What may stand behind the digits; what is typed at the end is typed before it.
  public let suffixes: [String]

  private let rule: @Sendable (MeantNumber, Locale) -> Expectation
  private let whileTyping: (@Sendable (MeantNumber, Locale) -> Expectation)?

  /// A kind of value.
  ///
  /// - Parameters:
  ///   - name: none of this package's kinds, and without a `/`.
  ///   - radix: the base of the digits; 10...36.
  ///   - digitLimit: the most digits that a field holds; scripts type no more at a time.
  ///   - allowsFraction: whether scripts type the locale's decimal separator, and two digits behind it.
  ///   - allowsNegative: whether scripts type a minus.
  ///   - suffixes: what may stand behind the digits.
  ///   - whileTyping: the same for a field that is typed into, if a number that is not complete is shown or read in
  ///     another way then; by default `rule`.
  ///   - rule: the text and the value that should be left when editing ends, for the digits meant and the locale
  ///     of the cell. It is a reference to judge by, so it should share no code with a strategy. It is not asked
  ///     about a field that was emptied: that one should be empty and have no value.
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

  /// What should stand in the field after editing has ended.
  public func expectation(for meant: MeantNumber, locale: Locale) -> Expectation {
    meant.isEmpty ? Expectation(text: "", value: .none) : rule(meant, locale)
  }

  /// What should stand in the field while it is typed into.
  func expectationWhileTyping(_ meant: MeantNumber, locale: Locale) -> Expectation {
    meant.isEmpty ? Expectation(text: "", value: .none) : (whileTyping ?? rule)(meant, locale)
  }

  /// Reads the digits that a session means, plainly written; nil where they are none of this kind.
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
  /// Whether both have the same name.
  public static func == (a: OwnValueKind, b: OwnValueKind) -> Bool { a.name == b.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
