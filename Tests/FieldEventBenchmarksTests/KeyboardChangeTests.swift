import FieldEvents
import Foundation
import Testing

@Suite struct KeyboardChangeTests {
  static let screen = CGRect(x: 0, y: 0, width: 390, height: 844)
  static let hidden = CGRect(x: 0, y: 844, width: 390, height: 336)
  static let shown = CGRect(x: 0, y: 508, width: 390, height: 336)

  @Test(arguments: KeyboardEvent.allCases) func aNotificationReadsBackAsTheChange(
    _ event: KeyboardEvent
  ) {
    let change = KeyboardChange(
      event, from: Self.hidden, to: Self.shown, duration: 0.5, curve: .easeOut)
    #expect(KeyboardChange(change.notification) == change)
  }

  @Test func numbersMayBeBoxedAsFoundationBoxesThem() {
    var notification = KeyboardChange(.willShow, from: Self.hidden, to: Self.shown).notification
    notification.userInfo?[KeyboardKey.animationDuration] = NSNumber(value: 0.25)
    notification.userInfo?[KeyboardKey.animationCurve] = NSNumber(value: 7)
    #expect(KeyboardChange(notification)?.duration == 0.25)
    #expect(KeyboardChange(notification)?.curve == .keyboard)
  }

  /// A key with a value that must be refused; nil removes the key.
  struct Damage: CustomTestStringConvertible, @unchecked Sendable {
    var key: String
    var value: Any?
    var testDescription: String { "\(key) \(value.map { "\($0)" } ?? "missing")" }

    init(_ key: String, _ value: Any?) {
      self.key = key
      self.value = value
    }
  }

  private static var frames: [Any?] {
    [
      nil, "0 0 1 1", 336.0, CGRect.zero, CGRect.null, CGRect.infinite,
      CGRect(x: 0, y: 0, width: 390, height: 0),
      CGRect(x: Double.nan, y: 0, width: 390, height: 336),
      CGRect(x: 0, y: 0, width: 390, height: Double.infinity),
    ]
  }
  static let damages =
    frames.map { Damage(KeyboardKey.frameBegin, $0) }
    + frames.map { Damage(KeyboardKey.frameEnd, $0) }
    + [nil, "0.25", Double.nan, Double.infinity, -0.01].map {
      Damage(KeyboardKey.animationDuration, $0)
    } + [nil, 5, -1, 0.5, "7"].map { Damage(KeyboardKey.animationCurve, $0) }

  @Test(arguments: damages) func aBadPayloadIsNoChange(_ damage: Damage) {
    var notification = KeyboardChange(.willShow, from: Self.hidden, to: Self.shown).notification
    notification.userInfo?[damage.key] = damage.value
    #expect(KeyboardChange(notification) == nil)
  }

  @Test func withoutAPayloadOrAboutSomethingElseItIsNoChange() {
    #expect(KeyboardChange(Notification(name: KeyboardEvent.willShow.name)) == nil)
    var other = KeyboardChange(.willShow, from: Self.hidden, to: Self.shown).notification
    other.name = Notification.Name("somebodyElse")
    #expect(KeyboardChange(other) == nil)
  }

  @Test(arguments: [
    (KeyboardEvent.willShow, shown, 336.0), (.willChangeFrame, shown, 336), (.willShow, hidden, 0),
    (.willHide, hidden, 0), (.willHide, shown, 0),
    (.willShow, CGRect(x: 500, y: 508, width: 390, height: 336), 0),
    (.willChangeFrame, CGRect(x: 0, y: 700, width: 390, height: 336), 144),
  ]) func theInsetIsWhatItCoversOfTheScreen(
    _ event: KeyboardEvent, _ frame: CGRect, _ inset: Double
  ) {
    let change = KeyboardChange(event, from: Self.hidden, to: frame)
    #expect(change.inset(of: Self.screen) == inset)
  }
}
