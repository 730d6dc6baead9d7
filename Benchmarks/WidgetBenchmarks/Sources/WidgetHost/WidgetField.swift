import CWidget
import FieldHost
import ReformatCore

/// A text field in a real window, with a strategy behind it.
///
/// An edit is made by keys, which a ``Driver`` presses, and ends when the resulting text is on the screen. The hosting
/// calls the strategy; see ``WidgetHosting``.
public final class WidgetField: HostedField {
  /// The hosting that calls the strategy.
  let hosting: any WidgetHosting
  let driver: any Driver
  let phases: PhaseMarker
  /// True if the strategy is not asked about a text that is being composed, even by a toolkit that would.
  let leavesMarkedTextAlone: Bool
  /// The state to show while another field has the widget.
  private(set) var stored: (text: String, selection: Range<Int>)
  /// The counts of the field since it was made, as the headless model counts them.
  public internal(set) var counts = UpdateCounts()
  private var flickerFrames = 0
  /// The counts of the widget when this field was shown, less the earlier counts of this field.
  private var base = ScreenCounts()

  /// The edit that is being made, as its user intends it; nil between edits.
  var edit: TextEdit?
  /// The text before it, and the selection.
  var before: (text: String, selection: Range<Int>) = ("", 0..<0)
  /// True if the host writes the text itself, so that signals are ignored.
  private var isWriting = false
  /// True if the toolkit has reported the edit.
  private(set) var hasArrived = false
  /// The selection to set after the key has been handled.
  private var wantedSelection: Range<Int>?

  /// Makes a field with a text in it, and the caret at its end.
  init(
    _ hosting: any WidgetHosting, text: String, leavesMarkedTextAlone: Bool = true,
    driver: any Driver, phases: PhaseMarker
  ) {
    self.hosting = hosting
    self.leavesMarkedTextAlone = leavesMarkedTextAlone
    self.driver = driver
    self.phases = phases
    let end = text.unicodeScalars.count
    stored = (text, end..<end)
    // No keystroke pays for resetting the widget.
    screen.show(self)
    base = Self.screenCounts
  }

  private var screen: Screen { Screen.shared }
  private var isShown: Bool { screen.owner === self }

  /// The text in the field.
  public var text: String { isShown ? screen.text : stored.text }

  /// The selection in UTF-16 code units; empty if there is only a caret.
  public var selection: Range<Int> {
    get { text.utf16(characters: isShown ? screen.selection : stored.selection) }
    set {
      screen.show(self)
      screen.selection = text.characters(utf16: newValue)
      screen.drain()
    }
  }

  /// The value as Swift describes it; nil if there is none.
  public var valueDescription: String? { hosting.value.map { String(describing: $0) } }

  /// True if a value is missing although one is required, or is out of range.
  public var showsError: Bool { hosting.showsError }

  /// The counts of widget and screen since the field was made.
  public var screenCounts: ScreenCounts? {
    let now = Self.screenCounts
    return ScreenCounts(
      signals: now.signals - base.signals, layoutCalls: now.layoutCalls - base.layoutCalls,
      frames: now.frames - base.frames, flickerFrames: flickerFrames)
  }

  private static var screenCounts: ScreenCounts {
    let counts = Screen.shared.counts
    return ScreenCounts(
      signals: Int(counts.signals), layoutCalls: Int(counts.layout_calls),
      frames: Int(counts.frames))
  }

  /// Stores text and selection before another field takes the widget.
  func leave() { stored = (screen.text, screen.selection) }

  // MARK: User actions

  /// Makes an edit by the keys that a user would press; what is edited is selected first, if it is not.
  @discardableResult public func apply(_ edit: TextEdit) -> Bool {
    screen.show(self)
    let before = screen.text
    let present = before.utf16(characters: screen.selection)
    var wanted = edit.selection(from: present, in: before)
    // No driver presses the keys that delete a word at the caret.
    if edit.replacement.isEmpty, before.characters(utf16: edit.range).count > 1 {
      wanted = edit.range
    }
    if wanted != present { selection = wanted }
    key(for: edit) { driver.make(edit, in: self) }
    return !before.isSame(as: text)
  }

  /// Ends editing, as Return does.
  public func endEditing() { key(for: nil) { driver.pressReturn(in: self) } }

