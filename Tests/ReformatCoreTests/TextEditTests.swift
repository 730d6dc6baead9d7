import ReformatCore
import Testing

@Suite struct TextEditTests {
  @Test(arguments: [
    ("1234", 1..<3, "x", "1x4"), ("", 0..<0, "5", "5"), ("12", 2..<2, "3", "123"),
    ("1\u{202F}234", 1..<2, "", "1234"), ("a😀b", 1..<3, "c", "acb"), ("12", 0..<9, "7", "7"),
    ("12", 5..<9, "7", "127"),
  ])
  func replaces(_ text: String, _ range: Range<Int>, _ replacement: String, _ expected: String) {
    var changed = text
    changed.replace(utf16: range, with: replacement)
    #expect(changed == expected)
  }

  @Test func boundsInsideASurrogatePairMoveToItsStart() {
    var text = "a😀b"
    text.replace(utf16: 2..<3, with: "")
    #expect(text == "ab")
  }

  @Test func caretStandsBehindTheReplacement() {
    #expect(TextEdit(range: 2..<5, replacement: "😀1").caretAfter == 5)
  }
}
