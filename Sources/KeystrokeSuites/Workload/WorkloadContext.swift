import Foundation
import ReformatCore

/// The locale in which sessions are typed and checked, and the kind of value that they type.
public struct WorkloadContext: Sendable {
  /// The symbols with which the locale writes numbers of this kind.
  public let symbols: LocaleSymbols
  /// The texts that may follow a number of this kind, the longest first.
  let suffixes: [String]
  /// The kind of value.
  let value: ValueKind
  let oracle: Oracle

  /// The context of the locale with this identifier.
  public init(locale: String, value: ValueKind) {
    oracle = Oracle(locale: locale, value: value)
    var symbols = LocaleSymbols.of(locale)
    if var given = value.settings?.symbols {
      given.locale = symbols.locale
      symbols = given
    } else if value.currencyCode != nil {
      // Some locales write money with separators of its own.
      symbols.decimalSeparator = oracle.decimalSeparator
      if let separator = oracle.groupingSeparator {
        symbols.groupingSeparator = separator
        if symbols.groupSizes.isEmpty { symbols.groupSizes = [3] }
      }
    }
    self.symbols = symbols
    suffixes = oracle.suffixes
    self.value = value
  }

  /// The places of the first digits that were typed, at most `count`, in UTF-16 code units; those that the text has of
  /// itself are none of them.
  func digits(in text: String, upTo count: Int = .max) -> [Range<Int>] {
    let own = value.own?.ownDigits(of: text) ?? 0
    let all = Self.digits(
      in: text, radix: value.radix, upTo: count == .max ? .max : own + count)
    return own == 0 ? all : Array(all.dropFirst(own))
  }

  /// The ranges of the first digits of a text, at most `count`, in UTF-16 code units.
  static func digits(in text: String, radix: Int, upTo count: Int) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var offset = 0
    for scalar in text.unicodeScalars where ranges.count < count {
      let width = scalar.utf16.count
      if scalar.isDigit(radix: radix) { ranges.append(offset..<offset + width) }
      offset += width
    }
    return ranges
  }

  /// The end of a number in its text: before a suffix.
  func end(of text: String) -> Int {
    let suffix = suffixes.first { text.utf16.count > $0.utf16.count && text.hasSuffix($0) }
    return text.utf16.count - (suffix?.utf16.count ?? 0)
  }

  /// True if a key is the locale's separator of groups; any space is, if that is one.
  func isGroup(_ key: String) -> Bool {
    let group = symbols.groupingSeparator
    let isSpace = [key, group].allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isWhitespace) }
    return !symbols.groupSizes.isEmpty && key != symbols.decimalSeparator
      && (key == group || isSpace)
  }

  /// True if a key is a decimal separator: the locale's, or the point of a keypad.
  func isPoint(_ key: String) -> Bool { key == symbols.decimalSeparator || key == "." }

  /// The places of the minus, with the marks of direction that touch it, or of the parentheses of accounts; empty if
  /// there are none.
  func signs(in text: String) -> [Range<Int>] {
    var signs: [Range<Int>] = []
    var (start, hasSign, offset) = (0, false, 0)
    for scalar in text.unicodeScalars {
      let isSign = ["-", "\u{2212}", "(", ")"].contains(scalar)
      if !isSign, scalar.properties.generalCategory != .format {
        if hasSign { signs.append(start..<offset) }
        (start, hasSign) = (offset + scalar.utf16.count, false)
      }
      hasSign = hasSign || isSign
      offset += scalar.utf16.count
    }
    return hasSign ? signs + [start..<offset] : signs
  }

  /// The value that is written from outside; nil if the text is not a plain number of the kind.
  func value(of plain: String) -> ExpectedValue? {
    guard let number = MeantNumber(plain: plain, value: value) else { return nil }
    if case .own(let kind) = value {
      let locale = Locale(identifier: symbols.locale)
      let told = kind.expectation(for: number, locale: locale).value
      if told.any != nil { return told }
    }
    return number.expectedValue(of: value)
  }
}
