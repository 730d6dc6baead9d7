import ReformatCore

/// The result of evaluating a body: all that a toolkit would need to draw the field.
package struct FieldBody {
  private(set) var text: String
  private(set) var color: TextColor
  private(set) var layout: TextLayout

  package init(text: String, isValid: Bool) {
    self.text = text
    color = isValid ? .label : .error
    layout = TextLayout(text)
  }

  /// The body that a fresh field shows, in memory of its own.
  package init(storing text: String) {
    self.init(text: String(storing: text), isValid: true)
  }

  /// Returns true if both are drawn alike.
  package func isSame(as other: FieldBody) -> Bool {
    color == other.color && layout == other.layout && text.isSame(as: other.text)
  }

  /// Takes over another body; the memory of the text stays.
  package mutating func store(_ other: FieldBody) {
    text.store(other.text)
    color = other.color
    layout = other.layout
  }
}

/// The colour of the text, by the validity of the value's range.
enum TextColor: Equatable {
  case label
  case error
}

/// The layout of the text: its size in points, and its left edge, aligned to the right.
///
/// Advances are those of a plain sans serif font at 16 points, with tabular digits.
struct TextLayout: Equatable {
  var width: Double
  var height: Double
  var originX: Double

  private static let fieldWidth = 320.0
  private static let lineHeight = 20.0

  init(_ text: String) {
    width = min(Self.advance(of: text), Self.fieldWidth)
    height = Self.lineHeight
    originX = Self.fieldWidth - width
  }

  /// The width of a text.
  ///
  /// All digits have the same width, so it is enough to count narrower characters, in the bytes of UTF-8.
  private static func advance(of text: String) -> Double {
    let counts = text.utf8.withContiguousStorageIfAvailable { NarrowCounts($0) }
    guard let counts else { return 9 * Double(text.unicodeScalars.count) }
    return 9 * Double(counts.scalars) - 3.5 * Double(counts.hyphens)
      - 4.5 * Double(counts.separators) - 9 * Double(counts.marks)
  }
}

/// The counts of characters that are narrower than a digit.
private struct NarrowCounts {
  private(set) var scalars = 0
  /// Hyphens, 5.5 points wide.
  private(set) var hyphens = 0
  /// Separators, 4.5 points wide: commas, points, apostrophes, spaces that do not break, and their Arabic equivalents.
  private(set) var separators = 0
  /// Marks of direction, which have no width.
  private(set) var marks = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    var high: UInt8 = 0
    for byte in bytes {
      scalars &+= byte & 0b1100_0000 == 0b1000_0000 ? 0 : 1
      hyphens &+= byte == 0x2D ? 1 : 0
      separators &+= byte == 0x2C || byte == 0x2E || byte == 0x27 ? 1 : 0
      high |= byte
    }
    if high < 0x80 { return }
    for index in 1..<bytes.count {
      let pair = UInt16(bytes[index - 1]) << 8 | UInt16(bytes[index])
      // U+00A0, U+066B and U+066C; then U+2019 and U+202F after their first byte.
      separators &+= pair == 0xC2A0 || pair == 0xD9AB || pair == 0xD9AC ? 1 : 0
      separators &+= pair == 0x8099 || pair == 0x80AF ? 1 : 0
      // U+061C; then U+200E and U+200F after their first byte.
      marks &+= pair == 0xD89C || pair == 0x808E || pair == 0x808F ? 1 : 0
    }
  }
}
