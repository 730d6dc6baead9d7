import BenchmarkModel
import BenchmarkWorker
import FieldEvents
import ReformatCore

/// Appearances of screens that prepare themselves, one per keystroke.
struct AppearanceSession: MeasurableSession {
  private let kind: AppearanceKind
  private let script: AppearanceScript
  /// The fault in the number of preparations; nil if there is none.
  let mismatch: Mismatch?

  /// Plays a whole session once, to check the number of preparations.
  init(kind: AppearanceKind, script: AppearanceScript) {
    self.kind = kind
    self.script = script
    let subject = AppearanceSubject(kind: kind, script: script)
    for index in 0..<AppearanceScript.turns { subject.press(index) }
    let expected =
      switch script {
      case .first: AppearanceScript.turns
      case .again: 1
      case .interrupted: 0
      }
    mismatch =
      subject.runs == expected
      ? nil
      : Mismatch(
        expectedText: "prepared \(expected) times", text: "prepared \(subject.runs) times",
        expectedValue: nil, value: nil)
  }

  var keystrokeCount: Int { AppearanceScript.turns }

  func makeSubject(phases: PhaseMarker) -> any MeasurableSubject {
    AppearanceSubject(kind: kind, script: script)
  }
}

/// A screen, or one for each keystroke, and the loop of their thread.
///
/// A keystroke ends when the loop is empty: everything that it began is done or cancelled.
private final class AppearanceSubject: MeasurableSubject {
  private let loop = JobLoop()
  private let screens: [PreparedScreen]
  private let script: AppearanceScript

  init(kind: AppearanceKind, script: AppearanceScript) {
    self.script = script
    let count = script == .first ? AppearanceScript.turns : 1
    screens = (0..<count).map { [loop] _ in
      PreparedScreen(locale: "en_US", kind: kind, loop: loop)
    }
  }

  func press(_ index: Int) {
    switch script {
    case .first: screens[index].appear()
    case .again:
      if index > 0 { screens[0].disappear() }
      screens[0].appear()
    case .interrupted:
      screens[0].appear()
      // The preparation runs up to its first wait before the screen disappears.
      loop.runNext()
      screens[0].disappear()
    }
    loop.runAll()
  }

  /// The number of preparations that ran to their end.
  var runs: Int { screens.reduce(0) { $0 + $1.runs } }
  var updates: UpdateTotals? { nil }
}
