import FieldEvents
import Foundation
import OpenCombine
import OpenCombineFoundation
import ReformatCore

/// A screen that learns about the keyboard through a publisher, with the defects of ``PublishedKeyboardScreen`` fixed.
///
/// The property emits before it is set, even if the value is equal; the body is evaluated once for each write, after
/// it. After the screen is gone nothing happens any more, even if a change is still waiting.
public final class MendedKeyboardScreen: KeyboardScreen {
  /// The time at which a change reaches the screen.
  public enum Delivery: Sendable {
    /// While the notification is being posted.
    case atOnce
    /// On the next turn of the run loop of the thread that makes the screen, as `receive(on: RunLoop.main)` does.
    case nextTurn
  }

  /// The height at the bottom that is covered, in points.
  @Published public private(set) var inset = 0.0
  /// The number of writes that the published property announced.
  public private(set) var emissions = 0
  /// The number of evaluated bodies.
  public var refreshes: Int { body.evaluations }

  private var body: ScreenBody
  private var needsUpdate = false
  /// An array, so that they end in the same order in each process; the order of a set depends on addresses.
  private var subscriptions: [AnyCancellable] = []

  /// Makes a screen of this frame, in points, which observes the notifications of `center` and reports its refreshes to
  /// `phases`.
  public init(
    center: NotificationCenter, frame: CGRect, delivery: Delivery = .atOnce,
    phases: PhaseMarker = PhaseMarker()
  ) {
    body = ScreenBody(frame: frame, phases: phases)
    // A published property emits its value to each new subscriber; that is not a write.
    $inset.dropFirst().sink { [weak self] _ in self?.willSet() }.store(in: &subscriptions)
    for event in KeyboardEvent.allCases {
      let insets = center.ocombine.publisher(for: event.name)
        .compactMap { KeyboardChange($0)?.inset(of: frame) }
      switch delivery {
      case .atOnce:
        insets.sink { [weak self] in self?.write($0) }.store(in: &subscriptions)
      case .nextTurn:
        insets.receive(on: RunLoop.current.ocombine).sink { [weak self] in self?.write($0) }
          .store(in: &subscriptions)
      }
    }
  }

  private func willSet() {
    emissions += 1
    needsUpdate = true
  }

  private func write(_ inset: Double) {
    self.inset = inset
    guard needsUpdate else { return }
    needsUpdate = false
    body.evaluate(inset: inset)
  }
}
