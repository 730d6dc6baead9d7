/// The text of a figure: digits and at most one point, never an exponent.
///
/// Spreadsheets and pandas then see a column of plain numbers, and whole numbers stay whole. The digits are the fewest
/// that read back as the same figure (Swift's `description`, after Adams, "Ryū", PLDI 2018, and Gallant's Errol and
/// SwiftDtoa refinements).
package enum FigureText {
  /// Appends a figure; nothing if it is not finite, as the sum of very large figures may be.
  package static func append(_ value: Double, to bytes: inout [UInt8]) {
    guard value.isFinite else { return }
    // Beyond 2^53 the shortest digits are no longer those of the whole number, so they are written out below.
    if value == value.rounded(.towardZero), abs(value) < 9_007_199_254_740_992 {
      bytes.append(contentsOf: String(Int(value)).utf8)
      return
    }
    let text = value.description
    guard let e = text.firstIndex(of: "e"), let exponent = Int(text[text.index(after: e)...]) else {
      bytes.append(contentsOf: (text.hasSuffix(".0") ? text.dropLast(2) : text[...]).utf8)
      return
    }
    appendPlain(mantissa: text[..<e], exponent: exponent, to: &bytes)
  }

  /// The figure as a field for programs; nil, for an empty field, if it is not finite.
  package static func field(_ value: Double) -> String? { value.isFinite ? text(value) : nil }

  /// The figure as text for people.
  package static func text(_ value: Double) -> String {
    guard value.isFinite else { return "out of range" }
    var bytes: [UInt8] = []
    append(value, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends `mantissa` with its point moved by `exponent` places.
  private static func appendPlain(
    mantissa: Substring, exponent: Int, to bytes: inout [UInt8]
  ) {
    var digits = mantissa
    if digits.first == "-" {
      bytes.append(UInt8(ascii: "-"))
      digits.removeFirst()
    }
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    var fraction = parts.count > 1 ? parts[1] : ""
    if fraction == "0" { fraction = "" }
    let all = Array((parts[0] + fraction).utf8)
    let point = parts[0].count + exponent
    let zero = UInt8(ascii: "0")
    if point <= 0 {
      bytes.append(contentsOf: "0.".utf8)
      bytes.append(contentsOf: repeatElement(zero, count: -point))
      bytes.append(contentsOf: all)
    } else if point >= all.count {
      bytes.append(contentsOf: all)
      bytes.append(contentsOf: repeatElement(zero, count: point - all.count))
    } else {
      bytes.append(contentsOf: all[..<point])
      bytes.append(UInt8(ascii: "."))
      bytes.append(contentsOf: all[point...])
    }
  }
}
