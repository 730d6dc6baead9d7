import CWidget
import ReformatCore

/// A source of key presses.
public protocol Driver: Sendable {
  /// Presses the key that makes an edit, or pastes; returns the key that is held afterwards, or nil.
  func make(_ edit: TextEdit, in field: WidgetField) -> UInt32?
  /// Presses Return; returns the key that is held afterwards, or nil.
  func pressReturn(in field: WidgetField) -> UInt32?
  /// Presses a key by its keyval; returns the key that is held afterwards, or nil if the keyboard has no such key.
  func press(_ keyval: UInt32, in field: WidgetField) -> UInt32?
  /// Releases a key.
  func release(_ key: UInt32)
}

/// A key with a special meaning.
enum NamedKey: UInt32 {
  case backspace = 0xff08
  case enter = 0xff0d
  case delete = 0xffff
  case control = 0xffe3
  case v = 0x76
}

extension TextEdit {
  /// The user's action that makes an edit at the selection.
  enum Action {
    case backspace
    case delete
    case key(UInt32)
    case paste(String)
  }

  /// The action that makes the edit in the present selection.
  func action(in field: WidgetField) -> Action {
    if replacement.isEmpty {
      let caret = Screen.shared.selection
      let start = field.before.text.characters(utf16: range).lowerBound
      return caret == start..<start ? .delete : .backspace
    }
    let scalars = replacement.unicodeScalars
    guard let only = scalars.first, scalars.count == 1 else { return .paste(replacement) }
    return .key(keystroke_widget_keyval(only.value))
  }
}

/// A driver that passes keys to the widget's input method, so that their cost repeats exactly.
public struct InputMethodDriver: Driver {
  /// Makes a driver.
  public init() {}

  /// Passes the edit to the input method; Backspace and similar keys emit the signals of their key bindings.
  public func make(_ edit: TextEdit, in field: WidgetField) -> UInt32? {
    switch edit.action(in: field) {
    case .backspace: keystroke_widget_bound_key("backspace")
    case .delete: keystroke_widget_bound_key("delete-from-cursor")
    case .paste(let text):
      keystroke_widget_set_clipboard(text)
      keystroke_widget_bound_key("paste-clipboard")
      Screen.shared.wait { field.hasArrived }
    case .key(let keyval):
      if keystroke_widget_filter_key(keyval, true) { return keyval }
      // This keyboard has no such key, but an input method can still enter the text.
      keystroke_widget_commit(edit.replacement)
    }
    return nil
  }

  /// Emits the signal of the key binding.
  public func pressReturn(in field: WidgetField) -> UInt32? {
    keystroke_widget_bound_key("activate")
    return nil
  }

  /// Passes the key to the input method.
  public func press(_ keyval: UInt32, in field: WidgetField) -> UInt32? {
    keystroke_widget_filter_key(keyval, true) ? keyval : nil
  }

  /// Passes the release to the input method.
  public func release(_ key: UInt32) { _ = keystroke_widget_filter_key(key, false) }
}

/// A driver that makes the X server report keys, as if a keyboard had sent them.
public struct XTestDriver: Driver {
  /// Makes a driver, and opens its connection.
  public init() {
    // The server exists once the screen does.
    _ = Screen.shared
    guard keystroke_widget_open_xtest() else {
      fatalError("no keys for xtest-: there is no X server with XTEST; install xvfb")
    }
  }

  /// Presses the key of the edit.
  public func make(_ edit: TextEdit, in field: WidgetField) -> UInt32? {
    switch edit.action(in: field) {
    case .backspace: return press(.backspace)
    case .delete: return press(.delete)
    case .paste(let text):
      keystroke_widget_set_clipboard(text)
      _ = press(.control)
      _ = press(.v)
      Screen.shared.wait { field.hasArrived }
      release(NamedKey.v.rawValue)
      release(NamedKey.control.rawValue)
      return nil
    case .key(let keyval):
      if press(keyval) { return keyval }
      keystroke_widget_commit(edit.replacement)
      return nil
    }
  }

  /// Presses Return.
  public func pressReturn(in field: WidgetField) -> UInt32? { press(.enter) }

  /// Presses the key.
  public func press(_ keyval: UInt32, in field: WidgetField) -> UInt32? {
    press(keyval) ? keyval : nil
  }

  private func press(_ key: NamedKey) -> UInt32? { press(key.rawValue) ? key.rawValue : nil }

  /// Presses a key and waits until the window has it; false if no key has that keyval.
  private func press(_ keyval: UInt32) -> Bool {
    let before = Screen.shared.counts.keys_pressed
    guard keystroke_widget_fake_key(keyval, true) else { return false }
    Screen.shared.wait { Screen.shared.counts.keys_pressed > before }
    return true
  }

  /// Releases a key and waits until the window has noticed.
  public func release(_ key: UInt32) {
    let before = Screen.shared.counts.keys_released
    guard keystroke_widget_fake_key(key, false) else { return }
    Screen.shared.wait { Screen.shared.counts.keys_released > before }
  }
}
