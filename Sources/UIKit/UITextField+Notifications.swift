import ReformatCore
import Synchronization

extension UITextField {
  /// Posted when editing has begun (`UITextField.textDidBeginEditingNotification`).
  public nonisolated static var textDidBeginEditingNotification: Notification.Name {
    name("UITextFieldTextDidBeginEditingNotification")
  }

  /// Posted when the user has changed the text (`UITextField.textDidChangeNotification`).
  public nonisolated static var textDidChangeNotification: Notification.Name {
    name("UITextFieldTextDidChangeNotification")
  }

  /// Posted when editing has ended (`UITextField.textDidEndEditingNotification`).
  public nonisolated static var textDidEndEditingNotification: Notification.Name {
    name("UITextFieldTextDidEndEditingNotification")
  }

  /// True if anybody has asked for a name.
  ///
  /// Nobody observes a notification before that, so none is posted, which would cost as much as many a delegate.
  package nonisolated static let isNameUsed = Atomic(false)

  private nonisolated static func name(_ name: String) -> Notification.Name {
    isNameUsed.store(true, ordering: .relaxed)
    return Notification.Name(name)
  }

  /// Posts a notification with the field as its object.
  func post(_ name: @autoclosure () -> Notification.Name) {
    guard Self.isNameUsed.load(ordering: .relaxed) else { return }
    phases.measure(.format) { NotificationCenter.default.post(name: name(), object: self) }
  }

  /// Tells targets and observers that the text was changed, not by setting it.
  func tellOfChange() {
    sendActions(for: .editingChanged)
    post(Self.textDidChangeNotification)
  }
}
