import BenchmarkModel
import Foundation
import ReformatCore

/// A custom kind of value with its own rule: a card number, a date, an account, a phone number.
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
/// Two kinds with the same name count as the same kind.
public struct OwnValueKind: Sendable {
  /// The text and value that should be left for the digits meant, in the locale of a cell; nil if neither can be told.
  public typealias Rule = @Sendable (_ meant: MeantNumber, _ locale: Locale) -> Expectation?
  /// Draws this many digits from the session's own source, so that sessions repeat.
  public typealias Digits = @Sendable (_ count: Int, _ random: inout SplitMix64) -> String

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
  /// True if a separator in front of the caret takes a Backspace of its own.
  public let separatorsTakeBackspaces: Bool

  /// Draws the digits of a number; nil if any will do.
  let digits: Digits?
  /// True for digits that may be in the field, complete or not.
  let accepts: @Sendable (String) -> Bool
  private let prefixes: [String]
  private let ownDigits: (@Sendable (String) -> Int)?
  let judgesEmpty: Bool
  private let rule: Rule
  private let whileTyping: Rule

  /// Makes a kind of value.
  ///
  /// - Parameters:
  ///   - name: a name without a `/` that is none of this package's kinds.
  ///   - radix: the base of the digits; 10...36.
  ///   - digitLimit: the maximum number of digits in a field; scripts type no more at a time.
  ///   - allowsFraction: true if scripts type the locale's decimal separator, and two digits after it.
  ///   - allowsNegative: true if scripts type a minus.
  ///   - digits: draws the digits of a number, such as a day of the calendar or a card number with its check digit; by
  ///     default any, the first not 0. It must return as many as it is asked for, which may be fewer than a whole number
  ///     has, and draw from its argument alone.
  ///   - accepts: returns true for digits that may be in the field, complete or not. Scripts type and delete nothing that
  ///     leaves others, so that a field may refuse these. By default all may.
  ///   - prefixes: the texts in front of the digits that have digits of their own, such as `+7`.
  ///   - suffixes: the texts that may follow the digits.
  ///   - ownDigits: returns the number of digits in front of those typed, if no prefix tells: of `€0.04` two.
  ///   - separatorsTakeBackspaces: true if a separator in front of the caret takes a Backspace of its own, as in a mask
  ///     whose caret may be behind a blank. Then Backspace is pressed until a digit is gone, at most once for each
  ///     separator and once more, and only the last of these keystrokes is judged.
  ///   - judgesEmpty: true if `rule` also says what an emptied field shows, such as `€0.00`. Otherwise it should be empty
  ///     and have no value.
  ///   - whileTyping: the same as `rule` for a field that is typed into, if an incomplete number is shown or read in
  ///     another way then; by default `rule`.
  ///   - rule: the text and the value that should be left when editing ends. It is a reference to judge by, so it should
  ///     share no code with a strategy. What it does not tell is not judged.
  public init(
    _ name: String, radix: Int = 10, digitLimit: Int? = nil, allowsFraction: Bool = false,
    allowsNegative: Bool = false, digits: Digits? = nil,
    accepts: @escaping @Sendable (_ digits: String) -> Bool = { _ in true },
    prefixes: [String] = [], suffixes: [String] = [],
    ownDigits: (@Sendable (_ text: String) -> Int)? = nil, separatorsTakeBackspaces: Bool = false,
    judgesEmpty: Bool = false, whileTyping: Rule? = nil, rule: @escaping Rule
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
    self.digits = digits
    self.accepts = accepts
    self.prefixes = Self.longestFirst(prefixes)
    self.suffixes = Self.longestFirst(suffixes)
    self.ownDigits = ownDigits
    self.separatorsTakeBackspaces = separatorsTakeBackspaces
    self.judgesEmpty = judgesEmpty
    self.whileTyping = whileTyping ?? rule
    self.rule = rule
  }

  private static func longestFirst(_ texts: [String]) -> [String] {
    texts.filter { !$0.isEmpty }.sorted { $0.utf16.count > $1.utf16.count }
  }

  /// The state that the field should have after editing has ended.
  public func expectation(for meant: MeantNumber, locale: Locale) -> Expectation {
    expectation(by: rule, meant, locale)
  }

  /// The state that the field should have while it is typed into.
  func expectationWhileTyping(_ meant: MeantNumber, locale: Locale) -> Expectation {
    expectation(by: whileTyping, meant, locale)
  }

  private func expectation(by rule: Rule, _ meant: MeantNumber, _ locale: Locale) -> Expectation {
    if meant.isEmpty && !judgesEmpty { return Expectation(text: "", value: .none) }
    return rule(meant, locale) ?? Expectation(text: nil, value: .unknown)
  }

  /// The number of digits in front of those typed, which the text has of itself.
  func ownDigits(of text: String) -> Int {
    if let prefix = prefixes.first(where: { text.hasPrefix($0) }) {
      return WorkloadContext.digits(in: prefix, radix: radix, upTo: .max).count
    }
    return ownDigits?(text) ?? 0
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
