import BenchmarkWorker
import Foundation

extension KeyboardEntry {
  /// A publisher whose registrations are never removed, as published; a bad payload crashes the program.
  public static let publisher = KeyboardEntry("keyboard-publisher", standsBadPayloads: false) {
    center, frame, phases in
    PublishedKeyboardScreen(center: center, frame: frame, phases: phases)
  }

  /// A publisher that ends with its screen, and ignores a bad payload.
  public static let publisherMended = KeyboardEntry("keyboard-publisher-mended") {
    center, frame, phases in
    MendedKeyboardScreen(center: center, frame: frame, phases: phases)
  }

  /// The same, delivered on the next turn of the run loop.
  public static let publisherNextTurn = KeyboardEntry(
    "keyboard-next-turn",
    turn: { _ = RunLoop.current.run(mode: .default, before: .distantPast) }
  ) { center, frame, phases in
    MendedKeyboardScreen(center: center, frame: frame, delivery: .nextTurn, phases: phases)
  }
}
