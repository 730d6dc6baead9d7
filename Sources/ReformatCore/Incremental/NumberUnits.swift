import Foundation

/// The marks that may be beside a number in a text that is pasted: the field's own prefix and suffix, and its currency.
///
/// A field without prefix and suffix takes any currency. What has another unit, as `50¢` has in a field of dollars, is
/// another number.
struct NumberUnits {
  let format: IncrementalFormat

  /// True if tokens beside a number are nothing, or one mark of these.
  func contain(_ tokens: ArraySlice<NumberToken>) -> Bool {
    let mark = Self.mark(tokens.map(\.scalar))
    guard !mark.isEmpty else { return tokens.allSatisfy(\.isSpace) }
    let own = [format.affixes.prefix, format.affixes.suffix]
      .map { Self.mark(Array($0.unicodeScalars)) }
    if own.contains(mark) { return true }
    if let code = format.currencyCode {
      return mark == code || Self.symbols(of: code).contains(mark)
    }
    return own == ["", ""] && Self.isCurrency(mark)
  }

  /// A text without spaces, points and marks of direction, and with one percent sign: `Rs. ` and `Rs` are one.
  private static func mark(_ scalars: [Unicode.Scalar]) -> String {
    let kept = scalars.filter {
      $0 != "." && !$0.properties.isWhitespace && $0.properties.generalCategory != .format
    }
    return String(
      String.UnicodeScalarView(
        kept.map { "\u{66A}\u{FF05}\u{FE6A}".unicodeScalars.contains($0) ? "%" : $0 }))
  }

  /// The symbols of a currency that are common everywhere: `$` and `US$`.
  private static func symbols(of code: String) -> [String] {
    [Decimal.FormatStyle.Currency.Configuration.Presentation.narrow, .standard].map { form in
      let style = Decimal.FormatStyle.Currency(code: code, locale: Locale(identifier: "en_001"))
        .precision(.fractionLength(0)).presentation(form)
      return mark(style.format(1).unicodeScalars.filter { $0.properties.numericType == nil })
    }
  }

  /// True for a code of ISO 4217, a sign of a currency, also with letters as in `NT$`, and the symbols that are letters.
  private static func isCurrency(_ mark: String) -> Bool {
    if mark.unicodeScalars.count == 1, mark != "\u{A2}",
      mark.unicodeScalars.first?.properties.generalCategory == .currencySymbol
    {
      return true
    }
    return letters.contains(mark) || codes.contains(mark)
  }

  private static let codes = Set(Locale.commonISOCurrencyCodes)

  /// The symbols of at least two characters that CLDR has for the currencies of its locales.
  ///
  /// `KM` is a length, and `K$`, `T$` are thousands and trillions of dollars, so they are none.
  private static let letters = Set(
    """
    $A $AR $AU $CA $CL $HK $MX $NZ $SG $UY $US A$ AR$ AU$ BB$ BD$ BM$ BN$ BR$ BS$ BZ$ Bds$ C$ CA$ CI$ CL$ CN¥ CO$ CU$ DO$ EC$ \
    EG£ E£ F$ FJ$ FK£ GB£ GY$ HK$ J$ JM$ JP¥ KY$ L$ L£ MOP$ MX$ N$ NA$ NT$ NZ$ R$ RD$ S$ SB$ SD£ SI$ SR$ S£ TT$ UK£ US$ UY$ WS$ \
    £E £GB £L ¥CN Afl B/ BsD Br Bs CF CFA Cg DA DT Db ETB FBu FC FCFA FCFP FG FR Fdj Fr Ft GHS Gs Ksh Kz Kč LS Le Lekë MTn Nfk Nu RF RM Rf \
    Rp Rs S/ SR TSh UM USh VT ZK den kr lei soʻm zł КМ ден лв сом сўм руб грн أم جس جم دأ دإ دب دت دج دع دك دل دم رس رع رق \
    ري ریال لس لل नेरू रू රු ብር
    """.split { $0 == " " || $0 == "\n" }.map(String.init))
}
