import CardField
import FieldHost
import ReformatCore
import Testing

/// Tests of random edits: groups have four digits, no digit is lost, and the caret keeps its digit.
@Suite("Random edits of a card number")
struct CardPropertyTests {
  private static let pieces = [
    "0", "7", "42", "4111 1111", "12-34-56", "9x", "x", "", "  ", "٣", "1234567890123456789",
  ]

  /// The expected digits after edits, computed on arrays of digits instead of texts.
  private struct Reference {
    var digits: [Character] = []
    let limit: Int

    /// Makes the edit; returns the number of digits before the caret, or nil if no digit of the replacement fits.
    mutating func apply(_ edit: TextEdit, to text: String) -> Int? {
      let units = Array(text.utf16)
      func digits(before offset: Int) -> Int { units[..<offset].count { $0 != 0x20 } }
      let place = digits(before: edit.range.lowerBound)..<digits(before: edit.range.upperBound)
      let new = edit.replacement.compactMap { $0.wholeNumberValue.map { Character(String($0)) } }
        .prefix(limit - (self.digits.count - place.count))
      if !edit.replacement.isEmpty, new.isEmpty { return nil }
      self.digits.replaceSubrange(place, with: new)
      return place.lowerBound + new.count
    }
  }

  /// Returns a random edit of a text, but no deletion of a single space, whose meaning depends on the key.
  private static func edit(of text: String, _ random: inout Generator) -> TextEdit {
    let ends = [0, 1].map { _ in Int.random(in: 0...text.utf16.count, using: &random) }.sorted()
    let edit = TextEdit(
      range: ends[0]..<ends[1], replacement: pieces.randomElement(using: &random) ?? "")
    let isLoneSpace = edit.replacement.isEmpty && Array(text.utf16)[edit.range] == [0x20]
    return isLoneSpace ? TextEdit(range: edit.range, replacement: "5") : edit
  }

  private static func isGrouped(_ text: String) -> Bool {
    text.wholeMatch(of: /(?:[0-9]{4} )*[0-9]{1,4}|/) != nil
  }

  @Test("Behind a delegate", arguments: [16, 19], 0..<40 as Range<UInt64>)
  func delegate(_ limit: Int, _ seed: UInt64) {
    var random = Generator(seed: seed)
    var reference = Reference(limit: limit)
    let field = HeadlessField(strategy: CardDelegate(limit: limit))
    for _ in 0..<100 {
      let before = field.text
      let edit = Self.edit(of: before, &random)
      let caret = reference.apply(edit, to: before)
      #expect(field.apply(edit) == (caret != nil))
      #expect(Self.isGrouped(field.text), "\(field.text)")
      #expect(field.text.filter { $0 != " " } == String(reference.digits), "\(before) \(edit)")
      if let caret {
        #expect(field.selection.isEmpty)
        let behind = field.text.prefix(field.selection.lowerBound)
        #expect(behind.count { $0 != " " } == caret, "\(before) \(edit) \(field.selection)")
      }
    }
  }

  @Test("In an onChange action", arguments: [16, 19], 0..<40 as Range<UInt64>)
  func onChange(_ limit: Int, _ seed: UInt64) {
    var random = Generator(seed: seed)
    let field = HeadlessField(strategy: CardOnChange(limit: limit))
    for _ in 0..<100 {
      let edit = Self.edit(of: field.text, &random)
      var asTyped = field.text
      asTyped.replace(utf16: edit.range, with: edit.replacement)
      field.apply(edit)
      let digits = asTyped.compactMap { $0.wholeNumberValue.map(String.init) }.prefix(limit)
        .joined()
      #expect(Self.isGrouped(field.text), "\(field.text)")
      #expect(field.text.filter { $0 != " " } == digits)
      #expect(field.valueDescription == (digits.isEmpty ? nil : digits))
      #expect(field.counts.droppedActions == 0)
    }
  }
}