  /// Lets another part of the app write the value of the field; a value of another type is ignored.
  public func write(_ value: Any) {
    key(for: nil) {
      hosting.write(value, in: self)
      return nil
    }
  }

  /// Lets an input method compose a text in place of the former one.
  ///
  /// A toolkit that cannot be driven so shows nothing of it. Dead keys compose in the widget itself.
  public func setMarkedText(_ composed: String) {
    screen.show(self)
    if marked == nil { beforeMarked = (screen.text, screen.selection) }
    marked = composed
    keystroke_widget_ask_while_composing(!leavesMarkedTextAlone)
    key(for: nil) {
      isMarked = keystroke_widget_compose(composed)
      return nil
    }
  }

  /// Lets the input method commit what it has composed.
  public func unmarkText() {
    guard let composed = marked else { return }
    marked = nil
    let range = beforeMarked.text.utf16(characters: beforeMarked.selection)
    let edit = TextEdit(range: range, replacement: composed)
    guard isMarked else {
      apply(edit)
      return
    }
    key(for: leavesMarkedTextAlone ? edit : nil) {
      if leavesMarkedTextAlone { before = beforeMarked }
      keystroke_widget_commit(composed)
      return nil
    }
  }

  /// The text that is being composed, and text and selection before that.
  private var marked: String?
  private var beforeMarked: (text: String, selection: Range<Int>) = ("", 0..<0)
  /// True if the toolkit shows a text that is being composed.
  package private(set) var isMarked = false

  /// Lets the driver press and release a key, and waits each time until the screen is at rest.
  ///
  /// `press` returns the key that is held afterwards, or nil.
  func key(for edit: TextEdit?, press: () -> UInt32?) {
    screen.show(self)
    self.edit = edit
    before = (screen.text, screen.selection)
    hasArrived = false
    wantedSelection = nil
    keystroke_widget_begin_key()
    let held = phases.measure(.dispatch, press)
    finishDispatch()
    screen.settle { !hosting.isPending }
    if let held {
      phases.measure(.dispatch) { driver.release(held) }
      screen.settle { !hosting.isPending }
    }
    flickerFrames += Int(keystroke_widget_flicker_frames())
    self.edit = nil
  }

  /// Sets the selection that a strategy wants: the toolkit leaves only a caret where it handled a key.
  private func finishDispatch() {
    guard let wantedSelection, wantedSelection != screen.selection else { return }
    // The X server may still report that a former selection has gone, which would clear this one.
    if !wantedSelection.isEmpty { screen.catchUp() }
    phases.measure(.rewrite) { screen.selection = wantedSelection }
  }

  // MARK: Signals of the widget

  /// Treats a change that the toolkit makes by itself, such as undo, as an edit of the given range in the present text.
  private func understand(_ range: Range<Int>) {
    if edit == nil { before = (screen.text, range) }
  }

  /// The range that an edit replaces, in UTF-16 code units of the text before it.
  var replacedRange: Range<Int> { edit?.range ?? before.text.utf16(characters: before.selection) }

  /// Learns which edit comes, if it is no key's but an input method's.
  func willReplace(_ range: Range<Int>, with text: String) {
    guard !isWriting, edit == nil else { return }
    before = (screen.text, range)
    edit = TextEdit(range: screen.text.utf16(characters: range), replacement: text)
  }

  func willInsert(_ text: String, at position: inout Int32) -> Bool {
    guard !isWriting else { return true }
    hasArrived = true
    understand(Int(position)..<Int(position))
    switch hosting.decision(on: text, in: self) {
    case .apply: return true
    case .refuse:
      restore()
      return false
    case .replace(let change):
      take(change, caret: &position)
      return false
    }
  }

  func didInsert(caret position: inout Int32) {
    guard !isWriting else { return }
    if let change = hosting.textDidChange(in: self) { take(change, caret: &position) }
  }

  func willDelete(_ range: Range<Int>) -> Bool {
    guard !isWriting else { return true }
    // Text that is typed over a selection is deleted first; both are one edit.
    if edit?.replacement.isEmpty == false { return true }
    hasArrived = true
    understand(range)
    switch hosting.decision(on: "", in: self) {
    case .apply: return true
    case .refuse: return false
    case .replace(let change):
      var caret = Int32(range.lowerBound)
      take(change, caret: &caret)
      screen.selection = Int(caret)..<Int(caret)
      return false
    }
  }

