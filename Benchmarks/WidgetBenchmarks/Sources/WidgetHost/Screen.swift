import CWidget
import Glibc
import ReformatCore

/// The screen once it is open: a global, because C callbacks cannot capture objects.
private nonisolated(unsafe) var opened: Screen?

/// The window of this process, with its one text widget, and the loop of both.
///
/// Many fields take turns with the widget: the field that is typed into is shown, as if it had always been there.
/// Everything happens on the main thread.
final class Screen {
  /// The field that is shown.
  fileprivate(set) weak var owner: WidgetField?
  /// Called after each frame; for pictures.
  var onFrame: (() -> Void)?

  /// The maximum number of turns, more than any keystroke takes: a refused key draws no frame, and no loop may run for
  /// ever.
  private static let mostTurns = 100_000

  /// True if frames wait for a clock of 60 Hz; to be set before the first field is made.
  static nonisolated(unsafe) var keepsPace = false

  /// The screen, opened at its first use.
  static var shared: Screen {
    if let opened { return opened }
    let screen = Screen()
    opened = screen
    screen.open()
    return screen
  }

  private func open() {
    var events = keystroke_widget_events()
    events.will_replace = { start, end, text, bytes in
      guard let text else { return }
      let buffer = UnsafeRawBufferPointer(start: text, count: Int(bytes))
      opened?.owner?.willReplace(
        Int(start)..<Int(end), with: String(decoding: buffer, as: UTF8.self))
    }
    events.will_insert = { text, bytes, position in
      guard let text, let position, let owner = opened?.owner else { return true }
      let buffer = UnsafeRawBufferPointer(start: text, count: Int(bytes))
      return owner.willInsert(String(decoding: buffer, as: UTF8.self), at: &position.pointee)
    }
    events.did_insert = { position in
      if let position { opened?.owner?.didInsert(caret: &position.pointee) }
    }
    events.will_delete = { opened?.owner?.willDelete(Int($0)..<Int($1)) ?? true }
    events.did_delete = { opened?.owner?.didDelete() }
    events.will_undo = { opened?.owner?.willUndo(redoes: $0) ?? false }
    events.activate = { opened?.owner?.didActivate() }
    events.update = { opened?.owner?.frameUpdates() }
    events.turn = { opened?.owner?.takeTurn() }
    events.painted = { opened?.onFrame?() }
    events.enter = { opened?.enter($0) ?? KEYSTROKE_WIDGET_REST.rawValue }
    if let problem = keystroke_widget_open(&events, !Self.keepsPace) {
      fatalError(String(cString: problem))
    }
    drain()
  }

  // MARK: Phases

  /// Enters the phase of a number from the toolkit, and returns the number of the former phase, which may be any.
  private func enter(_ number: Int32) -> Int32 {
    let phase: Phase? =
      switch number {
      case KEYSTROKE_WIDGET_LAYOUT.rawValue: .layout
      case KEYSTROKE_WIDGET_PAINT.rawValue: .paint
      default: Self.others.first { $0.number == number }?.phase
      }
    let outer = owner?.phases.enter(phase)
    switch outer {
    case .layout: return KEYSTROKE_WIDGET_LAYOUT.rawValue
    case .paint: return KEYSTROKE_WIDGET_PAINT.rawValue
    case let outer?:
      return Self.others.first { $0.phase == outer }?.number ?? KEYSTROKE_WIDGET_REST.rawValue
    case nil: return KEYSTROKE_WIDGET_REST.rawValue
    }
  }

  /// The phases that only the host reports.
  private static let others: [(number: Int32, phase: Phase)] = [
    (2, .dispatch), (3, .rewrite), (4, .filter), (5, .parse), (6, .format), (7, .refresh),
  ]

  // MARK: The text

  var text: String { String(cString: keystroke_widget_text()) }

  /// The selection in characters.
  var selection: Range<Int> {
    get {
      var start: Int32 = 0
      var end: Int32 = 0
      keystroke_widget_selection(&start, &end)
      return Int(min(start, end))..<Int(max(start, end))
    }
    set { keystroke_widget_select(Int32(newValue.lowerBound), Int32(newValue.upperBound)) }
  }

  /// Shows a field in place of the former one.
  func show(_ field: WidgetField) {
    guard owner !== field else { return }
    owner?.leave()
    owner = nil
    keystroke_widget_mark_phases(false)
    keystroke_widget_set_text(field.stored.text)
    keystroke_widget_forget_undo()
    selection = field.stored.selection
    settle { true }
    // No effect of the former field may fall into a keystroke of this one.
    catchUp()
    owner = field
    keystroke_widget_mark_phases(field.phases.isObserved)
  }

  // MARK: The loop

  /// Runs turns until the present text is on the screen and `isDone`, then until nothing is left to do.
  func settle(until isDone: () -> Bool) {
    var turns = 0
    while !(isDone() && keystroke_widget_shows_text()) {
      _ = keystroke_widget_iterate(true)
      turns += 1
      precondition(turns < Self.mostTurns, "the widget does not come to rest")
    }
    drain()
  }

  /// Runs turns until something has happened.
  func wait(until hasHappened: () -> Bool) {
    var turns = 0
    while !hasHappened() {
      _ = keystroke_widget_iterate(true)
      turns += 1
      precondition(turns < Self.mostTurns, "what was waited for does not happen")
    }
  }

  /// Runs turns until nothing is left to do.
  func drain() {
    var turns = 0
    while keystroke_widget_iterate(false) {
      turns += 1
      precondition(turns < Self.mostTurns, "the widget does not come to rest")
    }
  }

  /// Processes everything that the X server has sent.
  func catchUp() {
    keystroke_widget_sync()
    drain()
  }

  /// Makes the next frame begin with an update phase.
  func requestUpdate() { keystroke_widget_request_update() }

  /// Requests a turn: at the priority of events, before any frame; or at that of idle work, after one.
  func requestTurn(isIdle: Bool) { keystroke_widget_request_turn(isIdle) }

  /// Waits, as a user does between keys.
  func rest(_ duration: Duration) {
    let clock = ContinuousClock()
    let end = clock.now + duration
    while clock.now < end {
      drain()
      usleep(500)
    }
  }

  /// Writes the contents of the window as a PNG file.
  func savePicture(_ path: String) {
    if !keystroke_widget_save_picture(path) { fatalError("\(path) could not be written") }
  }

  /// The counts since the window was opened.
  var counts: keystroke_widget_counts { keystroke_widget_counts() }
}
