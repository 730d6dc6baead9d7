/// Replaces the digits and letters of a text, and keeps everything that a field's cost depends on.
///
/// - A decimal digit of any script becomes the 7 of that script.
/// - An ASCII letter becomes `a` if it is a hexadecimal digit, otherwise `x`; capitals stay capitals.
/// - Any other letter or number becomes a letter of the same length in UTF-8 and UTF-16.
/// - Everything else stays: separators, signs, marks, spaces.
///
/// The masked text does not contain the original digits, so nobody can recover them; only their positions are visible.
/// All digits become the same one, so that the digits of the text left behind are masked like the typed ones, whatever
/// happened in between. A 7 is no leading zero, and 19 of them still fit into an `Int`.
public enum DigitMask {
  /// The text with its digits and letters masked.
  public static func masked(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: text.unicodeScalars.map(masked))
    return String(scalars)
  }

  private static func masked(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if scalar.isASCII {
      return switch scalar {
      case "0"..."9": "7"
      case "a"..."f": "a"
      case "A"..."F": "A"
      case "g"..."z": "x"
      case "G"..."Z": "X"
      default: scalar
      }
    }
    switch scalar.properties.generalCategory {
    case .decimalNumber:
      guard let digit = scalar.properties.numericValue,
        let seven = Unicode.Scalar(scalar.value - UInt32(digit) + 7)
      else { return letter(as: scalar) }
      return seven
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .letterNumber, .otherNumber:
      return letter(as: scalar)
    default: return scalar
    }
  }

  /// A letter of the same length as another.
  private static func letter(as scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch UTF8.width(scalar) {
    case 2: "\u{E6}"
    case 3: "\u{3042}"
    default: "\u{10330}"
    }
  }
}
