import BenchmarkWorker
import FieldEvents
import Foundation

/// The actions of a keyboard in a session, one notification per keystroke.
enum KeyboardScript: String, CaseIterable {
  /// Slides in and out alternately.
  case showHide = "show-hide"
  /// Changes its height, every second time to the present one.
  case changeFrame = "change-frame"
  /// Announces itself with payloads that must be ignored, each bad in a different way.
  case badPayload = "bad-payload"
  /// Slides in and out after all observers have gone.
  case gone

  /// The screen of a session, in points.
  static let screen = CGRect(x: 0, y: 0, width: 390, height: 844)
  private static let turns = 16

  /// The notifications of a session, in order.
  var notifications: [Notification] {
    switch self {
    case .showHide, .gone:
      (0..<Self.turns).map { $0.isMultiple(of: 2) ? Self.show : Self.hide }
    case .changeFrame:
      (0..<Self.turns).map { turn in
        Self.change(.willChangeFrame, from: 336, to: (turn / 2).isMultiple(of: 2) ? 336 : 291)
      }
    case .badPayload: Self.badPayloads
    }
  }

  /// The keyboard slides in.
  static var show: Notification { change(.willShow, from: 0, to: 336) }
  /// The keyboard slides out.
  static var hide: Notification { change(.willHide, from: 336, to: 0) }

  /// A change of a keyboard from one visible height to another, in points.
  private static func change(_ event: KeyboardEvent, from before: Double, to after: Double)
    -> Notification
  {
    func frame(_ visible: Double) -> CGRect {
      CGRect(
        x: 0, y: Double(screen.maxY) - visible, width: Double(screen.width),
        height: visible == 0 ? 336 : visible)
    }
    return KeyboardChange(event, from: frame(before), to: frame(after)).notification
  }

  private static var badPayloads: [Notification] {
    let bad: [(String, Any?)] = [
      (KeyboardKey.frameEnd, nil), (KeyboardKey.frameBegin, nil),
      (KeyboardKey.animationDuration, nil), (KeyboardKey.animationCurve, nil),
      (KeyboardKey.frameEnd, "0 508 390 336"), (KeyboardKey.frameEnd, CGRect.zero),
      (KeyboardKey.frameEnd, CGRect.null),
      (KeyboardKey.frameBegin, CGRect(x: 0, y: Double.nan, width: 390, height: 336)),
      (KeyboardKey.animationDuration, Double.infinity), (KeyboardKey.animationDuration, -0.25),
      (KeyboardKey.animationDuration, "0.25"), (KeyboardKey.animationCurve, 8),
    ]
    let damaged = bad.map { key, value in
      var payload = show.userInfo ?? [:]
      payload[key] = value
      return Notification(name: show.name, userInfo: payload)
    }
    return [Notification(name: show.name)] + damaged
  }
}
