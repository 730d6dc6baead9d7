import Foundation

/// The registration of a block for all keyboard notifications; it ends when this object does.
final class KeyboardRegistration {
  private let center: NotificationCenter
  private let tokens: [any NSObjectProtocol]

  init(center: NotificationCenter, receive: @escaping @Sendable (Notification) -> Void) {
    self.center = center
    tokens = KeyboardEvent.allCases.map {
      center.addObserver(forName: $0.name, object: nil, queue: nil, using: receive)
    }
  }

  deinit {
    for token in tokens { center.removeObserver(token) }
  }
}
