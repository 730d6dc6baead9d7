/// The state of a field with an engine: number, text and selection.
public struct EngineSnapshot: Hashable, Sendable {
  /// The number as typed.
  public let number: TypedNumber
  /// The text that the field shows.
  public let text: String
  /// The selection in it, in UTF-16 code units; a caret if it is empty.
  public let selection: Range<Int>

  let caretTarget: IncrementalEngine.CaretTarget
  let ownSeparator: IncrementalEngine.OwnSeparator
  /// The number of keys that the number takes.
  let keyCount: Int
}

extension IncrementalEngine {
  /// The state of the engine, for ``restore(_:)``.
  ///
  /// - Parameter selection: what is selected in the field; by default the caret as the last edit left it.
  /// - Returns: the state.
  public func snapshot(selection: Range<Int>? = nil) -> EngineSnapshot {
    let zeros = symbols.fillsFromRight ? number.digits.prefix { $0 == UInt8(ascii: "0") }.count : 0
    let others = [number.isNegative, number.hasPoint && !symbols.fillsFromRight]
    return EngineSnapshot(
      number: number, text: foreignText ?? text, selection: selection ?? caret..<caret,
      caretTarget: caretTarget, ownSeparator: ownSeparator,
      keyCount: number.digits.count - zeros + others.count { $0 })
  }

  /// Goes back to a state: number, text and caret are what they were.
  public mutating func restore(_ snapshot: EngineSnapshot) {
    number = snapshot.number
    caretTarget = snapshot.caretTarget
    ownSeparator = snapshot.ownSeparator
    render()
    foreignText = shows(snapshot.text) ? nil : snapshot.text
  }
}

/// The steps that undo and redo take in a field with an engine.
///
/// A toolkit's own history holds texts from before they were reformatted, so undoing it leaves the engine behind. This
/// one holds states of the engine. It is a value, and knows no clock.
///
/// Keys that go on where the last one left the caret are one step: a run of typing, or a run of Backspace or of Delete.
/// This is how Scintilla and text views of Cocoa join edits (`UndoHistory::AppendAction`, `NSTextView.isCoalescingUndo`).
/// A run ends when the caret is moved, the kind of key changes, anything else is done, or ``endRun()`` is called.
public struct EditHistory: Hashable, Sendable {
  /// The kinds of edits; runs are of one kind.
  private enum Kind { case typing, deletion, other }

  private struct Step: Hashable {
    var before: EngineSnapshot
    var after: EngineSnapshot
    var kind: Kind
  }

  /// The maximum number of steps that are kept; older ones are forgotten.
  public let limit: Int
  private var steps: [Step] = []
  /// The number of steps that are done; those behind it are undone.
  private var done = 0
  /// True if the next key may join the last step.
  private var isRunning = false

  /// An empty history.
  public init(limit: Int = 100) { self.limit = max(1, limit) }

  /// True if there is a step to undo.
  public var canUndo: Bool { done > 0 }
  /// True if there is a step to redo.
  public var canRedo: Bool { done < steps.count }

  /// Takes an edit down; steps that were undone are forgotten.
  ///
  /// - Parameters:
  ///   - before: the state before the edit, with the selection that it was made with.
  ///   - after: the state after it.
  /// - Returns: true if that is a new step, false if it joins the last one or changes nothing.
  @discardableResult
  public mutating func record(before: EngineSnapshot, after: EngineSnapshot) -> Bool {
    guard before.number != after.number || before.text != after.text else { return false }
    steps.removeSubrange(done...)
    let kind = Self.kind(from: before, to: after)
    if isRunning, kind != .other, let last = steps.last, last.kind == kind,
      last.after.selection == before.selection, last.after.text == before.text
    {
      steps[done - 1].after = after
      return false
    }
    if steps.count == limit { steps.removeFirst() }
    steps.append(Step(before: before, after: after, kind: kind))
    done = steps.count
    isRunning = true
    return true
  }

  /// Takes the last step back.
  ///
  /// - Returns: the state to restore; nil if there is no step.
  public mutating func undo() -> EngineSnapshot? {
    guard canUndo else { return nil }
    done -= 1
    isRunning = false
    return steps[done].before
  }

  /// Takes the step again that was undone last.
  ///
  /// - Returns: the state to restore; nil if there is no step.
  public mutating func redo() -> EngineSnapshot? {
    guard canRedo else { return nil }
    done += 1
    isRunning = false
    return steps[done - 1].after
  }

  /// Ends a run of keys, as after a pause: the next key begins a step.
  public mutating func endRun() { isRunning = false }

  private static func kind(from before: EngineSnapshot, to after: EngineSnapshot) -> Kind {
    let isReadAgain = before.ownSeparator == .point && after.ownSeparator == .group
    guard before.selection.isEmpty, !isReadAgain else { return .other }
    switch after.keyCount - before.keyCount {
    case 1: return .typing
    case -1: return .deletion
    default: return .other
    }
  }
}
