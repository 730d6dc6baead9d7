import FieldHost
import ReformatCore

/// What calls a strategy when keys reach the widget.
protocol WidgetHosting: AnyObject {
  /// What the text stands for; nil where it stands for nothing.
  var value: Any? { get }
  /// Whether the value is missing where one is due, or out of range.
  var showsError: Bool { get }
  /// Whether the strategy still has to be called for the keystroke.
  var isPending: Bool { get }

  /// Asked before the widget changes its text.
  func decision(on replacement: String, in field: WidgetField) -> HostedDecision
  /// Told the text after an edit; nil where there is nothing to do at once.
  func textDidChange(in field: WidgetField) -> HostedChange?
  /// Return was pressed.
  func editingDidEnd(in field: WidgetField)
  /// Another part of the app writes the value.
  func write(_ value: Any, in field: WidgetField)
  /// The frame clock is in its update phase.
  func frameUpdates(in field: WidgetField)
  /// A turn of the main loop that was asked for.
  func takeTurn(in field: WidgetField)
}

extension WidgetHosting {
  var isPending: Bool { false }
  func decision(on replacement: String, in field: WidgetField) -> HostedDecision { .apply }
  func frameUpdates(in field: WidgetField) {}
  func takeTurn(in field: WidgetField) {}
}

/// What is to be written into the widget.
struct HostedChange {
  var text: String?
  /// In UTF-16 code units of the text then shown.
  var selection: Range<Int>?
  /// Whether the text is written as a whole, or only what differs.
  var writesWhole = true
}

/// What becomes of an edit.
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
      return taken(strategy.textDidChange(field.text, field.phases), in: field)
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

  /// A new value is one write and one refresh.
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
  /// When the action runs.
  enum Moment {
    /// In the update phase of the next frame, before anything is laid out or painted.
    case update
    /// When the toolkit has nothing else to do: at the priority that its idle functions have by default.
    case idle
  }

  /// How many onChange actions one update may run; the next is dropped, as in the model.
  private static let actionsPerUpdate = 2

  private let store: any TextStore
  private let announcements: Announcements
  private let moment: Moment
  private let writesWhole: Bool
  private(set) var isPending = false
  /// The text that onChange last compared.
  private var comparedText: String

  init(
    _ store: any TextStore, _ announcements: Announcements, at moment: Moment, writesWhole: Bool
  ) {
    self.store = store
    self.announcements = announcements
    self.moment = moment
    self.writesWhole = writesWhole
    comparedText = store.text
  }

  var value: Any? { store.value }
  var showsError: Bool { store.showsError }

  func textDidChange(in field: WidgetField) -> HostedChange? {
    field.phases.measure(.refresh) { store.write(typed: field.text) }
    schedule()
    return nil
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
    if moment == .update, isPending { update(field) }
  }

  func takeTurn(in field: WidgetField) { if isPending { update(field) } }

  private func schedule() {
    guard !isPending else { return }
    isPending = true
    switch moment {
    case .update: Screen.shared.requestUpdate()
    case .idle: Screen.shared.requestTurn(isIdle: true)
    }
  }

  /// Evaluates the body until nothing is announced any more, running the onChange action between.
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
      if let selection = store.textDidChange(phases: phases) { wanted = selection }
    }
    if let wanted { field.take(HostedChange(selection: wanted)) }
    field.counts.emissions = announcements.count
  }
}
