import FieldEvents
import Foundation
import OpenCombine
import OpenCombineFoundation
import ReformatCore

/// A screen that hears of the keyboard through a publisher, with the defects of ``PublishedKeyboardScreen`` mended.
///
/// The property emits before it is set, equal values included; the body is evaluated once for each write, after
/// it. Nothing happens any more once the screen is gone, also where a change is still on its way.
public final class MendedKeyboardScreen: KeyboardScreen {
  /// When a change reaches the screen.
  public enum Delivery: Sendable {
    /// While the notification is being posted.
    case atOnce
    /// On the next turn of the run loop of the thread that makes the screen, as `receive(on: RunLoop.main)` does.
    case nextTurn
  }

  /// How much of the bottom is covered, in points.
  @Published public private(set) var inset = 0.0
  /// What the published property announced.
  public private(set) var emissions = 0
  /// Bodies evaluated.
  public var refreshes: Int { body.evaluations }

  private var body: ScreenBody
  private var needsUpdate = false
  /// In order, so that they end in the same order in each process; a set's depends on addresses.
  private var subscriptions: [AnyCancellable] = []

  /// A screen of this frame, in points, which hears what `center` posts and tells `phases` of its refreshes.
  public init(
    center: NotificationCenter, frame: CGRect, delivery: Delivery = .atOnce,
    phases: PhaseMarker = PhaseMarker()
  ) {
    body = ScreenBody(frame: frame, phases: phases)
    // A published property emits its value to each new subscriber; that is no write.
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
