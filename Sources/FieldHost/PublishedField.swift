import Foundation
import ReformatCore

/// A pair of text fields, each bound to a published text, which one parent makes.
///
/// An edit publishes the text, and the body of its field is evaluated with it as typed. What the strategy makes of it
/// comes on the next turn of the run loop. Where that changes the model the parent's body is evaluated, which makes
/// what stands behind both fields anew, and so their bodies are evaluated too; else only that of a field whose text was
/// written. The run loop is the real one of the thread; it is not waited for.
///
/// As with ``HeadlessField``, this is a model of toolkits that do not exist on Linux, and texts are kept in memory
/// of the field's own.
public final class PublishedField: HostedField {
  /// What the parent and both fields have done since they were made.
  public private(set) var counts = UpdateCounts()
  /// What publishes the texts and reacts; for another host, which does not touch this field.
  public let strategy: any PublishingStrategy
  private let phases: PhaseMarker
  private var first: ShownField
  private var second: ShownField
  private var parentNeedsUpdate = false
  /// The field that is typed into.
  public private(set) var focus = FieldRole.first

  /// Fresh fields, which show what the strategy says, the caret at the end.
  ///
  /// - Parameters:
  ///   - strategy: publishes the texts, and on a turn of the run loop of this thread reacts.
  ///   - phases: who is told of refreshes.
  public init(strategy: any PublishingStrategy, phases: PhaseMarker = PhaseMarker()) {
    self.strategy = strategy
    self.phases = phases
    first = ShownField(strategy.text(of: .first))
    second = ShownField(strategy.text(of: .second))
    strategy.willChange = { [weak self] in self?.willChange($0) }
  }

  /// What stands in the field that is typed into.
  public var text: String { self[focus].edited.text }

  /// What stands in one of the two.
  public func text(of field: FieldRole) -> String { self[field].edited.text }

  /// The selection in UTF-16 code units; a caret where it is empty.
  public var selection: Range<Int> {
    get { self[focus].edited.selection }
    set { self[focus].edited.select(newValue) }
  }

  /// What is being composed, or nil.
  public var markedText: MarkedText? { self[focus].edited.markedText }

  /// What the text stands for; nil where there is nothing.
  public var value: Any? { strategy.value(of: focus) }

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
    if let composed = self[focus].edited.takeMarkedText() { queue(composed) }
    self[focus].edited.insert(edit)
    let text = self[focus].edited.text
    phases.measure(.refresh) { strategy.publish(text, in: focus) }
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

  /// Ends editing of the one field and goes on to the other.
  public func moveToNextField() {
    endEditing()
    focus = focus == .first ? .second : .first
  }

  /// Has another part of the app write the number behind the field that is typed into.
  public func write(_ value: Any) {
    strategy.write(value, of: focus)
    evaluateBodies()
    takeTurns()
  }

  /// Shows what is composed so far in the place of the selection, or of what was composed before.
  public func setMarkedText(_ composed: String) { self[focus].edited.setMarkedText(composed) }

  /// Ends composing: what was composed becomes one edit of the text as it was before.
  public func unmarkText() {
    if let edit = self[focus].edited.takeMarkedText() { apply(edit) }
  }
}

extension PublishedField {
  private subscript(field: FieldRole) -> ShownField {
    _read { if field == .first { yield first } else { yield second } }
    _modify { if field == .first { yield &first } else { yield &second } }
  }

  private func willChange(_ change: PublishedChange) {
    counts.emissions += 1
    switch change {
    case .text(let field): self[field].needsUpdate = true
    case .model: parentNeedsUpdate = true
    }
  }

  /// The announcements since the last time coalesce: one body each.
  private func evaluateBodies() {
    if parentNeedsUpdate {
      parentNeedsUpdate = false
      counts.bodyEvaluations += 1
      phases.measure(.refresh) { strategy.evaluateParent() }
      // What they observe is another object now.
      first.needsUpdate = true
      second.needsUpdate = true
    }
    for field in FieldRole.allCases where self[field].needsUpdate {
      counts.bodyEvaluations += 1
      phases.measure(.refresh) {
        if self[field].show(strategy.text(of: field)) { counts.textAssignments += 1 }
      }
    }
  }
}

/// A field on the screen: what stands in it, and the body that was last evaluated for it.
private struct ShownField {
  var edited: EditedText
  var needsUpdate = false
  private var body: FieldBody

  init(_ text: String) {
    edited = EditedText(storing: text)
    body = FieldBody(storing: text)
  }

  /// Evaluates the body with a text, compares it with the last one and applies it.
  ///
  /// - Returns: whether the text is another.
  mutating func show(_ text: String) -> Bool {
    needsUpdate = false
    let new = FieldBody(text: text, isValid: true)
    if !new.isSame(as: body) { body.store(new) }
    return edited.assign(text)
  }
}
