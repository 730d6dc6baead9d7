/// A method of a delegate, called as an optional one: `delegate?.textFieldShouldClear?(textField)`.
///
/// It is never nil, since a delegate without the method has its default. So an answer after `??` is not asked for.
@preconcurrency @MainActor public struct UITextFieldDelegateCall<Answer> {
  fileprivate let call: @MainActor (UITextField) -> Answer

  /// Calls the method.
  public func callAsFunction(_ textField: UITextField) -> Answer { call(textField) }
}

/// The method that is asked about an edit, called as an optional one.
@preconcurrency @MainActor public struct UITextFieldDelegateEditCall {
  fileprivate let delegate: any UITextFieldDelegate

  /// Calls `textField(_:shouldChangeCharactersIn:replacementString:)`.
  public func callAsFunction(
    _ textField: UITextField, shouldChangeCharactersIn range: NSRange,
    replacementString string: String
  ) -> Bool {
    delegate.textField(textField, shouldChangeCharactersIn: range, replacementString: string)
  }
}

/// The methods that are told of the end of editing, called as optional ones.
@preconcurrency @MainActor public struct UITextFieldDelegateEndCall {
  fileprivate let delegate: any UITextFieldDelegate

  /// Calls `textFieldDidEndEditing(_:)`.
  public func callAsFunction(_ textField: UITextField) {
    delegate.textFieldDidEndEditing(textField)
  }

  /// Calls `textFieldDidEndEditing(_:reason:)`.
  public func callAsFunction(
    _ textField: UITextField, reason: UITextField.DidEndEditingReason
  ) { delegate.textFieldDidEndEditing(textField, reason: reason) }
}

extension UITextFieldDelegate {
  /// The method as an optional one.
  public var textFieldShouldBeginEditing: UITextFieldDelegateCall<Bool>? {
    UITextFieldDelegateCall { self.textFieldShouldBeginEditing($0) }
  }
  /// The method as an optional one.
  public var textFieldDidBeginEditing: UITextFieldDelegateCall<Void>? {
    UITextFieldDelegateCall { self.textFieldDidBeginEditing($0) }
  }
  /// The method as an optional one.
  public var textFieldShouldEndEditing: UITextFieldDelegateCall<Bool>? {
    UITextFieldDelegateCall { self.textFieldShouldEndEditing($0) }
  }
  /// The methods as optional ones.
  public var textFieldDidEndEditing: UITextFieldDelegateEndCall? {
    UITextFieldDelegateEndCall(delegate: self)
  }
  /// The method as an optional one.
  public var textField: UITextFieldDelegateEditCall? {
    UITextFieldDelegateEditCall(delegate: self)
  }
  /// The method as an optional one.
  public var textFieldDidChangeSelection: UITextFieldDelegateCall<Void>? {
    UITextFieldDelegateCall { self.textFieldDidChangeSelection($0) }
  }
  /// The method as an optional one.
  public var textFieldShouldClear: UITextFieldDelegateCall<Bool>? {
    UITextFieldDelegateCall { self.textFieldShouldClear($0) }
  }
  /// The method as an optional one.
  public var textFieldShouldReturn: UITextFieldDelegateCall<Bool>? {
    UITextFieldDelegateCall { self.textFieldShouldReturn($0) }
  }
}
