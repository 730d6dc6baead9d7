import FieldEvents
import Foundation
import OpenCombine
import ReformatCore

/// A screen that learns about the keyboard through a publisher, as published.
///
/// Its defects are kept. The three registrations are never removed: each screen leaves them behind, and every later
/// notification pays for them. A notification without its end frame crashes the program. The inset is the height of the
/// end frame less the safe area, even when the keyboard hides. The published blocks run on the main queue; here they
/// run at once, since only the main thread can run that queue.
public final class PublishedKeyboardScreen: KeyboardScreen {
  /// The height that the system keeps free at the bottom of a screen, in points.
  public static let safeArea = 34.0

  /// The height at the bottom that the screen regards as covered, in points.
  public var inset: Double { heights.inset }
  /// The number of writes that the published property announced.
  public private(set) var emissions = 0
  /// The number of evaluated bodies.
  public var refreshes: Int { body.evaluations }

  private let heights: Heights
  private var body: ScreenBody
  private var observation: AnyCancellable?

  /// Makes a screen of this frame, in points, which observes the notifications of `center` and reports its refreshes to
  /// `phases`.
  public init(center: NotificationCenter, frame: CGRect, phases: PhaseMarker = PhaseMarker()) {
    heights = Heights(center: center)
    body = ScreenBody(frame: frame, phases: phases)
    // The announced value is set by the time the body is evaluated.
    heights.wasSet = { [weak self] in
      guard let self else { return }
      self.body.evaluate(inset: self.inset)
    }
    observation = heights.objectWillChange.sink { [weak self] in self?.emissions += 1 }
  }
}

/// The observable object that the registrations write to.
private final class Heights: ObservableObject {
  @Published var inset = 0.0
  var wasSet: (() -> Void)?
  /// The tokens, which are never given back.
  private var tokens: [any NSObjectProtocol] = []

  init(center: NotificationCenter) {
    let heights = WeakHeights(object: self)
    for event in KeyboardEvent.allCases {
      tokens.append(
        center.addObserver(forName: event.name, object: nil, queue: nil) { notification in
          guard let frame = notification.userInfo?[KeyboardKey.frameEnd] as? CGRect else {
            preconditionFailure("a keyboard's notification without its end frame")
          }
          guard let heights = heights.object else { return }
          heights.inset = max(0, Double(frame.height) - PublishedKeyboardScreen.safeArea)
          heights.wasSet?()
        })
    }
  }

  /// A weak reference inside a block that must be sendable, although it runs on the thread that made it.
  private final class WeakHeights: @unchecked Sendable {
    weak var object: Heights?

    init(object: Heights) { self.object = object }
  }
}
