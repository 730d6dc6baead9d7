import KeystrokeTrace
import Testing

@Suite struct DigitMaskTests {
  @Test(arguments: [
    ("1,234.50", "7,777.77"), ("-0", "-7"), ("4111 1111", "7777 7777"), ("", ""),
    ("٠١٢٬٣٤٥", "٧٧٧٬٧٧٧"), ("\u{200F}-१२", "\u{200F}-७७"), ("𝟎𝟗", "𝟕𝟕"),
    ("#0aF9 xyZ", "#7aA7 xxX"), ("12 €\u{A0}kg", "77 €\u{A0}xx"), ("²½Ⅷ", "\u{E6}\u{E6}\u{3042}"),
    ("É日𐍈", "\u{E6}\u{3042}\u{10330}"), ("⁨−1⁩", "⁨−7⁩"),
  ])
  func digitsAndLettersGo(_ text: String, _ masked: String) {
    #expect(DigitMask.masked(text).unicodeScalars.elementsEqual(masked.unicodeScalars))
  }

  /// Checks every Unicode scalar: its length stays, masking again changes nothing, and each digit becomes the 7 of a
  /// script.
  @Test func lengthsStayAndNothingElse() {
    var images: [Unicode.Scalar: Int] = [:]
    for value in 0...UInt32(0x10FFFF) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let masked = DigitMask.masked(String(scalar))
      let image = masked.unicodeScalars.first
      guard let image, masked.unicodeScalars.count == 1,
        UTF8.width(image) == UTF8.width(scalar), UTF16.width(image) == UTF16.width(scalar),
        DigitMask.masked(masked).unicodeScalars.elementsEqual(masked.unicodeScalars)
      else {
        Issue.record("\(value) became \(masked)")
        return
      }
      let category = scalar.properties.generalCategory
      if category == .decimalNumber { images[image, default: 0] += 1 } else { continue }
      #expect(image.properties.numericValue == 7)
    }
    // The ten digits of each script became one.
    #expect(images.count > 60)
    #expect(images.values.allSatisfy { $0 == 10 })
  }
}