  func didDelete() {
    guard !isWriting, edit?.replacement.isEmpty != false else { return }
    guard let change = hosting.textDidChange(in: self) else { return }
    var caret = Int32(screen.selection.lowerBound)
    take(change, caret: &caret)
    let wanted = Int(caret)..<Int(caret)
    if wanted != screen.selection { phases.measure(.rewrite) { screen.selection = wanted } }
  }

  /// Lets the hosting undo by its own history; false if it has none.
  func willUndo(redoes: Bool) -> Bool { hosting.undo(redoes: redoes, in: self) }

  func didActivate() {
    hasArrived = true
    hosting.editingDidEnd(in: self)
  }

  func frameUpdates() { hosting.frameUpdates(in: self) }
  func takeTurn() { hosting.takeTurn(in: self) }

  // MARK: Writing by the host

  /// Applies text and caret of a change while the toolkit handles an edit; the toolkit then sets the caret itself.
  private func take(_ change: HostedChange, caret: inout Int32) {
    if let text = change.text, write(text, whole: change.writesWhole) {
      let end = text.unicodeScalars.count
      caret = Int32(end)
    }
    if let selection = change.selection {
      let characters = screen.text.characters(utf16: selection)
      caret = Int32(characters.lowerBound)
      if !characters.isEmpty { wantedSelection = characters }
    }
  }

  /// Applies text and caret of a change at any other time.
  func take(_ change: HostedChange) {
    if let text = change.text, write(text, whole: change.writesWhole) {
      let end = text.unicodeScalars.count
      phases.measure(.rewrite) { screen.selection = end..<end }
    }
    if let selection = change.selection {
      phases.measure(.rewrite) {
        let characters = screen.text.characters(utf16: selection)
        if characters != screen.selection { screen.selection = characters }
      }
    }
  }

  /// Writes a text if it is different.
  ///
  /// - Returns: true if it was different.
  private func write(_ new: String, whole: Bool) -> Bool {
    let old = screen.text
    guard !new.isSame(as: old) else { return false }
    counts.textAssignments += 1
    isWriting = true
    defer { isWriting = false }
    phases.measure(.rewrite) {
      if whole { keystroke_widget_set_text(new) } else { splice(new, into: old) }
    }
    return true
  }

  /// Writes only the difference: at most one deletion and one insertion.
  private func splice(_ new: String, into old: String) {
    let (old, new) = (Array(old.unicodeScalars), Array(new.unicodeScalars))
    let same = zip(old, new).prefix { $0 == $1 }.count
    let rest = min(old.count, new.count) - same
    let tail = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count
    let kept = min(tail, rest)
    if old.count - kept > same { keystroke_widget_delete(Int32(same), Int32(old.count - kept)) }
    guard new.count - kept > same else { return }
    var inserted = ""
    inserted.unicodeScalars.append(contentsOf: new[same..<new.count - kept])
    keystroke_widget_insert(inserted, Int32(inserted.utf8.count), Int32(same))
  }

  /// Restores the text that a refused edit had already deleted.
  private func restore() {
    if !screen.text.isSame(as: before.text) {
      isWriting = true
      phases.measure(.rewrite) { keystroke_widget_set_text(before.text) }
      isWriting = false
    }
    wantedSelection = before.selection
  }
}

extension String {
  /// Converts a range in UTF-16 code units into one in characters, as GTK counts them.
  func characters(utf16 range: Range<Int>) -> Range<Int> {
    func characters(_ offset: Int) -> Int {
      let index = utf16.index(startIndex, offsetBy: offset, limitedBy: endIndex) ?? endIndex
      return unicodeScalars.distance(from: startIndex, to: index)
    }
    return characters(range.lowerBound)..<characters(range.upperBound)
  }

  /// Converts a range in characters, as GTK counts them, into one in UTF-16 code units.
  func utf16(characters range: Range<Int>) -> Range<Int> {
    func units(_ offset: Int) -> Int {
      let scalars = unicodeScalars
      let index = scalars.index(startIndex, offsetBy: offset, limitedBy: endIndex) ?? endIndex
      return utf16.distance(from: startIndex, to: index)
    }
    return units(range.lowerBound)..<units(range.upperBound)
  }

  /// True if both are equal, even in the encoding of characters.
  func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
