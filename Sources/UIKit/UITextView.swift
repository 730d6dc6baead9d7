/// A text view (`UITextView`), of which there are none here: what serves both fields and views can name it.
@preconcurrency @MainActor open class UITextView: UIView {
  /// None can be made.
  @available(*, unavailable, message: "only text fields can be made here")
  public override init(frame: CGRect) { super.init(frame: frame) }

  /// None can be made.
  @available(*, unavailable, message: "only text fields can be made here")
  public required init?(coder: NSCoder) { super.init(coder: coder) }
}

/// The delegate of a text view (`UITextViewDelegate`), which nothing here asks or tells.
@preconcurrency @MainActor public protocol UITextViewDelegate: NSObjectProtocol {}
