import Foundation
import ReformatCore

/// A screen that hears of the keyboard as a delegate, with the defects of ``PublishedDelegateScreen`` mended.
///
/// It treats each inset as a published property would: an equal one is written too, and costs a refresh.
public final class DelegateScreen: KeyboardScreen, KeyboardObserverDelegate {
  /// How much of the bottom is covered, in points.
  public private(set) var inset = 0.0
  /// Insets that the observer announced.
  public private(set) var emissions = 0
  /// Bodies evaluated.
  public var refreshes: Int { body.evaluations }

  private let observer: KeyboardObserver
  private var body: ScreenBody

  /// A screen of this frame, in points, which hears what `center` posts and tells `phases` of its refreshes.
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
