/// The symbols of a format as bytes of UTF-8 and widths in UTF-16 code units, made once a field.
///
/// Each key reads plain numbers alone: reading an array of a class would count a reference.
final class EncodedSymbols: Sendable {
  /// One piece of text.
  struct Piece: Sendable {
    let stamp: Stamp
    let utf16Count: Int
    let scalars: [Unicode.Scalar]

    init(_ text: String) {
      stamp = Stamp(text)
      utf16Count = text.utf16.count
      scalars = Array(text.unicodeScalars)
    }
  }

  /// The texts before and behind the digits.
  struct Affixes: Sendable {
    let prefix: Piece
    let suffix: Piece
    let widths: AffixWidths
  }

  /// The widths of affixes and the place of the minus in them, in UTF-16 code units; plain numbers, which are cheap to pass
  /// on.
  struct AffixWidths: Sendable {
    let prefix: Int
    let suffix: Int
    /// The minus or the parenthesis with its marks in the prefix; empty if there is none.
    let signInPrefix: Range<Int>
    /// The minus or the parenthesis with its marks in the suffix.
    let signInSuffix: Range<Int>
  }

  let format: IncrementalFormat
  let decimal: Piece
  let group: Piece
  let decimalWidth: Int
  let groupWidth: Int
  let loneSignWidth: Int
  let positive: Affixes
  let negative: Affixes
  let positiveWidths: AffixWidths
  let negativeWidths: AffixWidths
  /// The text of a minus without digits: the minus with its marks.
  let loneSign: Piece
  let shapes: DigitShapes
  let digitWidth: Int
  /// The first of the ten digits, which are consecutive in Unicode.
  let zero: Unicode.Scalar
  let grouping: Grouping
  /// True if bytes can be copied as they are: ASCII digits.
  let isASCII: Bool
  /// True if all that is ever written is ASCII.
  let isAllASCII: Bool
  /// More bytes than a number takes beside its digits, and than one of those takes with a separator.
  private let bytesBesideDigits: Int
  private let bytesPerDigit: Int
  /// All that is written beside digits.
  private let stamps: [Stamp]
  let maximumDigits: Int
  let maximumFractionDigits: Int
  let maximumIntegerDigits: Int
  /// The minimum number of digits of fraction at the end of editing; zeros beyond them go if they are dropped.
  let minimumFractionDigits: Int
  let dropsTrailingZeros: Bool
  /// True if digits fill the field from the right.
  let fillsFromRight: Bool
  /// True if an edit has to be looked at before it is made.
  let isRuled: Bool
  /// The separators that are a decimal point if they are typed.
  let typedPoints: Separators
  /// Those of them that group digits in the format.
  let ownSeparators: Separators
  let allowsNegative: Bool
  let scale: Int
  /// True if a number that is not negative has a prefix or a suffix.
  let hasAffixes: Bool
  /// True if there are digits in a prefix or a suffix.
  let affixesHaveDigits: Bool
  /// The separators, for reading.
  let notation: Notation

  init(_ format: IncrementalFormat) {
    self.format = format
    maximumDigits = max(0, format.maximumDigits ?? Int.max)
    let fraction = max(0, format.maximumFractionDigits ?? (format.fillsFromRight ? 2 : Int.max))
    // Without a fraction there is nothing to fill.
    fillsFromRight = format.fillsFromRight && fraction > 0
    maximumFractionDigits = fillsFromRight ? min(fraction, Self.largestScale) : fraction
    maximumIntegerDigits = max(0, format.maximumIntegerDigits ?? Int.max)
    let fixed = min(max(0, format.minimumFractionDigits), fraction, Self.largestScale)
    minimumFractionDigits = fillsFromRight ? 0 : fixed
    dropsTrailingZeros = format.dropsTrailingZeros && !fillsFromRight
    isRuled = fillsFromRight || maximumIntegerDigits < Int.max
    allowsNegative = format.allowsNegative
    hasAffixes = format.affixes != IncrementalFormat.Affixes()
    scale = min(max(format.scale, -Self.largestScale), Self.largestScale)
    decimal = Piece(format.decimalSeparator)
    group = Piece(format.groupingSeparator)
    decimalWidth = decimal.utf16Count
    groupWidth = group.utf16Count
    positive = Self.affixes(format.affixes, signs: nil)
    negative = Self.affixes(format.negativeAffixes, signs: Self.signs(of: format))
    positiveWidths = positive.widths
    negativeWidths = negative.widths
    let sign =
      Self.sign(in: format.negativeAffixes.prefix, format.minus)
      ?? Self.sign(in: format.negativeAffixes.suffix, format.minus)
    loneSign = Piece(sign?.text ?? format.minus)
    loneSignWidth = loneSign.utf16Count
    zero = Self.zero(format)
    shapes = DigitShapes(zero: zero)
    digitWidth = String(zero).utf16.count
    grouping = Grouping(format)
    notation = Notation(format, zero: zero)
    typedPoints = maximumFractionDigits > 0 && !fillsFromRight ? notation.pointKeys : []
    ownSeparators = grouping.threshold < Int.max ? typedPoints.intersection(notation.groups) : []
    let affixes = [positive.prefix, positive.suffix, negative.prefix, negative.suffix]
    affixesHaveDigits = affixes.contains { [zero] in
      $0.scalars.contains { $0.asciiDigit(zero: zero) != nil }
    }
    isASCII = zero == "0"
    let pieces = [decimal, group, loneSign] + affixes
    stamps = pieces.map(\.stamp)
    isAllASCII = isASCII && pieces.allSatisfy { $0.scalars.allSatisfy(\.isASCII) }
    bytesBesideDigits = stamps.reduce(Word.size) { $0 + $1.count }
    bytesPerDigit = shapes.count + group.stamp.count
  }

