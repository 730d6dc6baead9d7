/// A recorder of operations that undo what was done (`UndoManager`), which Foundation lacks on Linux.
///
/// Operations that are registered until the next undo or the end of a keystroke are one group, if no group was begun
/// (`UndoManager.groupsByEvent`).
@preconcurrency @MainActor open class UndoManager: NSObject {
  private struct Operation {
    weak var target: AnyObject?
    let perform: @MainActor (AnyObject) -> Void
  }

  private var undoGroups: [[Operation]] = []
  private var redoGroups: [[Operation]] = []
  /// The groups that are open, the outermost first.
  private var open: [[Operation]] = []
  private var isOpenedByEvent = false
  private var disabled = 0

  /// True while an undo operation is performed (`UndoManager.isUndoing`).
  public private(set) var isUndoing = false
  /// True while a redo operation is performed (`UndoManager.isRedoing`).
  public private(set) var isRedoing = false

  /// Creates an undo manager.
  public override init() { super.init() }

  /// True if operations are recorded (`UndoManager.isUndoRegistrationEnabled`).
  public var isUndoRegistrationEnabled: Bool { disabled == 0 }

  /// Records nothing until the call is balanced (`UndoManager.disableUndoRegistration()`).
  public func disableUndoRegistration() { disabled += 1 }

  /// Records again (`UndoManager.enableUndoRegistration()`).
  public func enableUndoRegistration() {
    precondition(disabled > 0, "enableUndoRegistration() without disableUndoRegistration()")
    disabled -= 1
  }

  /// True if there is an operation to undo (`UndoManager.canUndo`).
  public var canUndo: Bool { !undoGroups.isEmpty || open.contains { !$0.isEmpty } }

  /// True if there is an operation to redo (`UndoManager.canRedo`).
  public var canRedo: Bool { !redoGroups.isEmpty }

  /// The number of open groups (`UndoManager.groupingLevel`).
  public var groupingLevel: Int { open.count }

  /// Begins a group (`UndoManager.beginUndoGrouping()`).
  public func beginUndoGrouping() { open.append([]) }

  /// Ends a group (`UndoManager.endUndoGrouping()`).
  public func endUndoGrouping() {
    precondition(!open.isEmpty, "endUndoGrouping() without beginUndoGrouping()")
    let group = open.removeLast()
    guard !group.isEmpty else { return }
    if !open.isEmpty {
      open[open.count - 1] += group
    } else if isUndoing {
      redoGroups.append(group)
    } else {
      undoGroups.append(group)
    }
  }

  /// Records an operation that undoes something of the target (`UndoManager.registerUndo(withTarget:handler:)`).
  ///
  /// While one is being undone, it is one to redo; otherwise those to redo are forgotten.
  public func registerUndo<Target: AnyObject>(
    withTarget target: Target, handler: @escaping @MainActor (Target) -> Void
  ) {
    guard isUndoRegistrationEnabled else { return }
    if !isUndoing, !isRedoing { redoGroups = [] }
    if open.isEmpty {
      beginUndoGrouping()
      isOpenedByEvent = true
    }
    let operation = Operation(target: target) { if let target = $0 as? Target { handler(target) } }
    open[open.count - 1].append(operation)
  }

  /// Ends the group that an event has opened by itself.
  package func endEvent() {
    guard isOpenedByEvent, open.count == 1 else { return }
    isOpenedByEvent = false
    endUndoGrouping()
  }

  /// Undoes the last group (`UndoManager.undo()`).
  public func undo() {
    endEvent()
    guard let group = undoGroups.popLast() else { return }
    isUndoing = true
    perform(group)
    isUndoing = false
  }

  /// Does again what was undone last (`UndoManager.redo()`).
  public func redo() {
    endEvent()
    guard let group = redoGroups.popLast() else { return }
    isRedoing = true
    perform(group)
    isRedoing = false
  }

  private func perform(_ group: [Operation]) {
    beginUndoGrouping()
    for operation in group.reversed() {
      if let target = operation.target { operation.perform(target) }
    }
    endUndoGrouping()
  }

  /// Forgets everything (`UndoManager.removeAllActions()`).
  public func removeAllActions() {
    undoGroups = []
    redoGroups = []
    open = open.map { _ in [] }
  }

  /// Forgets the operations of a target (`UndoManager.removeAllActions(withTarget:)`).
  public func removeAllActions(withTarget target: Any) {
    let target = target as AnyObject
    func others(_ groups: [[Operation]]) -> [[Operation]] {
      groups.map { $0.filter { $0.target !== target } }
    }
    undoGroups = others(undoGroups).filter { !$0.isEmpty }
    redoGroups = others(redoGroups).filter { !$0.isEmpty }
    open = others(open)
  }
}
