import CGnustep
import CWidget
import Glibc
import ReformatCore
import WidgetHost

/// The way in which keys reach GNUstep.
package enum Keyboard: CaseIterable, Sendable {
  /// As events in the application's queue.
  case events
  /// As key events that the X server makes.
  case server
}

/// The formatter that GNUstep asks: a global, because C callbacks cannot capture objects.
private nonisolated(unsafe) var asked: (any PartialTextFormatter<String>)?
private nonisolated(unsafe) var calls: [String] = []

/// The text in C's bytes.
private func string(_ bytes: UnsafePointer<CChar>?) -> String {
  bytes.map { String(cString: $0) } ?? ""
}

/// GNUstep's text field with a formatter behind it; one at a time, on the thread of the screen.
final class FormatterField {
  private let keyboard: Keyboard
  private let callbacks = UnsafeMutablePointer<keystroke_formatter>.allocate(capacity: 1)

  /// Empties the field, and puts the formatter behind it.
  init(_ formatter: any PartialTextFormatter<String>, _ keyboard: Keyboard) {
    self.keyboard = keyboard
    Toolkit.open()
    if keyboard == .server, !keystroke_widget_open_xtest() {
      fatalError("no keys of the X server: it has no XTEST; install xvfb")
    }
    asked = formatter
    callbacks.initialize(to: Self.answers)
    keystroke_gnustep_set_formatter(callbacks)
    settle()
    calls = []
  }

  deinit {
    keystroke_gnustep_set_formatter(nil)
    callbacks.deallocate()
    asked = nil
  }

  private static let answers = keystroke_formatter(
    judge: { bytes, instead in
      let text = string(bytes)
      let end = text.utf16.count
      // GNUstep passes no selection and no original.
      let partial = PartialText(
        text: text, selection: end..<end, original: "", originalSelection: 0..<0)
      switch asked?.judge(partial) {
      case .valid, nil: return true
      case .invalid: return false
      case .replaced(let other, _):
        instead?.pointee = strdup(other)
        return false
      }
    },
    value: { asked?.value(of: string($0)).flatMap { strdup($0) } },
    text: { asked?.text(for: string($0)).flatMap { strdup($0) } },
    called: { name, argument in
      let argument = string(argument)
      calls.append(string(name) + (argument.isEmpty ? "" : "(\(argument))"))
    })

  var text: String { string(keystroke_widget_text()) }
  var value: String? { keystroke_gnustep_value().map { String(cString: $0) } }

  /// The selection; all texts of the scenes are ASCII.
  var selection: Range<Int> {
    var start: Int32 = 0
    var end: Int32 = 0
    keystroke_widget_selection(&start, &end)
    return Int(start)..<Int(end)
  }

  /// Presses and releases a key, and returns GNUstep's calls.
  func press(_ key: FormatterScene.Key) -> [String] {
    calls = []
    for isDown in [true, false] {
      switch keyboard {
      case .events: send(key, isDown)
      case .server: fake(key, isDown)
      }
      settle()
    }
    return calls
  }

  private func send(_ key: FormatterScene.Key, _ isDown: Bool) {
    switch key {
    case .character: _ = keystroke_widget_filter_key(key.keyval, isDown)
    case .backspace: if isDown { keystroke_widget_bound_key("backspace") }
    case .enter: if isDown { keystroke_widget_bound_key("activate") }
    case .right: if isDown { keystroke_widget_bound_key("move-cursor") }
    }
  }

  private func fake(_ key: FormatterScene.Key, _ isDown: Bool) {
    func count() -> Int64 {
      let counts = keystroke_widget_counts()
      return isDown ? counts.keys_pressed : counts.keys_released
    }
    let before = count()
    guard keystroke_widget_fake_key(key.keyval, isDown) else { return }
    while count() == before { _ = keystroke_widget_iterate(true) }
  }

  private func settle() { while keystroke_widget_iterate(false) {} }
}

extension FormatterScene.Key {
  /// The keyval of X.
  fileprivate var keyval: UInt32 {
    switch self {
    case .character(let character):
      keystroke_widget_keyval(character.unicodeScalars[character.unicodeScalars.startIndex].value)
    case .backspace: 0xff08
    case .enter: 0xff0d
    case .right: 0xff53
    }
  }
}
