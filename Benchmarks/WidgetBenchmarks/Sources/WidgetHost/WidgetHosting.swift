import FieldHost
import ReformatCore

/// The object that calls a strategy when keys reach the widget.
protocol WidgetHosting: AnyObject {
  /// The value of the text; nil if it has none.
  var value: Any? { get }
  /// True if a value is missing although one is required, or is out of range.
  var showsError: Bool { get }
  /// True if the strategy still has to be called for the keystroke.
  var isPending: Bool { get }

  /// Decides before the widget changes its text.
  func decision(on replacement: String, in field: WidgetField) -> HostedDecision
  /// Called with the text after an edit; returns nil if there is nothing to do at once.
  func textDidChange(in field: WidgetField) -> HostedChange?
  /// Undoes or redoes by a history of the hosting; false if it has none.
  func undo(redoes: Bool, in field: WidgetField) -> Bool
  /// Called when Return was pressed.
  func editingDidEnd(in field: WidgetField)
  /// Called when another part of the app writes the value.
  func write(_ value: Any, in field: WidgetField)
  /// Called in the update phase of the frame clock.
  func frameUpdates(in field: WidgetField)
  /// Called in a turn of the main loop that was requested.
  func takeTurn(in field: WidgetField)
}

extension WidgetHosting {
  var isPending: Bool { false }
  func decision(on replacement: String, in field: WidgetField) -> HostedDecision { .apply }
  func undo(redoes: Bool, in field: WidgetField) -> Bool { false }
  func frameUpdates(in field: WidgetField) {}
  func takeTurn(in field: WidgetField) {}
}

/// A change to be written into the widget.
struct HostedChange {
  var text: String?
  /// The selection, in UTF-16 code units of the text then shown.
  var selection: Range<Int>?
  /// True if the text is written as a whole; otherwise only the difference is written.
  var writesWhole = true
}

/// The decision about an edit.
enum HostedDecision {
  case apply
  case refuse
  case replace(HostedChange)
}

/// A strategy that answers: a delegate, a binding that formats nothing, or one that waits for Return.
final class AnsweringHosting: WidgetHosting {
  private let strategy: ErasedStrategy
  private let writesWhole: Bool
  private(set) var showsError = false

  init(_ strategy: ErasedStrategy, writesWhole: Bool) {
    self.strategy = strategy
    self.writesWhole = writesWhole
  }

  var value: Any? { strategy.value() }

  func decision(on replacement: String, in field: WidgetField) -> HostedDecision {
    guard strategy.hosting == .delegate else { return .apply }
    let (text, selection) = field.before
    switch strategy.shouldChange(
      text, text.utf16(characters: selection), [field.replacedRange], replacement, field.phases)
    {
    case .apply: return .apply
    case .refuse: return .refuse
    case .replace(let change): return .replace(taken(change, in: field))
    }
  }

  func textDidChange(in field: WidgetField) -> HostedChange? {
    switch strategy.hosting {
    case .delegate:
      return taken(strategy.textDidChange(field.text, nil, field.phases), in: field)
    case .binding:
      field.counts.emissions += 1
      field.counts.bodyEvaluations += 1
      return nil
    case .commit, .onChange: return nil
    }
  }

  func editingDidEnd(in field: WidgetField) {
    field.take(taken(strategy.editingDidEnd(field.text, field.phases), in: field))
  }

  func write(_ value: Any, in field: WidgetField) {
    guard let change = strategy.write(value, field.phases) else { return }
    field.take(taken(change, in: field))
  }

  /// Stores a value: a new value is one write and one refresh.
  private func taken(_ change: ErasedStrategy.Change, in field: WidgetField) -> HostedChange {
    switch change.value {
    case .kept: break
    case .set: showsError = !strategy.isInRange()
    case .cleared:
      let shown = change.text ?? field.text
      showsError = !(shown.isEmpty || shown == "-")
    }
    if change.value != .kept {
      field.counts.emissions += 1
      field.counts.bodyEvaluations += 1
    }
    return HostedChange(
      text: change.text, selection: change.selection, writesWhole: writesWhole)
  }
}

/// A store that the text is bound to, with an onChange action.
final class BoundHosting: WidgetHosting {
  /// The maximum number of onChange actions in one update; the next is dropped, as in the model.
  private static let actionsPerUpdate = 2

  private let store: any TextStore
  private let announcements: Announcements
  private let moment: WidgetOptions.Moment
  private let writesWhole: Bool
  private let tellsSelection: Bool
  private(set) var isPending = false
  /// The text that onChange last compared.
  private var comparedText: String
  /// The selection before the last edit; nil once its action has run, and if it is not told.
  private var selectionBefore: Range<Int>?

  init(_ store: any TextStore, _ announcements: Announcements, _ options: WidgetOptions) {
    self.store = store
    self.announcements = announcements
    moment = options.moment
    writesWhole = options.writesWhole
    tellsSelection = options.tellsSelection
    comparedText = store.text
  }

  var value: Any? { store.value }
  var showsError: Bool { store.showsError }

  func textDidChange(in field: WidgetField) -> HostedChange? {
    if tellsSelection {
      let (text, selected) = field.before
      selectionBefore = text.utf16(characters: selected)
    }
    field.phases.measure(.refresh) { store.write(typed: field.text) }
    guard moment == .handler else {
      schedule()
      return nil
    }
    let assignments = field.counts.textAssignments
    update(field)
    guard field.counts.textAssignments > assignments else { return nil }
    // The toolkit sets the caret once the handler has returned.
    return HostedChange(selection: field.selection)
  }

  func editingDidEnd(in field: WidgetField) {
    let selection = store.editingDidEnd(phases: field.phases)
    update(field)
    if let selection { field.take(HostedChange(selection: selection)) }
  }

  func write(_ value: Any, in field: WidgetField) {
    store.write(outside: value, phases: field.phases)
    schedule()
  }

  func frameUpdates(in field: WidgetField) {
    if moment != .idle, isPending { update(field) }
  }

  func takeTurn(in field: WidgetField) { if isPending { update(field) } }

  private func schedule() {
    guard !isPending else { return }
    isPending = true
    switch moment {
    case .handler, .update: Screen.shared.requestUpdate()
    case .idle: Screen.shared.requestTurn(isIdle: true)
    }
  }

  /// Evaluates the body until nothing more is announced, running the onChange action in between.
  private func update(_ field: WidgetField) {
    isPending = false
    let phases = field.phases
    var actions = 0
    var wanted: Range<Int>?
    while announcements.takeUpdate() {
      field.counts.bodyEvaluations += 1
      field.counts.bodyEvaluations += phases.measure(.refresh) {
        store.evaluateBody(phases: phases)
      }
      let shown = phases.measure(.refresh) { store.text }
      field.take(HostedChange(text: shown, selection: wanted, writesWhole: writesWhole))
      guard !shown.isSame(as: comparedText) else { continue }
      comparedText = shown
      guard actions < Self.actionsPerUpdate else {
        field.counts.droppedActions += 1
        continue
      }
      actions += 1
      field.counts.onChangeActions += 1
      if let selection = store.textDidChange(selection: told(by: field), phases: phases) {
        wanted = selection
      }
    }
    selectionBefore = nil
    if let wanted { field.take(HostedChange(selection: wanted)) }
    field.counts.emissions = announcements.count
  }

  /// The selection before the edit and the caret after it; nil after a write, and in the handler: no toolkit has set the
  /// caret by then.
  private func told(by field: WidgetField) -> SelectionChange? {
    guard moment != .handler, let selectionBefore else { return nil }
    return SelectionChange(before: selectionBefore, caret: field.selection.lowerBound)
  }
}