  deinit { for stamp in stamps { stamp.deallocate() } }

  /// The marks that a pasted text may have beside its number.
  var units: NumberUnits { NumberUnits(format: format) }

  /// The bytes of memory that are enough to write a number to.
  func room(for number: TypedNumber) -> Int {
    bytesBesideDigits + number.digits.count * bytesPerDigit
  }

  /// True for the separator of groups, if it is one scalar and the format groups.
  func isGroup(_ scalar: Unicode.Scalar) -> Bool {
    grouping.threshold < Int.max && group.scalars.count == 1 && group.scalars[0] == scalar
  }

  /// True for the decimal separator, if it is one scalar and the field takes a fraction.
  func isPoint(_ scalar: Unicode.Scalar) -> Bool {
    maximumFractionDigits > 0 && decimal.scalars.count == 1 && decimal.scalars[0] == scalar
      && !isGroup(scalar)
  }

  /// The separator that this is, if it is one of this format and of no kind that others write.
  func ownKind(of scalar: Unicode.Scalar) -> Separators? {
    if notation.points.contains(.ownPoint), decimal.scalars == [scalar] { return .ownPoint }
    if notation.groups.contains(.ownGroup), group.scalars == [scalar] { return .ownGroup }
    return nil
  }

  /// The separator that a text begins with, and how many scalars it has; nil if it is not one of this format alone.
  func ownKind(at text: ArraySlice<Unicode.Scalar>) -> (Separators, Int)? {
    if notation.points.contains(.ownPoint), text.starts(with: decimal.scalars) {
      return (.ownPoint, decimal.scalars.count)
    }
    if notation.groups.contains(.ownGroup), text.starts(with: group.scalars) {
      return (.ownGroup, group.scalars.count)
    }
    return nil
  }

  /// Beyond any power of ten that a value can have.
  private static let largestScale = 10_000

  /// The first of the ten digits of a script, or ASCII's if they are no digits in a row.
  private static func zero(_ format: IncrementalFormat) -> Unicode.Scalar {
    let scalars = format.digits.flatMap(\.unicodeScalars)
    let isRow = zip(scalars, scalars.dropFirst()).allSatisfy { $1.value == $0.value + 1 }
    guard scalars.count == 10, isRow else { return "0" }
    let (zero, nine) = (String(scalars[0]).utf8, String(scalars[9]).utf8)
    return zero.dropLast().elementsEqual(nine.dropLast()) ? scalars[0] : "0"
  }

  /// The sign in the prefix and that in the suffix of a negative number: the minus, or else a pair of parentheses.
  private static func signs(of format: IncrementalFormat) -> (String, String)? {
    let affixes = format.negativeAffixes
    if sign(in: affixes.prefix + affixes.suffix, format.minus) != nil {
      return (format.minus, format.minus)
    }
    return affixes.prefix.contains("(") && affixes.suffix.contains(")") ? ("(", ")") : nil
  }

  private static func affixes(
    _ affixes: IncrementalFormat.Affixes, signs: (prefix: String, suffix: String)?
  ) -> Affixes {
    func range(_ text: String, _ sign: String?) -> Range<Int> {
      sign.flatMap { self.sign(in: text, $0)?.utf16 } ?? 0..<0
    }
    return Affixes(
      prefix: Piece(affixes.prefix), suffix: Piece(affixes.suffix),
      widths: AffixWidths(
        prefix: affixes.prefix.utf16.count, suffix: affixes.suffix.utf16.count,
        signInPrefix: range(affixes.prefix, signs?.prefix),
        signInSuffix: range(affixes.suffix, signs?.suffix)))
  }

  /// The minus or parenthesis in an affix with the bidi marks that touch it; of several that close the last one.
  private static func sign(in affix: String, _ sign: String) -> (utf16: Range<Int>, text: String)? {
    let scalars = Array(affix.unicodeScalars)
    guard let sign = sign.unicodeScalars.first,
      let place = sign == ")" ? scalars.lastIndex(of: sign) : scalars.firstIndex(of: sign)
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
