/// A card number, written as digits in groups of four: `4111 1111 1111 1111`.
///
/// Offsets count UTF-16 code units. A card number contains only ASCII, so they are also counts of characters.
public struct CardNumber: Hashable, Sendable {
  /// The digits without spaces; at most as many as the field holds.
  public private(set) var digits: String

  /// The number of digits of most cards.
  public static let usualLimit = 16
  /// The maximum number of digits that ISO/IEC 7812 allows.
  public static let largestLimit = 19

  private static let groupSize = 4

  /// Creates a number from the digits of a text, in any script and with any characters between them, up to the limit.
  public init(digitsOf text: some StringProtocol, limit: Int = usualLimit) {
    digits = ""
    for scalar in text.unicodeScalars where digits.utf8.count < limit {
      if let digit = Self.digit(scalar) { digits.unicodeScalars.append(digit) }
    }
  }

  /// The digits in groups of four, without a space at the end.
  public var text: String {
    var text = ""
    for (index, digit) in digits.utf8.enumerated() {
      if index > 0, index.isMultiple(of: Self.groupSize) { text.append(" ") }
      text.unicodeScalars.append(Unicode.Scalar(digit))
    }
    return text
  }

  /// Returns the caret's offset in ``text`` after this many digits: directly behind the last of them.
  public static func offset(behind digits: Int) -> Int {
    digits + max(0, digits - 1) / groupSize
  }

  /// Returns the number of digits in a text up to an offset.
  public static func count(in text: String, upTo offset: Int = .max) -> Int {
    text.utf16.prefix(offset).count { (0x30...0x39).contains($0) }
  }

  private static func digit(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    if scalar.isASCII { return ("0"..."9").contains(scalar) ? scalar : nil }
    guard scalar.properties.generalCategory == .decimalNumber,
      let value = scalar.properties.numericValue
    else { return nil }
    return Unicode.Scalar(0x30 + UInt8(value))
  }
}
