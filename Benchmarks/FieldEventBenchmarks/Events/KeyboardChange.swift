import Foundation

/// The contents of a keyboard notification, read from its user info.
public struct KeyboardChange: Hashable, Sendable {
  /// The event that is about to happen.
  public var event: KeyboardEvent
  /// The frame before, in points.
  public var beginFrame: CGRect
  /// The frame after, in points.
  public var endFrame: CGRect
  /// The duration of the change, in seconds.
  public var duration: Double
  /// The curve of the animation.
  public var curve: AnimationCurve

  /// Makes a change of its parts; ``notification`` announces it.
  public init(
    _ event: KeyboardEvent, from beginFrame: CGRect, to endFrame: CGRect, duration: Double = 0.25,
    curve: AnimationCurve = .keyboard
  ) {
    self.event = event
    self.beginFrame = beginFrame
    self.endFrame = endFrame
    self.duration = duration
    self.curve = curve
  }

  /// Reads a notification; nil if it is not about a keyboard or its payload is bad.
  ///
  /// A payload is bad if a key is missing or has the wrong type, a frame is empty, null or not finite, a duration is
  /// negative or not finite, or a curve is not one of ``AnimationCurve``.
  public init?(_ notification: Notification) {
    guard let event = KeyboardEvent(notification.name), let payload = notification.userInfo,
      let beginFrame = Self.frame(payload[KeyboardKey.frameBegin]),
      let endFrame = Self.frame(payload[KeyboardKey.frameEnd]),
      let duration = payload[KeyboardKey.animationDuration] as? Double, duration.isFinite,
      duration >= 0, let rawCurve = payload[KeyboardKey.animationCurve] as? Int,
      let curve = AnimationCurve(rawValue: rawCurve)
    else { return nil }
    self.init(event, from: beginFrame, to: endFrame, duration: duration, curve: curve)
  }

  /// The notification that announces the change.
  public var notification: Notification {
    Notification(
      name: event.name,
      userInfo: [
        KeyboardKey.frameBegin: beginFrame, KeyboardKey.frameEnd: endFrame,
        KeyboardKey.animationDuration: duration, KeyboardKey.animationCurve: curve.rawValue,
      ])
  }

  /// The height of the screen's bottom that the keyboard will cover, in points.
  ///
  /// It is the height of the overlap of its end frame with the screen. A keyboard that hides covers nothing even if its
  /// frame stays on the screen: UIKit also announces "will hide" when a keyboard is undocked.
  public func inset(of screen: CGRect) -> Double {
    guard event != .willHide else { return 0 }
    let overlap = screen.intersection(endFrame)
    return overlap.isNull ? 0 : Double(overlap.height)
  }

  private static func frame(_ value: Any?) -> CGRect? {
    guard let frame = value as? CGRect, !frame.isEmpty, !frame.isInfinite,
      [frame.origin.x, frame.origin.y, frame.width, frame.height].allSatisfy(\.isFinite)
    else { return nil }
    return frame
  }
}
