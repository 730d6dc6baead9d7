import FieldEvents
import Foundation
import OpenCombine
import ReformatCore

/// A screen that hears of the keyboard through a publisher, as published.
///
/// Its defects are kept. The three registrations are never removed: each screen that goes leaves them behind, and every later
/// notification pays for them. A notification without its end frame stops the program. The inset is the height of the
/// end frame less the safe area, also when the keyboard hides. The published blocks run on the main queue; here they run at
/// once, since no thread but the main one can turn that queue.
public final class PublishedKeyboardScreen: KeyboardScreen {
  /// What the system keeps free at the bottom of a screen, in points.
  public static let safeArea = 34.0

  /// How much of the bottom is taken for covered, in points.
  public var inset: Double { heights.inset }
  /// What the published property announced.
  public private(set) var emissions = 0
  /// Bodies evaluated.
  public var refreshes: Int { body.evaluations }

  private let heights: Heights
  private var body: ScreenBody
  private var observation: AnyCancellable?

  /// A screen of this frame, in points, which hears what `center` posts and tells `phases` of its refreshes.
  public init(center: NotificationCenter, frame: CGRect, phases: PhaseMarker = PhaseMarker()) {
    heights = Heights(center: center)
    body = ScreenBody(frame: frame, phases: phases)
    // What was announced is set when the body is evaluated.
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
  /// Kept, and never given back.
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

  /// A weak reference inside a block that must be sendable, though it runs on the thread that it was made on.
  private final class WeakHeights: @unchecked Sendable {
    weak var object: Heights?

    init(object: Heights) { self.object = object }
  }
}
