import Foundation

/// Text inside of XML.
enum Markup {
  /// The text with what means something to XML written as references, and what XML 1.0 forbids as U+FFFD.
  static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result.append(contentsOf: "&amp;".unicodeScalars)
      case "<": result.append(contentsOf: "&lt;".unicodeScalars)
      case ">": result.append(contentsOf: "&gt;".unicodeScalars)
      case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
      case "'": result.append(contentsOf: "&#39;".unicodeScalars)
      // An attribute would have them as spaces.
      case "\t", "\n", "\r": result.append(contentsOf: "&#\(scalar.value);".unicodeScalars)
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": result.append("\u{FFFD}")
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  /// A number of pixels or a share, with at most so many decimals.
  static func number(_ value: Double, decimals: Int = 2) -> String {
    var text = Units.fixed(value, decimals)
    while text.contains("."), text.last == "0" || text.last == "." {
      let isPoint = text.removeLast() == "."
      if isPoint { break }
    }
    return text
  }
}
