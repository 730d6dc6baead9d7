import Foundation

/// An event of the keyboard on the screen, announced before it happens.
///
/// UIKit does not exist on Linux. Names and keys are this project's own, modelled on
/// `UIResponder.keyboardWillShowNotification` and its user info; the notifications go through Foundation's
/// `NotificationCenter`.
public enum KeyboardEvent: Sendable, Hashable, CaseIterable {
  /// The keyboard slides in.
  case willShow
  /// The keyboard slides out, or no longer covers the bottom of the screen.
  case willHide
  /// The keyboard changes its size or place.
  case willChangeFrame

  /// The name of the notification.
  public var name: Notification.Name {
    switch self {
    case .willShow: Self.showName
    case .willHide: Self.hideName
    case .willChangeFrame: Self.changeName
    }
  }

  /// The event that a notification announces; nil if it is about something else.
  public init?(_ name: Notification.Name) {
    switch name {
    case Self.showName: self = .willShow
    case Self.hideName: self = .willHide
    case Self.changeName: self = .willChangeFrame
    default: return nil
    }
  }

  private static let showName = Notification.Name("FieldEvents.keyboardWillShow")
  private static let hideName = Notification.Name("FieldEvents.keyboardWillHide")
  private static let changeName = Notification.Name("FieldEvents.keyboardWillChangeFrame")
}

/// The keys of a keyboard notification's user info.
public enum KeyboardKey {
  /// The frame before, a `CGRect` in points.
  public static let frameBegin = "FieldEvents.keyboardFrameBegin"
  /// The frame after, a `CGRect` in points.
  public static let frameEnd = "FieldEvents.keyboardFrameEnd"
  /// The duration of the change, a `Double` in seconds.
  public static let animationDuration = "FieldEvents.keyboardAnimationDuration"
  /// The raw value of an ``AnimationCurve``, an `Int`.
  public static let animationCurve = "FieldEvents.keyboardAnimationCurve"
}
