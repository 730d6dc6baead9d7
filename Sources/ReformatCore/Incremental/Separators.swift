/// The kinds of separators that may be between the digits of a number.
///
/// A kind has all shapes that CLDR takes for equal when a number is parsed leniently (`parseLenients` in root.xml).
struct Separators: OptionSet, Hashable, Sendable {
  let rawValue: UInt16

  static let point = Separators(rawValue: 1)
  static let comma = Separators(rawValue: 1 << 1)
  static let apostrophe = Separators(rawValue: 1 << 2)
  static let space = Separators(rawValue: 1 << 3)
  static let lowLine = Separators(rawValue: 1 << 4)
  static let arabicPoint = Separators(rawValue: 1 << 5)
  static let arabicGroup = Separators(rawValue: 1 << 6)
  static let slash = Separators(rawValue: 1 << 7)
  /// The decimal separator of a format, if it is of no other kind.
  static let ownPoint = Separators(rawValue: 1 << 8)
  /// The grouping separator of a format, if it is of no other kind.
  static let ownGroup = Separators(rawValue: 1 << 9)

  /// The kinds that are a decimal point in some locale's notation.
  static let points: Separators = [.point, .comma, .arabicPoint]
  /// The kinds that group digits in some locale's notation.
  static let groups: Separators = [.point, .comma, .apostrophe, .space, .lowLine, .arabicGroup]
}

extension Separators {
  /// The kind of a scalar, or nil if it is not a separator.
  init?(_ scalar: Unicode.Scalar) {
    switch scalar {
    case ".", "\u{2024}", "\u{3002}", "\u{FE12}", "\u{FE52}", "\u{FF0E}", "\u{FF61}": self = .point
    case ",", "\u{60C}", "\u{3001}", "\u{FE10}", "\u{FE11}", "\u{FE50}", "\u{FE51}", "\u{FF0C}",
      "\u{FF64}":
      self = .comma
    case "'", "\u{2018}", "\u{2019}", "\u{2BC}", "\u{55A}", "\u{1FBD}", "\u{1FBF}", "\u{FF07}":
      self = .apostrophe
    case " ", "\u{A0}", "\u{2000}"..."\u{200A}", "\u{202F}", "\u{205F}", "\u{3000}": self = .space
    case "_": self = .lowLine
    case "\u{66B}": self = .arabicPoint
    case "\u{66C}": self = .arabicGroup
    case "/": self = .slash
    default: return nil
    }
  }

  /// The separator of a format, as a kind; none if there is no separator.
  fileprivate init(_ separator: [Unicode.Scalar], else own: Separators) {
    if separator.isEmpty {
      self = []
    } else {
      self = (separator.count == 1 ? Separators(separator[0]) : nil) ?? own
    }
  }
}

/// The separators of a format, as kinds.
struct Notation: Sendable {
  /// The decimal separator itself.
  let decimal: Separators
  /// The decimal separator, with the kinds that are equal to it.
  let points: Separators
  /// The grouping separator.
  let groups: Separators
  /// The kinds that are a decimal point if they are typed alone.
  let pointKeys: Separators

  init(_ format: IncrementalFormat, zero: Unicode.Scalar) {
    decimal = Separators(Array(format.decimalSeparator.unicodeScalars), else: .ownPoint)
    let group = Separators(Array(format.groupingSeparator.unicodeScalars), else: .ownGroup)
    var points: Separators = [decimal, .arabicPoint]
    if decimal == .arabicPoint {
      points.insert(.comma)
      // Persian keyboards type a slash for the decimal point.
      if zero == "\u{6F0}" { points.insert(.slash) }
    }
    if group != decimal { points.subtract(group) }
    groups = group.subtracting(points)
    var keys = points.union([.point, .arabicPoint])
    // The comma key of a numeric keypad: a locale that does not group with a comma has no other use for it.
    if decimal == .point, group != .comma { keys.insert(.comma) }
    pointKeys = keys
    self.points = points
  }
}

extension Unicode.Scalar {
  /// True for a minus of any shape: those that CLDR takes for equal, and the hyphens and the dash that are typed for one.
  var isMinus: Bool {
    switch self {
    case "-", "\u{2010}"..."\u{2013}", "\u{2212}", "\u{207B}", "\u{208B}", "\u{2796}", "\u{FE63}",
      "\u{FF0D}":
      true
    default: false
    }
  }

  /// True for a plus of any shape that CLDR takes for equal.
  var isPlus: Bool {
    switch self {
    case "+", "\u{207A}", "\u{208A}", "\u{2795}", "\u{FB29}", "\u{FE62}", "\u{FF0B}": true
    default: false
    }
  }

  /// The digit in ASCII, for a decimal digit of any script and for those that begin with `zero`.
  func asciiDigit(zero: Unicode.Scalar) -> UInt8? {
    if isASCII { return ("0"..."9").contains(self) ? UInt8(truncatingIfNeeded: value) : nil }
    if value >= zero.value, value - zero.value < 10 {
      return UInt8(ascii: "0") + UInt8(value - zero.value)
    }
    guard properties.generalCategory == .decimalNumber, let digit = properties.numericValue
    else { return nil }
    return UInt8(ascii: "0") + UInt8(digit)
  }
}
