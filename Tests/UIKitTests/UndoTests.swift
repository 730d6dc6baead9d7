import Testing
import UIKit

/// Undo in a field.
@MainActor struct UndoTests {
  private let delegate = RecordingDelegate()

  @Test("Edits of the user are undone and done again, and the delegate is asked")
  func edits() throws {
    let field = delegate.makeField("12")
    let undo = try #require(field.undoManager)
    #expect(!undo.canUndo)
    field.makeUserEdit(1..<2, "34")
    delegate.log = []
    undo.undo()
    #expect(field.text == "12")
    #expect(delegate.log.first == "asked 1,2 '2' in '134'")
    #expect(!undo.canUndo && undo.canRedo)
    undo.redo()
    #expect(field.text == "134")
    #expect(undo.canUndo && !undo.canRedo)
  }

  @Test("Code that sets the text leaves nothing to undo")
  func assigned() throws {
    let field = delegate.makeField()
    let undo = try #require(field.undoManager)
    field.makeUserEdit(0..<0, "1")
    field.text = "2"
    #expect(!undo.canUndo)
    undo.undo()
    #expect(field.text == "2")
  }

  @Test("An undo asks about the range that the edit had, even if it is beyond the text by now")
  func stale() throws {
    let field = delegate.makeField("123")
    let undo = try #require(field.undoManager)
    field.makeUserEdit(3..<3, "45")
    let all = try #require(
      field.textRange(from: field.beginningOfDocument, to: field.endOfDocument))
    undo.disableUndoRegistration()
    field.replace(all, withText: "1")
    undo.enableUndoRegistration()
    delegate.log = []
    undo.undo()
    #expect(delegate.log.first == "asked 3,2 '' in '1'")
    #expect(field.text == "1")
  }

  @Test("Groups, targets and what is registered while nothing is recorded")
  func groups() {
    let undo = UndoManager()
    let log = RecordingDelegate()
    let other = RecordingDelegate()
    undo.beginUndoGrouping()
    undo.registerUndo(withTarget: log) { $0.log.append("a") }
    undo.registerUndo(withTarget: other) { $0.log.append("other") }
    undo.registerUndo(withTarget: log) { $0.log.append("b") }
    undo.endUndoGrouping()
    undo.disableUndoRegistration()
    undo.registerUndo(withTarget: log) { $0.log.append("never") }
    undo.enableUndoRegistration()
    undo.removeAllActions(withTarget: other)
    undo.undo()
    #expect(log.log == ["b", "a"] && other.log.isEmpty)
    #expect(!undo.canUndo)
  }
}
