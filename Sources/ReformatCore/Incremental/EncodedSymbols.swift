/// The symbols of a format as bytes of UTF-8 and widths in UTF-16 code units, made once a field.
final class EncodedSymbols: Sendable {
  /// One piece of text.
  struct Piece: Sendable {
    let utf8: [UInt8]
    let utf16Count: Int
    let scalars: [Unicode.Scalar]

    init(_ text: String) {
      utf8 = Array(text.utf8)
      utf16Count = text.utf16.count
      scalars = Array(text.unicodeScalars)
    }
  }

  /// What stands around the digits, and where the minus is in it.
  struct Affixes: Sendable {
    let prefix: Piece
    let suffix: Piece
    /// The minus with its marks in the prefix, in UTF-16 code units; empty where it is not there.
    let signInPrefix: Range<Int>
    /// The minus with its marks in the suffix.
    let signInSuffix: Range<Int>
  }

  let decimal: Piece
  let group: Piece
  let positive: Affixes
  let negative: Affixes
  /// What stands for a minus without digits: the minus with its marks.
  let loneSign: Piece
  /// The ten digits one after the other; all of a script are equally long.
  let digits: [UInt8]
  /// How long a digit is.
  let digitBytes: Int
  let digitUTF16Count: Int
  /// The first of the ten digits, which stand in a row in Unicode.
  let zero: Unicode.Scalar
  let groupSizes: [Int]
  let minimumGroupingDigits: Int
  /// Whether bytes can be copied as they are: ASCII digits.
  let isASCII: Bool

  init(_ format: IncrementalFormat) {
    decimal = Piece(format.decimalSeparator)
    group = Piece(format.groupingSeparator)
    positive = Self.affixes(format.affixes, minus: nil)
    negative = Self.affixes(format.negativeAffixes, minus: format.minus)
    let sign =
      Self.sign(in: format.negativeAffixes.prefix, minus: format.minus)
      ?? Self.sign(in: format.negativeAffixes.suffix, minus: format.minus)
    loneSign = Piece(sign?.text ?? format.minus)
    digits = format.digits.flatMap { Array(String($0).utf8) }
    digitBytes = String(format.digits[0]).utf8.count
    digitUTF16Count = String(format.digits[0]).utf16.count
    zero = String(format.digits[0]).unicodeScalars.first ?? "0"
    groupSizes = format.groupSizes
    minimumGroupingDigits = format.minimumGroupingDigits
    isASCII = zero == "0"
  }

  private static func affixes(_ affixes: IncrementalFormat.Affixes, minus: String?) -> Affixes {
    func range(_ text: String) -> Range<Int> {
      minus.flatMap { sign(in: text, minus: $0)?.utf16 } ?? 0..<0
    }
    return Affixes(
      prefix: Piece(affixes.prefix), suffix: Piece(affixes.suffix),
      signInPrefix: range(affixes.prefix), signInSuffix: range(affixes.suffix))
  }

  /// The minus in an affix with the bidi marks that touch it.
  private static func sign(in affix: String, minus: String) -> (utf16: Range<Int>, text: String)? {
    let scalars = Array(affix.unicodeScalars)
    guard let minus = minus.unicodeScalars.first, let place = scalars.firstIndex(of: minus)
    else { return nil }
    var lower = place
    while lower > 0, LocaleSymbols.isBidiMark(Character(scalars[lower - 1])) { lower -= 1 }
    var upper = place + 1
    while upper < scalars.count, LocaleSymbols.isBidiMark(Character(scalars[upper])) { upper += 1 }
    let start = scalars[..<lower].reduce(0) { $0 + $1.utf16.count }
    let text = String(String.UnicodeScalarView(scalars[lower..<upper]))
    return (start..<start + text.utf16.count, text)
  }
}

extension EncodedSymbols {
  /// How many separators stand less than `distance` digits to the left of the decimal point, where `significant`
  /// digits are grouped.
  func separators(below distance: Int, of significant: Int) -> Int {
    guard let primary = groupSizes.first, significant >= primary + minimumGroupingDigits
    else { return 0 }
    var reach = min(distance, significant)
    var count = 0
    for size in groupSizes.dropLast() {
      guard reach > size else { return count }
      reach -= size
      count += 1
    }
    return count + max(0, reach - 1) / groupSizes[groupSizes.count - 1]
  }

  /// The size of the n-th group from the decimal point, counted from 0.
  func groupSize(_ index: Int) -> Int { groupSizes[min(index, groupSizes.count - 1)] }
}
