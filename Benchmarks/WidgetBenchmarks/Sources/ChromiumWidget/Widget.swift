// The functions of CWidget.h for Chromium.
import CWidget
import Foundation

/// The page of this process, opened at its first use on the main thread.
private nonisolated(unsafe) let page = ChromiumField()
/// The text that was returned last, for C.
private nonisolated(unsafe) var returned: UnsafeMutablePointer<CChar>?

private func borrowed(_ text: String) -> UnsafePointer<CChar>? {
  free(returned)
  returned = strdup(text)
  return UnsafePointer(returned)
}

@_cdecl("keystroke_widget_open")
func open(_ events: UnsafePointer<keystroke_widget_events>, _ freeClock: Bool)
  -> UnsafePointer<CChar>?
{
  guard freeClock else { return borrowed("Chromium paints here when it is asked to, at no pace") }
  page.open(events.pointee)
  return nil
}

@_cdecl("keystroke_widget_toolkit")
func toolkit() -> UnsafePointer<CChar>? { borrowed(Browser.version) }

@_cdecl("keystroke_widget_counts")
func counts() -> keystroke_widget_counts { page.presentCounts() }

/// The phases are in another process.
@_cdecl("keystroke_widget_mark_phases")
func markPhases(_ marks: Bool) {}

// MARK: The text

@_cdecl("keystroke_widget_text")
func text() -> UnsafePointer<CChar>? { borrowed(page.state.text) }

@_cdecl("keystroke_widget_selection")
func selection(_ start: UnsafeMutablePointer<Int32>, _ end: UnsafeMutablePointer<Int32>) {
  start.pointee = Int32(page.state.selection.lowerBound)
  end.pointee = Int32(page.state.selection.upperBound)
}

@_cdecl("keystroke_widget_select")
func select(_ start: Int32, _ end: Int32) { page.select(Int(start)..<Int(end)) }

@_cdecl("keystroke_widget_set_text")
func setText(_ text: UnsafePointer<CChar>) { page.set(String(cString: text)) }

@_cdecl("keystroke_widget_insert")
func insert(_ text: UnsafePointer<CChar>, _ bytes: Int32, _ position: Int32) {
  let buffer = UnsafeRawBufferPointer(start: text, count: Int(bytes))
  page.insert(String(decoding: buffer, as: UTF8.self), at: Int(position))
}

@_cdecl("keystroke_widget_delete")
func delete(_ start: Int32, _ end: Int32) { page.delete(Int(start)..<Int(end)) }

@_cdecl("keystroke_widget_undo")
func undo(_ redoes: Bool) {
  let key: Browser.Message = [
    "key": "z", "code": "KeyZ", "modifiers": redoes ? 10 : 2, "windowsVirtualKeyCode": 90,
  ]
  let command = ["commands": [redoes ? "redo" : "undo"]]
  page.sendKey("keyDown", key.merging(command) { old, _ in old })
  page.sendKey("keyUp", key)
}

@_cdecl("keystroke_widget_forget_undo")
func forgetUndo() { page.evaluate("forgetUndo()") }

@_cdecl("keystroke_widget_preedit")
func preedit() -> UnsafePointer<CChar>? { borrowed(page.composed) }

// MARK: Turns of the main loop and frames

@_cdecl("keystroke_widget_request_update")
func requestUpdate() { page.requestUpdate() }

@_cdecl("keystroke_widget_request_turn")
func requestTurn(_ isIdle: Bool) { page.requestTurn(isIdle: isIdle) }

@_cdecl("keystroke_widget_iterate")
func iterate(_ waits: Bool) -> Bool { page.iterate() }

/// Every call has waited for its reply.
@_cdecl("keystroke_widget_sync")
func sync() {}

@_cdecl("keystroke_widget_unknown_glyphs")
func unknownGlyphs() -> Int32 {
  Int32(page.browser.evaluate("unknownGlyphs()") as? Int ?? 0)
}

@_cdecl("keystroke_widget_save_picture")
func savePicture(_ path: UnsafePointer<CChar>) -> Bool { page.savePicture(String(cString: path)) }

// MARK: Keys

@_cdecl("keystroke_widget_filter_key")
func filterKey(_ keyval: UInt32, _ press: Bool) -> Bool {
  guard (0x20...0x7e).contains(keyval), let scalar = Unicode.Scalar(keyval) else { return false }
  var key: Browser.Message = ["key": String(scalar)]
  if press { key["text"] = String(scalar) }
  // Only those of letters and digits are their characters.
  if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
    key["windowsVirtualKeyCode"] = Int(Character(scalar).uppercased().utf8.first ?? 0)
  }
  page.sendKey(press ? "keyDown" : "keyUp", key)
  return true
}

@_cdecl("keystroke_widget_commit")
func commit(_ text: UnsafePointer<CChar>) { page.commit(String(cString: text)) }

@_cdecl("keystroke_widget_compose")
func compose(_ text: UnsafePointer<CChar>) -> Bool {
  page.compose(String(cString: text))
  return true
}

@_cdecl("keystroke_widget_ask_while_composing")
func askWhileComposing(_ asks: Bool) { page.evaluate("asksWhileComposing = \(asks)") }

@_cdecl("keystroke_widget_bound_key")
func boundKey(_ signal: UnsafePointer<CChar>) {
  let keys: [String: (name: String, code: Int, more: Browser.Message)] = [
    "backspace": ("Backspace", 8, [:]), "delete-from-cursor": ("Delete", 46, [:]),
    "activate": ("Enter", 13, ["text": "\r"]),
    "paste-clipboard": ("v", 86, ["modifiers": 2, "commands": ["paste"]]),
  ]
  guard let (name, code, more) = keys[String(cString: signal)] else { return }
  let key: Browser.Message = ["key": name, "windowsVirtualKeyCode": code]
  page.sendKey("keyDown", key.merging(more) { old, _ in old })
  page.sendKey("keyUp", key)
}

@_cdecl("keystroke_widget_set_clipboard")
func setClipboard(_ text: UnsafePointer<CChar>) {
  guard let json = try? JSONEncoder().encode(String(cString: text)),
    page.browser.evaluate("copy(\(String(decoding: json, as: UTF8.self)))") as? Bool == true
  else { fatalError("Chromium: the text could not be copied") }
}

@_cdecl("keystroke_widget_keyval")
func keyval(_ character: UInt32) -> UInt32 { character < 0x80 ? character : 0x100_0000 | character }

// MARK: Keys of an X server, which there is none of

@_cdecl("keystroke_widget_open_xtest")
func openXTest() -> Bool { false }

@_cdecl("keystroke_widget_fake_key")
func fakeKey(_ keyval: UInt32, _ press: Bool) -> Bool { false }

@_cdecl("keystroke_widget_map_key")
func mapKey(_ keyval: UInt32) -> Bool { false }
