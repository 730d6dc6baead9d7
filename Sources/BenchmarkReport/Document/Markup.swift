import BenchmarkResults
import Foundation

/// Text inside of XML.
package enum Markup {
  /// A line of a page, cut where it is too long.
  package static func shown(_ line: String) -> String { escaped(Page.shown(line)) }

  /// The text with what means something to XML written as references, and what no reader sees by its number.
  package static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in ShownText.document(text).unicodeScalars {
      switch scalar {
      case "&": result.append(contentsOf: "&amp;".unicodeScalars)
      case "<": result.append(contentsOf: "&lt;".unicodeScalars)
      case ">": result.append(contentsOf: "&gt;".unicodeScalars)
      case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
      case "'": result.append(contentsOf: "&#39;".unicodeScalars)
      // An attribute would have them as spaces.
      case "\t", "\n": result.append(contentsOf: "&#\(scalar.value);".unicodeScalars)
      default: result.append(isAllowed(scalar) ? scalar : "\u{FFFD}")
      }
    }
    return String(result)
  }

  /// The text with what XML 1.0 forbids as U+FFFD and other controls by their number, for a writer that escapes by
  /// itself.
  package static func allowed(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    result.append(
      contentsOf: ShownText.document(text).unicodeScalars.lazy.map {
        isAllowed($0) ? $0 : "\u{FFFD}"
      })
    return String(result)
  }

  /// Whether XML 1.0 has the character (production 2, Char), once controls are gone.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    scalar != "\u{FFFE}" && scalar != "\u{FFFF}"
  }

  /// A number of pixels or a share, with at most so many decimals.
  package static func number(_ value: Double, decimals: Int = 2) -> String {
    var text = Units.fixed(value, decimals)
    while text.contains("."), text.last == "0" || text.last == "." {
      let isPoint = text.removeLast() == "."
      if isPoint { break }
    }
    return text
  }
}
