import Foundation
import ReformatCore

/// A way in which Foundation here differs from Apple's, as it shows in a field.
///
/// A wrong text that is what one of them writes is said to be such: then the platform of the harness may be at fault, and not
/// the field. Tests hold each of them to the Foundation that is installed, and fail once it no longer differs.
struct PlatformDifference {
  /// The difference, in a clause.
  let words: String
  /// The texts that a value has here, and nowhere else.
  fileprivate let texts: @Sendable (Shown) -> Set<String>

  static let all = [currentLocale, groupsOfMoney, decimalsAsDoubles]

  /// Foundation for Linux has no user's settings, so `Locale.current` and a formatter without a locale are those of `en_001`,
  /// which has no currency.
  static let currentLocale = PlatformDifference(
    words: """
      the text is that of Locale.current, which is \(Locale.current.identifier) in this process, whatever the locale of the cell; \
      give the field its locale
      """
  ) { shown in
    var here = shown
    here.locale = .current
    return here.texts().subtracting(shown.texts())
  }

  /// `NumberFormatter` for money takes three digits for each group, also where the locale has groups of two.
  static let groupsOfMoney = PlatformDifference(
    words: """
      NumberFormatter writes money of this locale in groups of three on Linux; a currency's FormatStyle writes the locale's own
      """
  ) { shown in
    guard let code = shown.kind.currencyCode else { return [] }
    let style = Decimal.FormatStyle.Currency(code: code, locale: shown.locale)
    let elsewhere = [style, style.precision(.fractionLength(0...shown.kind.fractionLimit))]
    return shown.texts().subtracting(elsewhere.map { $0.format(shown.value.decimalValue) })
  }

  /// `NumberFormatter` reads an `NSDecimalNumber` as a `Double`, which is less for 5.73: rounding down takes a unit from it.
  static let decimalsAsDoubles = PlatformDifference(
    words: """
      NumberFormatter reads a decimal number as a Double on Linux, so rounding down takes one from its last digit
      """
  ) { shown in
    let down = [NumberFormatter.RoundingMode.down, .floor].flatMap { mode in
      shown.texts { $0.roundingMode = mode }
    }
    return Set(down).subtracting(shown.texts())
  }

  /// A value in a field.
  fileprivate struct Shown {
    var value: NSNumber
    var kind: ValueKind
    var locale: Locale

    /// The value as a `NumberFormatter` writes it, with the digits that it wants itself and with those of the kind, with
    /// and without zeros at the end.
    func texts(_ change: (NumberFormatter) -> Void = { _ in }) -> Set<String> {
      let formatter = NumberFormatter()
      formatter.locale = locale
      if let code = kind.currencyCode {
        formatter.numberStyle = .currency
        if locale != .current { formatter.currencyCode = code }
      } else {
        formatter.numberStyle = kind == .percent ? .percent : .decimal
      }
      change(formatter)
      var texts = [formatter.string(from: value)]
      formatter.minimumFractionDigits = 0
      formatter.maximumFractionDigits = kind.fractionLimit
      texts.append(formatter.string(from: value))
      if formatter.numberStyle == .decimal {
        // Told to write two digits, the style of decimals writes a third one that is no zero.
        formatter.numberStyle = .none
        (formatter.usesGroupingSeparator, formatter.groupingSize) = (true, 3)
        formatter.minimumIntegerDigits = 1
        formatter.minimumFractionDigits = min(kind.fractionLimit, 2)
        formatter.maximumFractionDigits = kind.fractionLimit
        texts.append(formatter.string(from: value))
      }
      return Set(texts.compactMap(\.self))
    }
  }

  /// Finds the difference that explains a wrong text.
  ///
  /// - Parameters:
  ///   - text: the text in the field.
  ///   - meant: the number that it should show.
  ///   - kind: the kind of value.
  ///   - locale: the identifier of the locale.
  /// - Returns: the difference, in a clause; nil if none explains it.
  static func explaining(
    _ text: String, of meant: MeantNumber, _ kind: ValueKind, in locale: String
  ) -> String? {
    let value: NSNumber? =
      switch meant.expectedValue(of: kind) {
      case .int(let int): NSNumber(value: int)
      case .double(let double): NSDecimalNumber(string: "\(double)")
      case .decimal(let decimal): NSDecimalNumber(decimal: decimal)
      default: nil
      }
    guard let value, !meant.isEmpty else { return nil }
    let shown = Shown(value: value, kind: kind, locale: Locale(identifier: locale))
    return all.first { $0.texts(shown).contains(text) }?.words
  }
}
