import FieldHost
import Foundation
import ReformatCore
import Testing

/// Tests of keys other than digits, and of texts set by code, in every locale, hosting and kind of value.
@Suite struct EditedNumberTests {
  // MARK: - The comma key

  @Test func theCommaKeyIsThePointIfNothingElseNeedsIt() {
    var count = 0
    for kind in NumberKind.everywhere
    where kind.name != .int && kind.point == "." && kind.group.allSatisfy(\.isWhitespace) {
      for field in kind.fields() {
        for key in ["2", ",", "5"] { field.type(key) }
        #expect(kind.problem(field, 2.5, caretBehind: 2) == nil)
        count += 1
      }
    }
    #expect(count > 15)
  }

  @Test func theCommaKeyIsOfNoUseIfItGroups() {
    for kind in NumberKind.everywhere where kind.point == "." && kind.group == "," {
      for field in kind.fields() {
        for key in ["2", ",", "5"] { field.type(key) }
        #expect(kind.problem(field, 25, caretBehind: 2) == nil)
      }
    }
  }

  // MARK: - Prefix and suffix

  @Test(arguments: [12, 1234, 12.5] as [Decimal])
  func backspaceBehindASuffixDeletesTheLastDigit(_ number: Decimal) {
    for kind in NumberKind.everywhere where kind.name != .int {
      let text = kind.text(number)
      let start = text.utf16.count - kind.format.affixes.suffix.utf16.count
      for caret in start + 1..<max(start + 1, text.utf16.count + 1) {
        for field in kind.fields(text) {
          field.selection = caret..<caret
          field.apply(TextEdit(range: caret - 1..<caret, replacement: ""))
          let digits = "\(number)".count { $0 != "." } - 1
          if number == 12.5 {
            #expect(field.valueDescription == kind.value(12))
          } else {
            #expect(kind.problem(field, kind.kept(number / 10).whole, caretBehind: digits) == nil)
          }
        }
      }
    }
  }

  /// Texts do not tell it from Backspace behind the prefix, or from the same digit typed over all.
  @Test func deleteBeforeAPrefixDeletesTheFirstDigitIfTheKeyIsKnown() {
    for kind in NumberKind.everywhere {
      let text = kind.text(1234)
      for caret in 0..<kind.format.affixes.prefix.utf16.count {
        for (index, field) in kind.fields(text).enumerated() {
          field.selection = caret..<caret
          field.apply(TextEdit(range: caret..<caret + 1, replacement: ""))
          #expect(kind.problem(field, index == 1 ? 1234 : 234, caretBehind: 0) == nil)
        }
      }
    }
  }

  @Test func aPrefixThatIsGoneLeavesTheNumberInEveryLocale() {
    var count = 0
    for kind in NumberKind.everywhere
    where kind.name != .double && !kind.format.affixes.prefix.isEmpty {
      count += 1
      let prefix = kind.format.affixes.prefix.utf16.count
      let digit = String(kind.format.digits[5])
      for field in kind.fields(kind.text(5)) {
        field.selection = 0..<field.text.utf16.count
        field.type(digit)
        #expect(kind.problem(field, 5, caretBehind: 1) == nil)
        field.type("0")
        #expect(kind.problem(field, 50, caretBehind: 2) == nil)
      }
      for field in kind.fields(kind.text(23)) {
        field.selection = prefix..<prefix
        field.deleteBackward()
        #expect(kind.problem(field, 23, caretBehind: 0) == nil)
      }
    }
    #expect(count > 50)
  }

  // MARK: - A paste over the whole text

  /// Checks pastes of which the onChange hosting sees only a part, since the texts before and after begin or end alike.
  @Test(arguments: [
    ("3.6", "2718\u{3002}6", "2,718.6"), ("64,385,482", "8e2", "800"), ("5", "\u{208B}965", "-965"),
    ("24", "291.723.054", "291,723,054"), ("6.9", "CHF 7619.9", "7,619.9"), ("1", "12e1", "120"),
  ])
  func aPasteOverATextThatEndsAlike(_ before: String, _ pasted: String, _ after: String) {
    for field in NumberKind(.decimal, Locale(identifier: "en_US")).fields(before) {
      field.selection = 0..<before.utf16.count
      field.type(pasted)
      #expect(field.text == after)
      #expect(field.selection == after.utf16.count..<after.utf16.count)
    }
  }

  @Test func anAmountIsPastedOverOneThatEndsAlike() {
    for field in NumberKind(.currency, Locale(identifier: "es_BZ")).fields("EUR\u{A0}1") {
      field.selection = 0..<5
      field.type("-EUR\u{A0}7,111")
      #expect(field.text == "-EUR\u{A0}7,111")
      #expect(field.valueDescription == "-7111")
    }
  }

  @Test func onlyTheCurrencyOfAPastedAmountMayBeNew() {
    for field in NumberKind(.currency, Locale(identifier: "en_SX")).fields("-\u{20AC}6,189") {
      field.selection = 0..<7
      field.type("\u{20AC}9")
      #expect(field.text == "\u{20AC}9")
      #expect(field.valueDescription == "9")
    }
  }

  // MARK: - Texts set by code

  @Test func aPointIsTypedBehindAnUngroupedText() {
    for kind in NumberKind.everywhere where kind.name != .int {
      let text = kind.plain(7282)
      for field in kind.fields(text) {
        field.type(".")
        field.type("5")
        #expect(kind.problem(field, 7282.5, caretBehind: 5) == nil)
      }
    }
  }

  @Test func aDigitIsTypedIntoAnUngroupedText() {
    for kind in NumberKind.everywhere {
      let text = kind.plain(1_234_567)
      let width = text.utf16.count / 7
      for place in 0...7 {
        for field in kind.fields(text) {
          field.selection = place * width..<place * width
          field.type("9")
          var digits = Array("1234567")
          digits.insert("9", at: place)
          #expect(
            kind.problem(field, Decimal(string: String(digits)), caretBehind: place + 1) == nil)
        }
      }
    }
  }

  @Test func aDigitIsDeletedFromAnUngroupedText() {
    for kind in NumberKind.everywhere {
      let text = kind.plain(1_234_567)
      let width = text.utf16.count / 7
      for place in 0..<7 {
        for field in kind.fields(text) {
          field.selection = (place + 1) * width..<(place + 1) * width
          field.apply(TextEdit(range: place * width..<(place + 1) * width, replacement: ""))
          var digits = Array("1234567")
          digits.remove(at: place)
          #expect(kind.problem(field, Decimal(string: String(digits)), caretBehind: place) == nil)
        }
      }
    }
  }

  @Test func aTextOfAnotherNotationIsReadBeforeItIsEdited() {
    for kind in NumberKind.everywhere where kind.name != .int {
      for text in ["1,234.5", "1.234,5"] {
        let delegate = kind.fields(text)[0]
        delegate.selection = 7..<7
        delegate.type("6")
        #expect(kind.problem(delegate, Decimal(string: "1234.56"), caretBehind: 6) == nil)
      }
    }
  }
}

extension Decimal {
  /// The number without its fraction.
  fileprivate var whole: Decimal {
    var (whole, number) = (Decimal(), self)
    NSDecimalRound(&whole, &number, 0, .down)
    return whole
  }
}
