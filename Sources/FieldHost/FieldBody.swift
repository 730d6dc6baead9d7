import ReformatCore

/// What a body evaluates to: all that a toolkit would need to draw the field.
struct FieldBody {
  private(set) var text: String
  private(set) var color: TextColor
  private(set) var layout: TextLayout

  init(text: String, isValid: Bool) {
    self.text = text
    color = isValid ? .label : .error
    layout = TextLayout(text)
  }

  /// The body that a fresh field shows, in memory of its own.
  init(storing text: String) {
    self.init(text: String(storing: text), isValid: true)
  }

  /// Whether nothing differs that is drawn.
  func isSame(as other: FieldBody) -> Bool {
    color == other.color && layout == other.layout && text.isSame(as: other.text)
  }

  /// Takes over another body; the memory of the text stays.
  mutating func store(_ other: FieldBody) {
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

/// Where the text goes: its size in points, and where it begins, aligned to the right.
///
/// Advances are those of a plain sans serif at 16 points, with tabular digits.
struct TextLayout: Equatable {
  var width: Double
  var height: Double
  var originX: Double

  private static let fieldWidth = 320.0
  private static let lineHeight = 20.0

  init(_ text: String) {
    var advances = 0.0
    for scalar in text.unicodeScalars { advances += Self.advance(of: scalar) }
    width = min(advances, Self.fieldWidth)
    height = Self.lineHeight
    originX = Self.fieldWidth - width
  }

  private static func advance(of scalar: Unicode.Scalar) -> Double {
    switch scalar.value {
    case 0x200E, 0x200F, 0x061C: 0  // Bidi marks have no width.
    case 0x2C, 0x2E, 0x27, 0xA0, 0x202F, 0x2019, 0x66B, 0x66C: 4.5
    case 0x2D: 5.5
    default: 9
    }
  }
}
