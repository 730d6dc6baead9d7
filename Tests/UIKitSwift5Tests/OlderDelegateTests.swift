import FieldHost
import Testing
import UIKit
import UIKitSuites

// Delegates as they were written before Swift 6, compiled in its mode of Swift 5.

/// A delegate without isolation that passes its calls on.
class PassingDelegate: NSObject, UITextFieldDelegate {
  weak var next: UITextFieldDelegate?

  func textField(
    _ textField: UITextField, shouldChangeCharactersIn range: NSRange,
    replacementString string: String
  ) -> Bool {
    guard let text = textField.text, let edited = Range(range, in: text) else { return false }
    let end = textField.endOfDocument
    let fromEnd = textField.offset(from: textField.selectedTextRange?.end ?? end, to: end)
    textField.text = text.replacingCharacters(in: edited, with: string.uppercased())
    if let place = textField.position(from: textField.endOfDocument, offset: -fromEnd) {
      textField.selectedTextRange = textField.textRange(from: place, to: place)
    }
    textField.sendActions(for: .editingChanged)
    return next?.textField?(
      textField, shouldChangeCharactersIn: range, replacementString: string) ?? false
  }

  func textFieldDidEndEditing(_ textField: UITextField) { next?.textFieldDidEndEditing?(textField) }
}

/// A delegate isolated as a whole, which conforms in an extension.
@MainActor class RefusingDelegate: NSObject {
  private(set) var asked = 0
  private(set) var ended = 0
}

extension RefusingDelegate: UITextFieldDelegate {
  func textField(
    _ textField: UITextField, shouldChangeCharactersIn range: NSRange,
    replacementString string: String
  ) -> Bool {
    asked += 1
    return false
  }

  func textFieldDidEndEditing(_ textField: UITextField) { ended += 1 }
}

struct OlderDelegateTests {
  @Test("A delegate that writes the text, keeps the caret and passes on what it is asked")
  func passing() {
    let field = UIKitField.begun {
      let delegate = PassingDelegate()
      let next = RefusingDelegate()
      delegate.next = next
      let textField = UITextField()
      textField.delegate = delegate
      // The delegate it passes on to lives as long as what is read here.
      return UIKitField(
        textField, delegate: delegate, value: { "\(next.asked) \(next.ended)" })
    }
    field.type("ac")
    field.selection = 1..<1
    field.type("b")
    field.endEditing()
    #expect(field.text == "ABC")
    #expect(field.selection == 2..<2)
    #expect(field.valueDescription == "2 1")
  }
}
