import FieldEventBenchmarks
import FieldEvents
import Foundation
import OpenCombine
import Testing

@Suite struct MendedKeyboardScreenTests {
  private static let frame = CGRect(x: 0, y: 0, width: 390, height: 844)
  private static let hidden = CGRect(x: 0, y: 844, width: 390, height: 336)
  private static let shown = CGRect(x: 0, y: 508, width: 390, height: 336)

  private let center = NotificationCenter()
  private let show = KeyboardChange(.willShow, from: hidden, to: shown).notification
  private let hide = KeyboardChange(.willHide, from: shown, to: hidden).notification

  private func screen(_ delivery: MendedKeyboardScreen.Delivery = .atOnce)
    -> MendedKeyboardScreen
  { MendedKeyboardScreen(center: center, frame: Self.frame, delivery: delivery) }

  private func turn() { _ = RunLoop.current.run(mode: .default, before: .distantPast) }

  private func state(_ screen: MendedKeyboardScreen) -> [Double] {
    [screen.inset, Double(screen.emissions), Double(screen.refreshes)]
  }

  @Test func eachGoodNotificationIsOneRefreshAndEqualOnesToo() {
    let screen = screen()
    #expect(state(screen) == [0, 0, 0])
    center.post(show)
    center.post(show)
    #expect(state(screen) == [336, 2, 2])
    center.post(KeyboardChange(.willChangeFrame, from: Self.shown, to: Self.shown).notification)
    center.post(hide)
    #expect(state(screen) == [0, 4, 4])
  }

  @Test func aBadPayloadWritesNothing() {
    let screen = screen()
    center.post(show)
    var bad = show
    bad.userInfo?[KeyboardKey.animationDuration] = -1.0
    for notification in [bad, Notification(name: hide.name)] { center.post(notification) }
    #expect(state(screen) == [336, 1, 1])
  }

  @Test func onTheNextTurnNothingComesBeforeIt() {
    let screen = screen(.nextTurn)
    center.post(show)
    #expect(state(screen) == [0, 0, 0])
    turn()
    #expect(state(screen) == [336, 1, 1])
    center.post(hide)
    center.post(show)
    turn()
    #expect(state(screen) == [336, 3, 3])
  }

  @Test(arguments: [MendedKeyboardScreen.Delivery.atOnce, .nextTurn])
  func aScreenThatIsGoneHearsNothing(_ delivery: MendedKeyboardScreen.Delivery) {
    let refreshes = RefreshCount()
    var screen: MendedKeyboardScreen? = MendedKeyboardScreen(
      center: center, frame: Self.frame, delivery: delivery, phases: refreshes.marker)
    weak let gone = screen
    center.post(show)
    turn()
    #expect(refreshes.count == 1)
    // A notification that is still on its way when the screen is released.
    if delivery == .nextTurn { center.post(hide) }
    screen = nil
    #expect(gone == nil, "a subscription must not keep its screen")
    center.post(hide)
    turn()
    #expect(refreshes.count == 1)
  }

  /// Lets each of two listeners release the other's screen, since the order of delivery is undefined.
  @Test func aScreenThatGoesDuringADeliveryHearsNothing() {
    let counts = [RefreshCount(), RefreshCount()]
    var screens: [MendedKeyboardScreen?] = counts.map {
      MendedKeyboardScreen(center: center, frame: Self.frame, phases: $0.marker)
    }
    let subscriptions = [0, 1].map { index in
      screens[index]?.$inset.dropFirst().sink { _ in screens[1 - index] = nil }
    }
    center.post(show)
    #expect(counts.map(\.count).sorted() == [0, 1])
    withExtendedLifetime(subscriptions) {}
  }
}
