import BenchmarkWorker
import FieldEvents
import Foundation
import ReformatCore

/// A way to observe the keyboard, as listed in a suite.
public struct KeyboardEntry: Sendable {
  /// The name in the `strategy` column and in filters.
  public var name: String

  typealias MakeScreen =
    @Sendable (NotificationCenter, CGRect, PhaseMarker) -> any KeyboardScreen

  let makeScreen: MakeScreen
  let turn: @Sendable () -> Void
  /// True if it ignores a bad payload; otherwise such a payload crashes the program.
  let standsBadPayloads: Bool

  /// Lists a way to observe the keyboard.
  ///
  /// - Parameters:
  ///   - name: a name without a `/`.
  ///   - turn: called after a notification, to deliver it to every screen; by default it does nothing.
  ///   - standsBadPayloads: false if a bad payload crashes the program, so that it is given none.
  ///   - makeScreen: makes a screen of a frame, in points, which observes the notifications of a center.
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

  /// An observer that gets all three notifications and reports the covered height.
  public static let delegateMended = KeyboardEntry("keyboard-delegate-mended") {
    center, frame, phases in
    DelegateScreen(center: center, frame: frame, phases: phases)
  }
}
