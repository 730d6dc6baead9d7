import Foundation

/// Whoever wants to know how much of the screen a keyboard covers.
public protocol KeyboardObserverDelegate: AnyObject {
  /// The keyboard is about to change, and will cover so many points at the bottom.
  ///
  /// Called once for each good notification, also where the inset stays what it was.
  func keyboardWillChange(_ change: KeyboardChange, inset: Double)
}

/// Hears a keyboard's notifications and tells its delegate.
///
/// A bad payload is ignored. Deliveries end with the observer: nothing reaches a delegate whose observer is gone or
/// was stopped, not even a notification that is being delivered at that moment. Like all of UIKit an observer is for
/// one thread, on which notifications are posted too.
public final class KeyboardObserver {
  /// Told of each change; not kept alive.
  public weak var delegate: (any KeyboardObserverDelegate)?
  private let screen: CGRect
  private var registration: KeyboardRegistration?

  /// An observer of what `center` posts, for a screen with this frame, in points.
  public init(center: NotificationCenter, screen: CGRect) {
    self.screen = screen
    let observer = OneThreadReference(self)
    registration = KeyboardRegistration(center: center) { observer.object?.receive($0) }
  }

  /// Ends deliveries for good.
  public func stop() { registration = nil }

  private func receive(_ notification: Notification) {
    // The center still calls those that were registered when it began to post.
    guard registration != nil, let delegate, let change = KeyboardChange(notification) else {
      return
    }
    delegate.keyboardWillChange(change, inset: change.inset(of: screen))
  }
}

/// A weak reference inside a block that must be sendable, though it runs on the thread that it was made on.
final class OneThreadReference<Observer: AnyObject>: @unchecked Sendable {
  weak var object: Observer?

  init(_ object: Observer) { self.object = object }
}
