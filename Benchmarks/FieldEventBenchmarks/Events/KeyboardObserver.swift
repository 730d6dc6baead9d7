import Foundation

/// A receiver of the height of the screen that a keyboard covers.
public protocol KeyboardObserverDelegate: AnyObject {
  /// Called when the keyboard is about to change, with the height that it will cover at the bottom, in points.
  ///
  /// It is called once for each valid notification, even if the inset stays the same.
  func keyboardWillChange(_ change: KeyboardChange, inset: Double)
}

/// Observes a keyboard's notifications and tells its delegate.
///
/// A bad payload is ignored. Deliveries end with the observer: nothing reaches a delegate whose observer is gone or was
/// stopped, not even a notification that is being delivered at that moment. Like all of UIKit, an observer is for one
/// thread, on which notifications are posted too.
public final class KeyboardObserver {
  /// The delegate that is told of each change; a weak reference.
  public weak var delegate: (any KeyboardObserverDelegate)?
  private let screen: CGRect
  private var registration: KeyboardRegistration?

  /// Makes an observer of the notifications of `center`, for a screen with this frame, in points.
  public init(center: NotificationCenter, screen: CGRect) {
    self.screen = screen
    let observer = OneThreadReference(self)
    registration = KeyboardRegistration(center: center) { observer.object?.receive($0) }
  }

  /// Ends deliveries permanently.
  public func stop() { registration = nil }

  private func receive(_ notification: Notification) {
    // The center still calls blocks that were registered when it began to post.
    guard registration != nil, let delegate, let change = KeyboardChange(notification) else {
      return
    }
    delegate.keyboardWillChange(change, inset: change.inset(of: screen))
  }
}

/// A weak reference inside a block that must be sendable, although it runs on the thread that made it.
final class OneThreadReference<Observer: AnyObject>: @unchecked Sendable {
  weak var object: Observer?

  init(_ object: Observer) { self.object = object }
}
