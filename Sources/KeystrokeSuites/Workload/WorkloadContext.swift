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
      // Some locales write money with a separator of its own.
      symbols.decimalSeparator = oracle.decimalSeparator
    }
    self.symbols = symbols
    suffixes = oracle.suffixes
    self.value = value
  }

  /// The places of the first digits that were typed, at most `count`, in UTF-16 code units; those that the text has of
  /// itself are none of them.
  func digits(in text: String, upTo count: Int = .max) -> [Range<Int>] {
    let own = value.own?.ownDigits(of: text) ?? 0
    let all = ScriptStep.digits(
      in: text, radix: value.radix, upTo: count == .max ? .max : own + count)
    return own == 0 ? all : Array(all.dropFirst(own))
  }
}
