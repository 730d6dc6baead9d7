import BenchmarkWorker
import FieldEvents
import Foundation
import ReformatCore

/// A way to hear of the keyboard, as a suite lists it.
public struct KeyboardEntry: Sendable {
  /// The name in the `strategy` column and in filters.
  public var name: String

  typealias MakeScreen =
    @Sendable (NotificationCenter, CGRect, PhaseMarker) -> any KeyboardScreen

  let makeScreen: MakeScreen
  let turn: @Sendable () -> Void
  /// Whether it ignores a bad payload; one that does not stops the program.
  let standsBadPayloads: Bool

  /// Lists a way to hear of the keyboard.
  ///
  /// - Parameters:
  ///   - name: without a `/`.
  ///   - turn: what has to happen after a notification before every screen has heard of it; by default nothing.
  ///   - standsBadPayloads: false where a bad payload stops the program, so that it is given none.
  ///   - makeScreen: makes a screen of a frame, in points, which hears what a center posts.
  public init(
    _ name: String, turn: @escaping @Sendable () -> Void = {}, standsBadPayloads: Bool = true,
    makeScreen:
      @escaping @Sendable (NotificationCenter, CGRect, PhaseMarker) -> any KeyboardScreen
  ) {
    self.name = name
    self.turn = turn
    self.standsBadPayloads = standsBadPayloads
    self.makeScreen = makeScreen
  }
}

extension KeyboardEntry {
  /// An observer that tells a delegate, as published.
  public static let delegate = KeyboardEntry("keyboard-delegate") { center, frame, phases in
    PublishedDelegateScreen(center: center, frame: frame, phases: phases)
  }

  /// An observer that hears of all three notifications and tells what is covered.
  public static let delegateMended = KeyboardEntry("keyboard-delegate-mended") {
    center, frame, phases in
    DelegateScreen(center: center, frame: frame, phases: phases)
  }
}
