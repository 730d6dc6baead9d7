import CWidget
import ReformatCore

/// What presses the keys.
public protocol Driver: Sendable {
  /// Presses the key that makes an edit, or pastes; returns the key that is then held, or nil.
  func make(_ edit: TextEdit, in field: WidgetField) -> UInt32?
  /// Presses Return; returns the key that is then held, or nil.
  func pressReturn(in field: WidgetField) -> UInt32?
  /// Presses a key by its keyval; returns it, as it is then held, or nil where the keyboard has no such key.
  func press(_ keyval: UInt32, in field: WidgetField) -> UInt32?
  /// Releases a key.
  func release(_ key: UInt32)
}

/// A key with a meaning of its own.
enum NamedKey: UInt32 {
  case backspace = 0xff08
  case enter = 0xff0d
  case delete = 0xffff
  case control = 0xffe3
  case v = 0x76
}

extension TextEdit {
  /// What a user does to make it, the caret and the selection put where they must be.
  enum Action {
    case backspace
    case delete
    case key(UInt32)
    case paste(String)
  }

  /// Puts caret or selection, and says which key to press.
  func prepared(in field: WidgetField) -> Action {
    let screen = Screen.shared
    let range = field.before.text.characters(utf16: self.range)
    let selection = screen.selection
    if replacement.isEmpty {
      if range.count == 1, selection == range.lowerBound..<range.lowerBound { return .delete }
      let wanted = range.count == 1 ? range.upperBound..<range.upperBound : range
      if selection != range, selection != wanted { screen.selection = wanted }
      return .backspace
    }
    if selection != range { screen.selection = range }
    let scalars = replacement.unicodeScalars
    guard let only = scalars.first, scalars.count == 1 else { return .paste(replacement) }
    return .key(keystroke_widget_keyval(only.value))
  }
}

/// Keys that are handed to the widget's input method: what they cost repeats exactly.
public struct InputMethodDriver: Driver {
  /// A driver.
  public init() {}

  /// Hands it over; Backspace and the like are what key bindings make of them.
  public func make(_ edit: TextEdit, in field: WidgetField) -> UInt32? {
    switch edit.prepared(in: field) {
    case .backspace: keystroke_widget_bound_key("backspace")
    case .delete: keystroke_widget_bound_key("delete-from-cursor")
    case .paste(let text):
      keystroke_widget_set_clipboard(text)
      keystroke_widget_bound_key("paste-clipboard")
      Screen.shared.wait { field.hasArrived }
    case .key(let keyval):
      if keystroke_widget_filter_key(keyval, true) { return keyval }
      // No key of this keyboard: an input method has it all the same.
      keystroke_widget_commit(edit.replacement)
    }
    return nil
  }

  /// What the key binding makes of it.
  public func pressReturn(in field: WidgetField) -> UInt32? {
    keystroke_widget_bound_key("activate")
    return nil
  }

  /// Hands it over.
  public func press(_ keyval: UInt32, in field: WidgetField) -> UInt32? {
    keystroke_widget_filter_key(keyval, true) ? keyval : nil
  }

  /// Tells the input method.
  public func release(_ key: UInt32) { _ = keystroke_widget_filter_key(key, false) }
}

/// Keys that the X server is made to report, as if a keyboard had sent them.
public struct XTestDriver: Driver {
  /// A driver; opens its connection.
  public init() {
    // The server is there when the screen is.
    _ = Screen.shared
    guard keystroke_widget_open_xtest() else { fatalError("the X server has no XTEST") }
  }

  /// Presses it.
  public func make(_ edit: TextEdit, in field: WidgetField) -> UInt32? {
    switch edit.prepared(in: field) {
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

  /// Presses it.
  public func pressReturn(in field: WidgetField) -> UInt32? { press(.enter) }

  /// Presses it.
  public func press(_ keyval: UInt32, in field: WidgetField) -> UInt32? {
    press(keyval) ? keyval : nil
  }

  private func press(_ key: NamedKey) -> UInt32? { press(key.rawValue) ? key.rawValue : nil }

  /// Presses a key and waits until the window has it; false where no key has that keyval.
  private func press(_ keyval: UInt32) -> Bool {
    let before = Screen.shared.counts.keys_pressed
    guard keystroke_widget_fake_key(keyval, true) else { return false }
    Screen.shared.wait { Screen.shared.counts.keys_pressed > before }
    return true
  }

  /// Releases a key and waits until the window knows.
  public func release(_ key: UInt32) {
    let before = Screen.shared.counts.keys_released
    guard keystroke_widget_fake_key(key, false) else { return }
    Screen.shared.wait { Screen.shared.counts.keys_released > before }
  }
}
