import Foundation
import ReformatCore

/// The number that a session means to leave behind, digit by digit as typed.
public struct MeantNumber: Hashable, Sendable {
  /// True if a minus was typed.
  public var isNegative: Bool
  /// The ASCII digits before the decimal separator; those of a colour, which may be letters; all digits of a till.
  public var integer: String
  /// The ASCII digits after it; nil if no separator was typed.
  public var fraction: String?

  /// Makes a number of digits; by default none at all, for an empty field.
  public init(isNegative: Bool = false, integer: String = "", fraction: String? = nil) {
    self.isNegative = isNegative
    self.integer = integer
    self.fraction = fraction
  }

  /// Reads a plain number, `-1234.50`; nil if the text is none.
  ///
  /// An empty text is an empty field.
  public init?(plain: String) {
    guard let match = plain.wholeMatch(of: /(-?)([0-9]*)(?:\.([0-9]*))?/) else { return nil }
    self.init(
      isNegative: !match.1.isEmpty, integer: String(match.2), fraction: match.3.map(String.init))
  }

  /// Reads the expected contents of a field of this kind: a plain number, hexadecimal digits, or the digits of a custom
  /// kind; nil if the text is none of these.
  public init?(plain: String, value: ValueKind) {
    switch value {
    case .hex:
      guard plain.wholeMatch(of: /[0-9A-Fa-f]*/) != nil else { return nil }
      self.init(integer: plain)
    case .own(let kind):
      guard let meant = kind.meant(plain) else { return nil }
      self = meant
    default:
      guard let meant = MeantNumber(plain: plain) else { return nil }
      self = value.entered(meant)
    }
  }

  /// True if there is nothing, not even a minus.
  public var isEmpty: Bool { !isNegative && integer.isEmpty && fraction == nil }

  /// The keys that type the number, one per character: ASCII digits, `-`, the locale's decimal separator.
  public func keys(_ symbols: LocaleSymbols) -> String {
    (isNegative ? "-" : "") + integer + (fraction.map { symbols.decimalSeparator + $0 } ?? "")
  }

  /// The number of digits and decimal separators.
  var keyCount: Int { integer.count + (fraction.map { $0.count + 1 } ?? 0) }

  /// True if there is a digit.
  var hasDigits: Bool { !integer.isEmpty || !(fraction ?? "").isEmpty }

  /// The number in its form after editing: no separator at its end, a digit at its start, no zeros in front of it, no minus
  /// if it is zero.
  var completed: MeantNumber {
    var completed = self
    if fraction?.isEmpty == true { completed.fraction = nil }
    let significant = integer.drop { $0 == "0" }
    completed.integer = significant.isEmpty ? "0" : String(significant)
    if completed.digits.allSatisfy({ $0 == "0" }) { completed.isNegative = false }
    return completed
  }

  /// The number in plain notation, with a digit before and after the point.
  var plain: String {
    let sign = isNegative ? "-" : ""
    let behind = fraction ?? ""
    return "\(sign)\(integer.isEmpty ? "0" : integer).\(behind.isEmpty ? "0" : behind)"
  }

  /// The value; nil if there are no digits.
  ///
  /// `Decimal` holds 38 digits; a longer number is nil, too.
  public var value: Decimal? {
    guard hasDigits, integer.count + (fraction ?? "").count <= 38 else { return nil }
    return Decimal(string: plain, locale: Locale(identifier: "en_US_POSIX"))
  }
}
