import Testing
import UIKit

/// Positions and ranges, in UTF-16 code units.
@MainActor struct PositionTests {
  private func field(_ text: String) -> UITextField {
    let field = UITextField()
    field.text = text
    return field
  }

  @Test("Offsets reach from the beginning to the end, and no further")
  func offsets() throws {
    let field = field("€1.5😀")
    let (start, end) = (field.beginningOfDocument, field.endOfDocument)
    #expect(field.offset(from: start, to: end) == 6)
    #expect(field.offset(from: end, to: start) == -6)
    let third = try #require(field.position(from: start, offset: 3))
    #expect(field.position(from: end, offset: -3) == third)
    #expect(field.position(from: third, in: .left, offset: 3) == start)
    #expect(field.position(from: third, in: .right, offset: 3) == end)
    #expect(field.position(from: third, offset: 4) == nil)
    #expect(field.position(from: third, offset: -4) == nil)
    #expect(field.compare(start, to: third) == .orderedAscending)
    #expect(field.compare(end, to: third) == .orderedDescending)
    #expect(field.compare(third, to: third) == .orderedSame)
  }

  @Test("Ranges: texts, equality, either way round")
  func ranges() throws {
    let field = field("€1.5😀")
    let start = field.beginningOfDocument
    let third = try #require(field.position(from: start, offset: 3))
    let range = try #require(field.textRange(from: third, to: start))
    #expect(range == field.textRange(from: start, to: third))
    #expect(field.text(in: range) == "€1.")
    #expect(!range.isEmpty && range.start == start && range.end == third)
  }

  @Test("A caret inside a pair of code units moves before it; one beyond the text to its end")
  func selections() throws {
    let field = field("1😀")
    let inside = try #require(field.position(from: field.beginningOfDocument, offset: 2))
    field.selectedTextRange = field.textRange(from: inside, to: inside)
    #expect(field.currentSelection == 1..<1)
    let end = field.endOfDocument
    let beyond = field.textRange(from: end, to: end)
    field.text = "1"
    field.selectedTextRange = beyond
    #expect(field.currentSelection == 1..<1)
    field.selectedTextRange = nil
    #expect(field.currentSelection == 1..<1)
  }

  @Test("Backspace takes a whole character")
  func backspace() {
    let field = field("1😀")
    field.deleteBackward()
    #expect(field.text == "1")
    field.deleteBackward()
    field.deleteBackward()
    #expect(field.text == "")
  }
}
