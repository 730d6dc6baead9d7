import Foundation
import ReformatCore

/// A pair of text fields, each bound to a published text, which one parent makes.
///
/// An edit publishes the text, and the body of its field is evaluated with the typed text. The strategy reacts on the
/// next turn of the run loop. If that changes the model, the parent's body is evaluated, which makes the objects behind
/// both fields again, so that the bodies of both fields are evaluated too; otherwise only the body of a field whose
/// text was written is. The run loop is the real one of the thread; the field does not block on it.
///
/// Like ``HeadlessField``, this is a model of toolkits that do not exist on Linux, and texts are stored in the field's
/// own memory.
public final class PublishedField: HostedField {
  /// The counts of the parent and both fields since they were made.
  public private(set) var counts = UpdateCounts()
  /// The strategy that publishes the texts and reacts; for another host, which does not touch this field.
  public let strategy: any PublishingStrategy
  private let phases: PhaseMarker
  private var first: ShownField
  private var second: ShownField
  private var parentNeedsUpdate = false
  /// The field that has the focus.
  public private(set) var focus = FieldRole.first

  /// Makes two fields, which show the strategy's texts, with the caret at the end.
  ///
  /// - Parameters:
  ///   - strategy: the strategy, which publishes the texts, and reacts on a turn of this thread's run loop.
  ///   - phases: the marker for the refreshes.
  public init(strategy: any PublishingStrategy, phases: PhaseMarker = PhaseMarker()) {
    self.strategy = strategy
    self.phases = phases
    first = ShownField(strategy.text(of: .first))
    second = ShownField(strategy.text(of: .second))
    strategy.willChange = { [weak self] in self?.willChange($0) }
  }

  /// The text in the field with the focus.
  public var text: String { self[focus].edited.text }

  /// The text in one of the two fields.
  public func text(of field: FieldRole) -> String { self[field].edited.text }

  /// The selection in UTF-16 code units; a caret if it is empty.
  public var selection: Range<Int> {
    get { self[focus].edited.selection }
    set { self[focus].edited.select(newValue) }
  }

  /// The text that is being composed; nil if there is none.
  public var markedText: MarkedText? { self[focus].edited.markedText }

  /// The value of the text; nil if there is none.
  public var value: Any? { strategy.value(of: focus) }

  /// The value as Swift describes it; nil if there is none.
  public var valueDescription: String? { value.map { String(describing: $0) } }

  /// Always false, because a text that is not a number does not stay.
  public var showsError: Bool { false }

  /// Makes an edit and takes the turns that it needs; it is never refused.
  @discardableResult public func apply(_ edit: TextEdit) -> Bool {
    queue(edit)
    takeTurns()
    return true
  }

  /// Makes an edit; the strategy reacts to it in ``takeTurns()``.
  public func queue(_ edit: TextEdit) {
    if let composed = self[focus].edited.takeMarkedText() { queue(composed) }
    self[focus].edited.insert(edit)
    let text = self[focus].edited.text
    phases.measure(.refresh) { strategy.publish(text, in: focus) }
    evaluateBodies()
  }

  /// Runs this thread's run loop until nothing is waiting.
  ///
  /// A text that the strategy writes on one turn may be delivered to it on another.
  public func takeTurns() {
    while strategy.isWaiting {
      guard RunLoop.current.run(mode: .default, before: .distantPast) else { return }
      evaluateBodies()
    }
  }

  /// Ends editing, as Return does: waiting texts are delivered, and nothing else happens.
  public func endEditing() {
    unmarkText()
    takeTurns()
  }

  /// Ends editing of one field and moves to the other.
  public func moveToNextField() {
    endEditing()
    focus = focus == .first ? .second : .first
  }

  /// Lets another part of the app write the number behind the field with the focus.
  public func write(_ value: Any) {
    strategy.write(value, of: focus)
    evaluateBodies()
    takeTurns()
  }

  /// Replaces the selection, or the former composition, by the present composition.
  public func setMarkedText(_ composed: String) { self[focus].edited.setMarkedText(composed) }

  /// Ends composing: the composition becomes one edit of the text as it was before.
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

  /// Evaluates the bodies: the announcements since the last time coalesce into one evaluation of each.
  private func evaluateBodies() {
    if parentNeedsUpdate {
      parentNeedsUpdate = false
      counts.bodyEvaluations += 1
      phases.measure(.refresh) { strategy.evaluateParent() }
      // The objects that they observe are new ones now.
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

/// A field on the screen: its text, and the body that was last evaluated for it.
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
  /// - Returns: true if the text is different.
  mutating func show(_ text: String) -> Bool {
    needsUpdate = false
    let new = FieldBody(text: text, isValid: true)
    if !new.isSame(as: body) { body.store(new) }
    return edited.assign(text)
  }
}
