// A file that imports UIKit sees Foundation, as on Apple platforms.
@_exported import Foundation

/// An object that may be the one that is typed into.
///
/// Semantics are those of Apple's documentation of `UIResponder`; a member that is not here does not compile.
@preconcurrency @MainActor open class UIResponder: NSObject {
  /// Creates a responder.
  public override init() { super.init() }

  /// True if this object is the one that is typed into (`UIResponder.isFirstResponder`).
  open var isFirstResponder: Bool { false }

  /// True if this object can become the first responder (`UIResponder.canBecomeFirstResponder`): false by default.
  open var canBecomeFirstResponder: Bool { false }

  /// Makes this object the first responder (`UIResponder.becomeFirstResponder()`).
  @discardableResult open func becomeFirstResponder() -> Bool { false }

  /// Gives up being the first responder (`UIResponder.resignFirstResponder()`).
  @discardableResult open func resignFirstResponder() -> Bool { true }

  /// Called when the object was loaded from an archive (`NSObject.awakeFromNib()`): nothing here is, so only a subclass calls it.
  open func awakeFromNib() {}

  /// The undo manager nearest in the responder chain (`UIResponder.undoManager`): none here, a text field has its own.
  open var undoManager: UndoManager? { nil }
}

/// A rectangle on the screen, without a screen: only what a delegate of a text field touches.
@preconcurrency @MainActor open class UIView: UIResponder {
  /// The frame rectangle (`UIView.frame`); nothing is laid out by it.
  open var frame: CGRect
  /// The rectangle in the view's own coordinates (`UIView.bounds`): the size of the frame.
  open var bounds: CGRect { CGRect(origin: .zero, size: frame.size) }
  /// An integer by which an app tells its views apart (`UIView.tag`): 0 by default.
  open var tag = 0

  /// Creates a view with a frame (`UIView.init(frame:)`).
  public init(frame: CGRect) {
    self.frame = frame
    super.init()
  }

  /// Creates a view with an empty frame.
  public override convenience init() { self.init(frame: .zero) }

  /// Creates a view as from an archive (`UIView.init(coder:)`); nothing is read from it.
  public required init?(coder: NSCoder) {
    frame = .zero
    super.init()
  }

  /// Called when the view is about to be put into another view, or taken out if that is nil (`UIView.willMove(toSuperview:)`).
  ///
  /// A field that is tried is put into a view before its user taps it.
  open func willMove(toSuperview newSuperview: UIView?) {}

  /// Called when that has been done (`UIView.didMoveToSuperview()`).
  open func didMoveToSuperview() {}

  /// Draws the view (`UIView.draw(_:)`): nothing here; called "when a view is first displayed".
  open func draw(_ rect: CGRect) {}

  /// Makes this view resign as the first responder if it is (`UIView.endEditing(_:)`).
  ///
  /// - Parameter force: true if it must, whatever its delegate says.
  /// - Returns: true if it is not the first responder any more.
  @discardableResult open func endEditing(_ force: Bool) -> Bool {
    isFirstResponder ? resignFirstResponder() : true
  }
}
