import Foundation
import ReformatCore

/// A screen that learns about the keyboard as a delegate, with the defects of ``PublishedDelegateScreen`` fixed.
///
/// It treats each inset like a published property: an equal one is written too, and costs a refresh.
public final class DelegateScreen: KeyboardScreen, KeyboardObserverDelegate {
  /// The height at the bottom that is covered, in points.
  public private(set) var inset = 0.0
  /// The number of insets that the observer announced.
  public private(set) var emissions = 0
  /// The number of evaluated bodies.
  public var refreshes: Int { body.evaluations }

  private let observer: KeyboardObserver
  private var body: ScreenBody

  /// Makes a screen of this frame, in points, which observes the notifications of `center` and reports its refreshes to
  /// `phases`.
  public init(
    center: NotificationCenter, frame: CGRect, phases: PhaseMarker = PhaseMarker()
  ) {
    observer = KeyboardObserver(center: center, screen: frame)
    body = ScreenBody(frame: frame, phases: phases)
    observer.delegate = self
  }

  /// Writes the inset and evaluates the body.
  public func keyboardWillChange(_ change: KeyboardChange, inset: Double) {
    emissions += 1
    self.inset = inset
    body.evaluate(inset: inset)
  }
}
