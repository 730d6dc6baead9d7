/// An object that a text field asks and tells (`UITextFieldDelegate`).
///
/// All methods are optional, as on Apple platforms: one that a delegate does not have answers as Apple's documentation
/// says that the field behaves without it. Objective-C's optional methods do not exist on Linux; the calls that
/// delegates pass on with a question mark, `delegate?.textFieldShouldClear?(textField) ?? true`, compile all the same
/// (see ``UITextFieldDelegateCall``).
@preconcurrency @MainActor public protocol UITextFieldDelegate: NSObjectProtocol {
  /// Asks if editing may begin (`textFieldShouldBeginEditing(_:)`): true by default.
  func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool
  /// Tells that editing has begun (`textFieldDidBeginEditing(_:)`).
  func textFieldDidBeginEditing(_ textField: UITextField)
  /// Asks if editing may end (`textFieldShouldEndEditing(_:)`): true by default.
  func textFieldShouldEndEditing(_ textField: UITextField) -> Bool
  /// Tells that editing has ended and why; called in place of `textFieldDidEndEditing(_:)` by a field whose delegate
  /// has it (`textFieldDidEndEditing(_:reason:)`).
  func textFieldDidEndEditing(
    _ textField: UITextField, reason: UITextField.DidEndEditingReason)
  /// Tells that editing has ended (`textFieldDidEndEditing(_:)`).
  func textFieldDidEndEditing(_ textField: UITextField)
  /// Asks if the user's edit may be made (`textField(_:shouldChangeCharactersIn:replacementString:)`): true by default.
  func textField(
    _ textField: UITextField, shouldChangeCharactersIn range: NSRange,
    replacementString string: String
  ) -> Bool
  /// Tells that the selection has changed (`textFieldDidChangeSelection(_:)`).
  func textFieldDidChangeSelection(_ textField: UITextField)
  /// Asks if the clear button may clear the text (`textFieldShouldClear(_:)`): true by default.
  func textFieldShouldClear(_ textField: UITextField) -> Bool
  /// Asks if Return does what it does by default (`textFieldShouldReturn(_:)`): true by default.
  func textFieldShouldReturn(_ textField: UITextField) -> Bool
}

extension UITextFieldDelegate {
  /// Lets editing begin.
  public func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool { true }
  /// Does nothing.
  public func textFieldDidBeginEditing(_ textField: UITextField) {}
  /// Lets editing end.
  public func textFieldShouldEndEditing(_ textField: UITextField) -> Bool { true }
  /// Calls the method without a reason.
  public func textFieldDidEndEditing(
    _ textField: UITextField, reason: UITextField.DidEndEditingReason
  ) { textFieldDidEndEditing(textField) }
  /// Does nothing.
  public func textFieldDidEndEditing(_ textField: UITextField) {}
  /// Lets the edit be made.
  public func textField(
    _ textField: UITextField, shouldChangeCharactersIn range: NSRange,
    replacementString string: String
  ) -> Bool { true }
  /// Does nothing.
  public func textFieldDidChangeSelection(_ textField: UITextField) {}
  /// Lets the text be cleared.
  public func textFieldShouldClear(_ textField: UITextField) -> Bool { true }
  /// Lets Return do what it does by default.
  public func textFieldShouldReturn(_ textField: UITextField) -> Bool { true }
}
