import FieldHost
import ReformatCore

/// The engine behind a delegate, with a history of its own in place of the toolkit's, as docs/your-own-field.md advises.
final class HistoryHosting: WidgetHosting {
  private var strategy: IncrementalDelegate<Int>
  private var history = EditHistory()

  init(format: IncrementalFormat) { strategy = IncrementalDelegate(format: format) }

  var value: Any? { strategy.value }
  var showsError: Bool { false }

  func decision(on replacement: String, in field: WidgetField) -> HostedDecision {
    let (text, characters) = field.before
    let selection = text.utf16(characters: characters)
    let before = strategy.snapshot(selection: selection)
    let decision = strategy.shouldChange(
      text, selection: selection, in: [field.replacedRange], to: replacement, phases: field.phases)
    guard case .replace(let reaction) = decision else { return .refuse }
    history.record(before: before, after: strategy.snapshot())
    return .replace(change(reaction))
  }

  func textDidChange(in field: WidgetField) -> HostedChange? { nil }

  func undo(redoes: Bool, in field: WidgetField) -> Bool {
    if let state = redoes ? history.redo() : history.undo() {
      field.take(change(strategy.restore(state)))
    }
    return true
  }

  func editingDidEnd(in field: WidgetField) {
    field.take(
      change(strategy.editingDidEnd(field.text, value: strategy.value, phases: field.phases)))
  }

  func write(_ value: Any, in field: WidgetField) {
    guard let value = value as? Int else { return }
    history = EditHistory()
    field.take(HostedChange(text: strategy.text(for: value, phases: field.phases)))
  }

  private func change(_ reaction: Reaction<Int>) -> HostedChange {
    HostedChange(text: reaction.text, selection: reaction.selection, writesWhole: false)
  }
}

extension WidgetField {
  /// Makes an empty field with the engine for integers of this format, which undoes by an `EditHistory`.
  package convenience init(
    undoingIn format: IncrementalFormat, driver: any Driver, phases: PhaseMarker = PhaseMarker()
  ) {
    self.init(HistoryHosting(format: format), text: "", driver: driver, phases: phases)
  }
}
