import BenchmarkModel
import FieldHost
import ReformatCore

/// The edits that a toolkit can take back: those of the user since code last wrote the text.
///
/// As UITextField, Qt and Chromium have it, a text that code writes clears the history. Keys that are typed one behind the
/// other are one edit of it. A strategy is asked and told of what the history does as of any edit, and the edit is made at
/// the selection like any other.
struct ToolkitHistory {
  private struct Entry {
    /// The edit that the user made, with the one that takes it back.
    var edit: TextEdit
    var inverse: TextEdit

    /// True for keys that were typed one behind the other.
    var isTyping = false
  }

  private var done: [Entry] = []
  private var undone: [Entry] = []
  /// True if the next edit is the history's own.
  private var isItsOwn = false

  /// Does an action in a field.
  ///
  /// - Parameters:
  ///   - action: the action.
  ///   - known: the selection before it as it was recorded; nil to select what is edited.
  ///   - field: the field.
  ///   - workload: see `UserAction.keystroke(in:selection:_:)`.
  /// - Returns: the keystroke that it became; nil if there was nothing to do.
  mutating func perform(
    _ action: UserAction, at known: Range<Int>? = nil, on field: some HostedField,
    _ workload: @autoclosure () -> WorkloadContext
  ) -> PlacedKeystroke? {
    if let known, known != field.selection { field.selection = known }
    let keystroke =
      switch action {
      case .undo: undo().map(Keystroke.edit)
      case .redo: redo().map(Keystroke.edit)
      default:
        action.keystroke(in: field.text, selection: field.selection, workload())
      }
    guard let keystroke else { return nil }
    let placed = known == nil ? field.place(keystroke) : PlacedKeystroke(keystroke: keystroke)
    follow(keystroke, on: field)
    return placed
  }

  /// The edit that takes the last one back; nil if there is none.
  private mutating func undo() -> TextEdit? {
    guard let last = done.popLast() else { return nil }
    undone.append(last)
    isItsOwn = true
    return last.inverse
  }

  /// The edit that was taken back last; nil if there is none.
  private mutating func redo() -> TextEdit? {
    guard let last = undone.popLast() else { return nil }
    done.append(last)
    isItsOwn = true
    return last.edit
  }

  /// Presses a keystroke and notes what it makes of the history.
  private mutating func follow(_ keystroke: Keystroke, on field: some HostedField) {
    let (before, assignments) = (field.text, field.counts.textAssignments)
    defer { isItsOwn = false }
    field.press(keystroke)
    guard case .edit(let edit) = keystroke else {
      if !field.text.isSame(as: before) { self = ToolkitHistory() }
      return
    }
    var edited = before
    edited.replace(utf16: edit.range, with: edit.replacement)
    guard field.counts.textAssignments == assignments, field.text.isSame(as: edited) else {
      // A refused edit is none; a written text has no history.
      if isItsOwn || !field.text.isSame(as: before) { self = ToolkitHistory() }
      return
    }
    if !isItsOwn { note(edit, in: before) }
  }

  private mutating func note(_ edit: TextEdit, in text: String) {
    undone = []
    let units = Array(text.utf16)
    let removed = String(decoding: units[edit.range.clamped(to: 0..<units.count)], as: UTF16.self)
    var entry = Entry(
      edit: edit,
      inverse: TextEdit(range: edit.range.lowerBound..<edit.caretAfter, replacement: removed),
      isTyping: edit.range.isEmpty && edit.replacement.utf16.count == 1)
    if let last = done.last, last.isTyping, entry.isTyping,
      last.edit.caretAfter == edit.range.lowerBound
    {
      entry.edit = TextEdit(
        range: last.edit.range, replacement: last.edit.replacement + edit.replacement)
      entry.inverse.range = last.inverse.range.lowerBound..<edit.caretAfter
      done.removeLast()
    }
    done.append(entry)
  }
}
