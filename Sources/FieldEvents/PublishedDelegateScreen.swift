import Foundation
import ReformatCore

/// Whoever is told of the keyboard by a ``PublishedKeyboardObserver``.
public protocol PublishedKeyboardDelegate: AnyObject {
  /// The keyboard slides in.
  func keyboardShown(_ payload: PublishedKeyboardPayload)
  /// The keyboard slides out.
  func keyboardHidden(_ payload: PublishedKeyboardPayload)
}

/// What the published observer reads of a notification.
public struct PublishedKeyboardPayload: Hashable, Sendable {
  /// The frame before, in points.
  public var beginFrame: CGRect
  /// The frame after, in points.
  public var endFrame: CGRect
  /// How long the change takes, in seconds.
  public var duration: Double
  /// The curve, shifted to where animation options have it.
  public var options: Int

  /// Reads a payload; nil where any part is missing or has the wrong type.
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
/// The published observer is registered by selectors; Foundation on Linux has none, so blocks stand in, which is two
/// registrations all the same. Both end with the observer.
public final class PublishedKeyboardObserver {
  /// Told of each change; not kept alive.
  public weak var delegate: (any PublishedKeyboardDelegate)?
  private let center: NotificationCenter
  private var tokens: [any NSObjectProtocol] = []

  /// An observer of what `center` posts.
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

/// A screen that hears of the keyboard as a delegate, as published.
///
/// Its defect is kept: it makes room for the height of the end frame and a constant, also when the keyboard hides.
public final class PublishedDelegateScreen: KeyboardScreen, PublishedKeyboardDelegate {
  /// What is added to the height, in points.
  static let margin = 8.0

  /// How much of the bottom is taken for covered, in points.
  public private(set) var inset = 0.0
  /// Insets that the observer announced.
  public private(set) var emissions = 0
  /// Bodies evaluated.
  public var refreshes: Int { body.evaluations }

  private let observer: PublishedKeyboardObserver
  private var body: ScreenBody

  /// A screen of this frame, in points, which hears what `center` posts and tells `phases` of its refreshes.
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
