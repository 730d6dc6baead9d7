import FieldHost
import Foundation
import ReformatCore

/// A fuzzer that makes any edit in any reachable state: the edit must return, and leave a text that means the kept
/// number.
///
/// The first two bytes choose a format. The rest are edits: an opcode, a place, a length, and the typed text.
enum EngineFuzzer {
  private static let locales = [
    "en_US", "de_DE", "fr_FR", "en_IN", "sv_SE", "ar_EG", "fa_IR", "he_IL", "ks_IN", "de_CH",
    "es_ES",
    "fy_NL", "ff_Adlm_GN", "my_MM", "blo_BJ", "kea_CV",
  ]
  /// The texts that can be typed; other bytes are Latin-1 scalars.
  private static let keys = [
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", ".", ",", "-", "\u{2212}", " ", "'", "\u{A0}",
    "\u{202F}", "\u{2019}", "\u{66B}", "\u{66C}", "\u{663}", "\u{6F4}", "\u{FF15}", "\u{1E953}",
    "\u{1F600}", "e\u{301}", "\u{200E}", "\u{61C}", "€", "$", "%", "12a34", "1.2.3", "-5", "00",
    "9,876,543.21", "\u{1F468}\u{200D}\u{1F469}", "1e5", "NaN",
  ]

  static func play(_ input: UnsafeRawBufferPointer) {
    var bytes = input.makeIterator()
    let format = format(bytes.next() ?? 0, bytes.next() ?? 0)
    var engine = IncrementalEngine(format: format)
    let delegate = HeadlessField(strategy: IncrementalDelegate<Decimal>(format: format))
    let onChange = HeadlessField(strategy: IncrementalOnChange<Double>(format: format))
    while let opcode = bytes.next() {
      let lower = Int(bytes.next() ?? 0)
      let range = lower..<lower + Int((bytes.next() ?? 0) % 32)
      var typed = ""
      for _ in 0..<opcode % 8 { typed += text(bytes.next() ?? 0) }
      let edit = TextEdit(range: range, replacement: typed)
      engine.apply(edit, key: opcode & 8 == 0 ? nil : opcode & 16 == 0 ? .backspace : .delete)
      check(engine)
      for field in [delegate, onChange] {
        field.selection = opcode & 32 == 0 ? range : range.upperBound..<range.upperBound
        if opcode & 64 == 0 { field.apply(edit) } else { compose(typed, in: field) }
        if opcode == 0xff { field.endEditing() }
        check(field, format)
      }
      if opcode == 0xff {
        engine.endEditing()
        check(engine)
      }
    }
  }

  private static func compose(_ text: String, in field: HeadlessField) {
    for length in 0...text.count { field.setMarkedText(String(text.prefix(length))) }
    field.unmarkText()
  }

  private static func text(_ byte: UInt8) -> String {
    Int(byte) < keys.count ? keys[Int(byte)] : String(Unicode.Scalar(byte))
  }

  private static func format(_ first: UInt8, _ second: UInt8) -> IncrementalFormat {
    let locale = Locale(identifier: locales[Int(first) % locales.count])
    var format: IncrementalFormat
    switch second % 4 {
    case 0: format = .currency(code: "EUR", locale: locale)
    case 1: format = .percent(locale)
    case 2: format = .number(locale)
    default:
      format = IncrementalFormat(
        decimalSeparator: "'", groupingSeparator: " ", groupSizes: [3, 2],
        affixes: .init(prefix: "Rs. ", suffix: " Sq. ft"))
    }
    format.allowsNegative = second & 4 == 0
    format.maximumFractionDigits = second & 8 == 0 ? nil : Int(second >> 6)
    format.maximumDigits = second & 16 == 0 ? nil : 1 + Int(second >> 4)
    switch first >> 5 {
    case 1: format.fillsFromRight = true
    case 2: format.minimumFractionDigits = 2
    case 3: format.dropsTrailingZeros = true
    case 4: format.maximumIntegerDigits = Int(second >> 5)
    case 5: format = format.withParentheses()
    default: break
    }
    return format
  }

  // MARK: - Checks

  private static func check(_ engine: IncrementalEngine) {
    let text = engine.text
    let reread = IncrementalEngine(format: engine.format, text: text)
    require(
      reread.text == text && (reread.number == engine.number || text.isEmpty),
      "\(text) reads back as \(reread.text), \(engine.number) as \(reread.number)")
    require(isBetweenScalars(engine.caret, of: text), "caret \(engine.caret) of \(text)")
    if let limit = engine.format.maximumDigits {
      // Zeros that a setting adds count to no limit.
      let added = engine.format.fillsFromRight || engine.format.minimumFractionDigits > 0 ? 4 : 0
      require(
        engine.number.description.utf8.count <= limit + 2 + added,
        "\(engine.number) has more digits than \(limit)")
    }
  }

  private static func check(_ field: HeadlessField, _ format: IncrementalFormat) {
    let reread = IncrementalEngine(format: format, text: field.text)
    require(reread.text == field.text, "\(field.text) reads back as \(reread.text)")
  }

  private static func isBetweenScalars(_ offset: Int, of text: String) -> Bool {
    var place = 0
    for scalar in text.unicodeScalars where place < offset { place += scalar.utf16.count }
    return place == offset
  }
}
