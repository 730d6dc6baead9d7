import Testing
import UIKit

/// The order in which delegates and observers are asked and told, as in UIKit.
@MainActor struct OrderTests {
  private let delegate = RecordingDelegate()

  @Test("An edit of the user: asked about the old text, then selection, then editingChanged")
  func edit() {
    let field = delegate.makeField("12")
    delegate.log = []
    #expect(field.makeUserEdit(1..<2, "34"))
    #expect(delegate.log == ["asked 1,1 '34' in '12'", "selection 3..<3", "changed 134"])
  }

  @Test("A refused edit changes and tells nothing")
  func refused() {
    let field = delegate.makeField("12")
    delegate.log = []
    delegate.mayChange = false
    #expect(!field.makeUserEdit(2..<2, "3"))
    #expect(delegate.log == ["asked 2,0 '3' in '12'"])
    #expect(field.text == "12")
  }

  @Test("Code that sets the text moves the caret to the end, and sends no editingChanged")
  func assigned() {
    let field = delegate.makeField("1234")
    field.selectAsUser(1..<2)
    delegate.log = []
    field.text = "€5"
    #expect(delegate.log == ["selection 2..<2"])
    field.text = nil
    #expect(field.text == "")
    field.sendActions(for: .editingChanged)
    #expect(delegate.log.last == "changed ")
  }

  @Test("Code that inserts, deletes or replaces asks nobody; replacing sends nothing")
  func byCode() throws {
    let field = delegate.makeField("12")
    delegate.log = []
    field.insertText("3")
    field.deleteBackward()
    #expect(
      delegate.log == ["selection 3..<3", "changed 123", "selection 2..<2", "changed 12"])
    delegate.log = []
    let all = try #require(
      field.textRange(from: field.beginningOfDocument, to: field.endOfDocument))
    field.replace(all, withText: "9")
    #expect(delegate.log == ["selection 1..<1"])
    #expect(field.text == "9")
  }

  @Test("A caret that code sets is told once")
  func caret() {
    let field = delegate.makeField("12")
    delegate.log = []
    let start = field.beginningOfDocument
    for _ in 1...2 { field.selectedTextRange = field.textRange(from: start, to: start) }
    #expect(delegate.log == ["selection 0..<0"])
  }

  @Test("Editing begins and ends once, and its end can be refused but by force")
  func responder() {
    let field = delegate.makeField()
    delegate.log = []
    #expect(field.becomeFirstResponder() && field.becomeFirstResponder())
    #expect(delegate.log == ["shouldBegin", "didBegin true", "began "])
    delegate.log = []
    delegate.mayEnd = false
    #expect(!field.resignFirstResponder())
    #expect(!field.endEditing(false))
    #expect(delegate.log == ["shouldEnd", "shouldEnd"])
    delegate.log = []
    #expect(field.endEditing(true))
    #expect(delegate.log == ["shouldEnd", "didEnd committed false", "ended "])
    #expect(field.resignFirstResponder())
  }

  @Test("Return and the clear button ask first")
  func returnAndClear() {
    let field = delegate.makeField("12")
    delegate.log = []
    field.pressReturn()
    #expect(delegate.log == ["shouldReturn", "return 12"])
    delegate.log = []
    field.pressClear()
    #expect(delegate.log == ["shouldClear", "selection 0..<0", "changed "])
  }

  @Test("Composing: marked while it goes on, told at each step, and the text stays when it ends")
  func composing() {
    let field = delegate.makeField("12")
    delegate.log = []
    field.composeAsUser("a")
    field.composeAsUser("ab")
    #expect(field.text == "12ab")
    #expect(field.markedTextRange.flatMap(field.text(in:)) == "ab")
    field.unmarkText()
    #expect(field.text == "12ab")
    #expect(field.markedTextRange == nil)
    #expect(
      delegate.log == [
        "asked 2,0 'a' in '12'", "selection 3..<3", "changed 12a", "asked 2,1 'ab' in '12a'",
        "selection 4..<4", "changed 12ab", "changed 12ab",
      ])
  }

  @Test("A method that a delegate lacks answers as the field behaves without it")
  func defaults() {
    final class Empty: NSObject, UITextFieldDelegate {}
    let empty = Empty()
    let field = UITextField()
    field.delegate = empty
    #expect(field.becomeFirstResponder())
    #expect(field.makeUserEdit(0..<0, "1"))
    #expect(field.resignFirstResponder())
    #expect(field.text == "1")
  }

  @Test("Calls that are passed on as optional ones reach the other delegate")
  func passedOn() {
    let next: (any UITextFieldDelegate)? = delegate
    let field = UITextField()
    let range = NSRange(location: 0, length: 0)
    delegate.mayChange = false
    let mayChange =
      next?.textField?(field, shouldChangeCharactersIn: range, replacementString: "1") ?? true
    #expect(!mayChange)
    #expect(next?.textFieldShouldReturn?(field) ?? false)
    next?.textFieldDidBeginEditing?(field)
    next?.textFieldDidEndEditing?(field, reason: .committed)
    #expect(
      delegate.log == [
        "asked 0,0 '1' in ''", "shouldReturn", "didBegin false", "didEnd committed false",
      ])
    let none: (any UITextFieldDelegate)? = nil
    #expect(none?.textFieldShouldClear?(field) == nil)
  }

  @Test("A subclass is told of Backspace, and may be its own delegate")
  func subclass() {
    final class CodeField: UITextField, UITextFieldDelegate {
      var backspaces = 0
      override var delegate: (any UITextFieldDelegate)? {
        get { nil }
        set { super.delegate = newValue == nil ? nil : self }
      }
      override func deleteBackward() {
        backspaces += 1
        super.deleteBackward()
      }
      func textField(
        _ textField: UITextField, shouldChangeCharactersIn range: NSRange,
        replacementString string: String
      ) -> Bool { string != "x" }
    }
    let field = CodeField()
    field.delegate = delegate
    field.makeUserEdit(0..<0, "1")
    field.makeUserEdit(1..<1, "x")
    #expect(field.text == "1")
    field.makeUserEdit(0..<1, "")
    #expect(field.text == "")
    #expect(field.backspaces == 1)
  }

  @Test("Observers of notifications are told of what the user changes")
  func notifications() {
    let field = delegate.makeField("1")
    nonisolated(unsafe) var told = 0
    let token = NotificationCenter.default.addObserver(
      forName: UITextField.textDidChangeNotification, object: field, queue: nil
    ) { _ in told += 1 }
    field.makeUserEdit(1..<1, "2")
    field.text = "3"
    NotificationCenter.default.removeObserver(token)
    #expect(told == 1)
  }
}
