import BenchmarkModel
import BenchmarkWorker
import FieldEvents
import Foundation
import ReformatCore

/// Notifications that are posted to a number of screens, one per keystroke.
struct KeyboardSession: MeasurableSession {
  private let entry: KeyboardEntry
  private let screens: Int
  private let script: KeyboardScript
  private let notifications: [Notification]
  /// The fault of the insets and refreshes; nil if there is none.
  let mismatch: Mismatch?

  /// Posts a whole session once, to check the state of each screen.
  init(entry: KeyboardEntry, screens: Int, script: KeyboardScript) {
    self.entry = entry
    self.screens = screens
    self.script = script
    notifications = script.notifications
    mismatch = Self.mismatch(entry, screens: screens, script: script, notifications)
  }

  var keystrokeCount: Int { notifications.count }

  func makeSubject(phases: PhaseMarker) -> any MeasurableSubject {
    KeyboardSubject(
      entry: entry, screens: screens, script: script, notifications: notifications,
      phases: phases)
  }

  /// The fault of a session.
  ///
  /// Each valid notification is one refresh of each screen that exists, and the last one determines the inset.
  private static func mismatch(
    _ entry: KeyboardEntry, screens: Int, script: KeyboardScript, _ notifications: [Notification]
  ) -> Mismatch? {
    let counter = RefreshCounter()
    let subject = KeyboardSubject(
      entry: entry, screens: screens, script: script, notifications: notifications,
      phases: PhaseMarker(observer: counter))
    for index in notifications.indices { subject.press(index) }
    let insets = notifications.compactMap {
      KeyboardChange($0)?.inset(of: KeyboardScript.screen)
    }
    let inset = insets.last ?? 0
    let refreshes = script == .gone ? 0 : insets.count * screens
    let wrong = subject.insets.first { $0 != inset }
    guard wrong != nil || counter.refreshes != refreshes else { return nil }
    return Mismatch(
      expectedText: "inset \(inset), \(refreshes) refreshes",
      text: "inset \(wrong ?? inset), \(counter.refreshes) refreshes", expectedValue: nil,
      value: nil)
  }
}

/// Counts refreshes as they are marked, even those of screens that nobody references any more.
private final class RefreshCounter: PhaseObserver {
  private(set) var refreshes = 0
  private var current: Phase?

  func switchPhase(to phase: Phase?) -> Phase? {
    if phase == .refresh { refreshes += 1 }
    defer { current = phase }
    return current
  }
}

/// A notification center with screens that observe its notifications.
private final class KeyboardSubject: MeasurableSubject {
  private let center = NotificationCenter()
  private var screens: [any KeyboardScreen]
  private let notifications: [Notification]
  private let turn: @Sendable () -> Void

  init(
    entry: KeyboardEntry, screens count: Int, script: KeyboardScript,
    notifications: [Notification], phases: PhaseMarker
  ) {
    self.notifications = notifications
    turn = entry.turn
    screens = []
    for _ in 0..<count {
      screens.append(entry.makeScreen(center, KeyboardScript.screen, phases))
    }
    if script == .gone { screens = [] }
  }

  func press(_ index: Int) {
    center.post(notifications[index])
    turn()
  }

  var insets: [Double] { screens.map(\.inset) }

  var updates: UpdateTotals? {
    // Screens that are gone have no counts.
    guard !screens.isEmpty else { return nil }
    return UpdateTotals(
      emissions: screens.reduce(0) { $0 + $1.emissions },
      refreshes: screens.reduce(0) { $0 + $1.refreshes })
  }
}
