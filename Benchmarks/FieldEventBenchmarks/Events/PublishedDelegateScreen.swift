import Foundation
import ReformatCore

/// A receiver of keyboard events from a ``PublishedKeyboardObserver``.
public protocol PublishedKeyboardDelegate: AnyObject {
  /// Called when the keyboard slides in.
  func keyboardShown(_ payload: PublishedKeyboardPayload)
  /// Called when the keyboard slides out.
  func keyboardHidden(_ payload: PublishedKeyboardPayload)
}

/// The values that the published observer reads from a notification.
public struct PublishedKeyboardPayload: Hashable, Sendable {
  /// The frame before, in points.
  public var beginFrame: CGRect
  /// The frame after, in points.
  public var endFrame: CGRect
  /// The duration of the change, in seconds.
  public var duration: Double
  /// The curve, shifted to its position in animation options.
  public var options: Int

  /// Reads a payload; nil if any part is missing or has the wrong type.
  init?(_ notification: Notification) {
    guard let begin = notification.userInfo?[KeyboardKey.frameBegin] as? CGRect,
      let end = notification.userInfo?[KeyboardKey.frameEnd] as? CGRect,
      let duration = notification.userInfo?[KeyboardKey.animationDuration] as? Double,
      let curve = notification.userInfo?[KeyboardKey.animationCurve] as? Int
    else { return nil }
    beginFrame = begin
    endFrame = end
    self.duration = duration
    options = curve << 16
  }
}

/// Observes two notifications and tells a weak delegate, as published.
///
/// The published observer is registered by selectors; Foundation on Linux has none, so blocks replace them, which makes
/// two registrations all the same. Both end with the observer.
public final class PublishedKeyboardObserver {
  /// The delegate that is told of each change; a weak reference.
  public weak var delegate: (any PublishedKeyboardDelegate)?
  private let center: NotificationCenter
  private var tokens: [any NSObjectProtocol] = []

  /// Makes an observer of the notifications of `center`.
  public init(center: NotificationCenter) {
    self.center = center
    let observer = OneThreadReference(self)
    for event in [KeyboardEvent.willShow, .willHide] {
      tokens.append(
        center.addObserver(forName: event.name, object: nil, queue: nil) { notification in
          guard let payload = PublishedKeyboardPayload(notification) else { return }
          observer.object?.tell(event, payload)
        })
    }
  }

  deinit {
    for token in tokens { center.removeObserver(token) }
  }

  private func tell(_ event: KeyboardEvent, _ payload: PublishedKeyboardPayload) {
    if event == .willShow {
      delegate?.keyboardShown(payload)
    } else {
      delegate?.keyboardHidden(payload)
    }
  }
}

/// A screen that learns about the keyboard as a delegate, as published.
///
/// Its defect is kept: it makes room for the height of the end frame and a constant, even when the keyboard hides.
public final class PublishedDelegateScreen: KeyboardScreen, PublishedKeyboardDelegate {
  /// The constant that is added to the height, in points.
  static let margin = 8.0

  /// The height at the bottom that the screen regards as covered, in points.
  public private(set) var inset = 0.0
  /// The number of insets that the observer announced.
  public private(set) var emissions = 0
  /// The number of evaluated bodies.
  public var refreshes: Int { body.evaluations }

  private let observer: PublishedKeyboardObserver
  private var body: ScreenBody

  /// Makes a screen of this frame, in points, which observes the notifications of `center` and reports its refreshes to
  /// `phases`.
  public init(center: NotificationCenter, frame: CGRect, phases: PhaseMarker = PhaseMarker()) {
    observer = PublishedKeyboardObserver(center: center)
    body = ScreenBody(frame: frame, phases: phases)
    observer.delegate = self
  }

  /// Makes room.
  public func keyboardShown(_ payload: PublishedKeyboardPayload) { makeRoom(payload) }

  /// Makes room, too.
  public func keyboardHidden(_ payload: PublishedKeyboardPayload) { makeRoom(payload) }

  private func makeRoom(_ payload: PublishedKeyboardPayload) {
    emissions += 1
    inset = Double(payload.endFrame.height) + Self.margin
    body.evaluate(inset: inset)
  }
}
