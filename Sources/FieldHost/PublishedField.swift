import Foundation
import ReformatCore

/// A text field bound to a published text, with a linked field beside it.
///
/// An edit publishes the text, and the body is evaluated with it as typed. What the strategy makes of it
/// comes on the next turn of the run loop, then the bodies are evaluated again: of each field of which
/// anything was written. The run loop is the real one of the thread; it is not waited for.
///
/// As with ``HeadlessField``, this is a model of toolkits that do not exist on Linux, and texts are kept in memory
/// of the field's own.
public final class PublishedField: HostedField {
  /// What both fields have done since they were made.
  public private(set) var counts = UpdateCounts()
  private let strategy: any PublishingStrategy
  private let phases: PhaseMarker
  private var typed: EditedText
  private var beside: EditedText
  private var body: FieldBody
  private var bodyBeside: FieldBody
  private var needsUpdate = false
  private var besideNeedsUpdate = false

  /// Fresh fields, which show what the strategy says, the caret at the end.
  ///
  /// - Parameters:
  ///   - strategy: publishes the texts, and on a turn of the run loop of this thread reacts.
  ///   - phases: who is told of refreshes.
  public init(strategy: any PublishingStrategy, phases: PhaseMarker = PhaseMarker()) {
    self.strategy = strategy
    self.phases = phases
    typed = EditedText(storing: strategy.text(of: .typed))
    beside = EditedText(storing: strategy.text(of: .beside))
    body = FieldBody(storing: typed.text)
    bodyBeside = FieldBody(storing: beside.text)
    strategy.fieldWillChange = { [weak self] in self?.willChange($0) }
  }

  /// What stands in the field that is typed into.
  public var text: String { typed.text }

  /// What stands in the field beside.
  public var textBeside: String { beside.text }

  /// The selection in UTF-16 code units; a caret where it is empty.
  public var selection: Range<Int> {
    get { typed.selection }
    set { typed.select(newValue) }
  }

  /// What is being composed, or nil.
  public var markedText: MarkedText? { typed.markedText }

  /// What the text stands for; nil where there is nothing.
  public var value: Any? { strategy.value }

  /// The value as Swift describes it, or nil where there is none.
  public var valueDescription: String? { value.map { String(describing: $0) } }

  /// Always false: a text that is no number does not stay.
  public var showsError: Bool { false }

  /// Makes an edit and takes the turns that it needs; never refused.
  @discardableResult public func apply(_ edit: TextEdit) -> Bool {
    queue(edit)
    takeTurns()
    return true
  }

  /// Makes an edit; what the strategy makes of it waits for ``takeTurns()``.
  public func queue(_ edit: TextEdit) {
    if let composed = typed.takeMarkedText() { queue(composed) }
    typed.insert(edit)
    strategy.publish(typed.text)
    evaluateBodies()
  }

  /// Lets the run loop of this thread turn until nothing waits any more.
  ///
  /// A text that the strategy writes on one turn may be delivered to it on another.
  public func takeTurns() {
    while strategy.isWaiting {
      guard RunLoop.current.run(mode: .default, before: .distantPast) else { return }
      evaluateBodies()
    }
  }

  /// Ends editing, as Return does: what waits is delivered, and nothing else happens.
  public func endEditing() {
    unmarkText()
    takeTurns()
  }

  /// Shows what is composed so far in the place of the selection, or of what was composed before.
  public func setMarkedText(_ composed: String) { typed.setMarkedText(composed) }

  /// Ends composing: what was composed becomes one edit of the text as it was before.
  public func unmarkText() {
    if let edit = typed.takeMarkedText() { apply(edit) }
  }
}

extension PublishedField {
  /// A published property announces every write, of an equal value too.
  private func willChange(_ field: FieldRole) {
    counts.emissions += 1
    switch field {
    case .typed: needsUpdate = true
    case .beside: besideNeedsUpdate = true
    }
  }

  /// The emissions since the last time coalesce: one body a field.
  private func evaluateBodies() {
    if needsUpdate {
      needsUpdate = false
      evaluate(&body, of: .typed, shownIn: &typed)
    }
    if besideNeedsUpdate {
      besideNeedsUpdate = false
      evaluate(&bodyBeside, of: .beside, shownIn: &beside)
    }
  }

  /// Evaluates a body, compares it with the last one and applies it.
  private func evaluate(
    _ body: inout FieldBody, of field: FieldRole, shownIn shown: inout EditedText
  ) {
    counts.bodyEvaluations += 1
    phases.measure(.refresh) {
      let text = strategy.text(of: field)
      let new = FieldBody(text: text, isValid: true)
      if !new.isSame(as: body) { body.store(new) }
      if shown.assign(text) { counts.textAssignments += 1 }
    }
  }
}
