import FieldEvents
import Foundation
import Testing

@Suite struct KeyboardObserverTests {
  /// A delegate that records each inset, and may run code at that moment.
  private final class Listener: KeyboardObserverDelegate {
    var insets: [Double] = []
    var onChange: () -> Void = {}

    func keyboardWillChange(_ change: KeyboardChange, inset: Double) {
      insets.append(inset)
      onChange()
    }
  }

  private let center = NotificationCenter()
  private let show = KeyboardChange(
    .willShow, from: KeyboardChangeTests.hidden, to: KeyboardChangeTests.shown
  ).notification
  private let hide = KeyboardChange(
    .willHide, from: KeyboardChangeTests.shown, to: KeyboardChangeTests.hidden
  ).notification

  private func observer(_ delegate: Listener) -> KeyboardObserver {
    let observer = KeyboardObserver(center: center, screen: KeyboardChangeTests.screen)
    observer.delegate = delegate
    return observer
  }

  @Test func eachGoodNotificationIsOneCall() {
    let listener = Listener()
    let observer = observer(listener)
    for notification in [show, Notification(name: show.name), show, hide] {
      center.post(notification)
    }
    withExtendedLifetime(observer) { #expect(listener.insets == [336, 336, 0]) }
  }

  @Test func anotherCenterIsNotHeard() {
    let listener = Listener()
    let observer = observer(listener)
    NotificationCenter().post(show)
    withExtendedLifetime(observer) { #expect(listener.insets == []) }
  }

  @Test func nothingComesAfterTheObserverIsGone() {
    let listener = Listener()
    var observer: KeyboardObserver? = observer(listener)
    weak let gone = observer
    center.post(show)
    observer = nil
    #expect(gone == nil, "a registration must not keep its observer")
    center.post(hide)
    #expect(listener.insets == [336])
  }

  @Test func nothingComesAfterStopNorWithoutADelegate() {
    let listener = Listener()
    let stopped = observer(listener)
    stopped.stop()
    let orphan = KeyboardObserver(center: center, screen: KeyboardChangeTests.screen)
    var gone: Listener? = Listener()
    orphan.delegate = gone
    gone = nil
    #expect(orphan.delegate == nil, "an observer must not keep its delegate")
    center.post(show)
    withExtendedLifetime((stopped, orphan)) { #expect(listener.insets == []) }
  }

  /// Lets each of two observers end the other, since the order of delivery is undefined: one of them receives nothing.
  @Test(arguments: [true, false])
  func anObserverThatEndsDuringADeliveryHearsNothingMore(_ isReleased: Bool) {
    let listeners = [Listener(), Listener()]
    var observers: [KeyboardObserver?] = listeners.map { observer($0) }
    for (index, listener) in listeners.enumerated() {
      listener.onChange = {
        if isReleased { observers[1 - index] = nil } else { observers[1 - index]?.stop() }
      }
    }
    center.post(show)
    #expect(listeners.map(\.insets.count).sorted() == [0, 1])
    center.post(hide)
    #expect(listeners.map(\.insets.count).sorted() == [0, 2])
  }

  @Test func anObserverMayEndItself() {
    let listener = Listener()
    var observer: KeyboardObserver? = observer(listener)
    listener.onChange = { observer = nil }
    center.post(show)
    center.post(hide)
    #expect(observer == nil)
    #expect(listener.insets == [336])
  }

  @Test func aScreenRefreshesOnceAnInsetAndEqualOnesToo() {
    let screen = DelegateScreen(center: center, frame: KeyboardChangeTests.screen)
    center.post(show)
    #expect((screen.inset, screen.emissions, screen.refreshes) == (336, 1, 1))
    center.post(show)
    #expect((screen.inset, screen.emissions, screen.refreshes) == (336, 2, 2))
    center.post(Notification(name: hide.name))
    #expect((screen.inset, screen.emissions, screen.refreshes) == (336, 2, 2))
    center.post(hide)
    #expect((screen.inset, screen.emissions, screen.refreshes) == (0, 3, 3))
  }
}
