import ReformatCore

/// A text field without a screen: it applies edits, runs its toolkit's update cycle and counts.
///
/// This is a model of toolkits that do not exist on Linux. A delegate-hosted field is UITextField bound
/// to a value: the delegate is asked before the text changes, and setting the text from code asks nobody.
/// An onChange-hosted field is a SwiftUI TextField bound to a published text: emissions of one
/// transaction coalesce, the body is evaluated once a flush, and the onChange action runs after it, at most
/// twice an update. A body is really evaluated, compared with the last one and applied.
public final class HeadlessField<Strategy: ReformatStrategy>: HostedField {
  /// How many onChange actions one update may run; the next is dropped.
  static var actionsAnUpdate: Int { 2 }

  /// What stands in the field.
  public private(set) var text: String
  /// The selection in UTF-16 code units; a caret where it is empty.
  public var selection: Range<Int>
  /// Whether the value is missing where one is due, or out of range.
  public private(set) var showsError = false
  /// What the field has done since it was made.
  public private(set) var counts = UpdateCounts()
  /// What the text stands for, where the strategy reads one.
  public private(set) var value: Strategy.Value?

  private var strategy: Strategy
  private let isInRange: (Strategy.Value) -> Bool
  private let phases: PhaseMarker
  private var body: FieldBody
  private var needsUpdate = false
  /// The list that the delegate is given; kept, so that asking it allocates nothing.
  private var ranges = [0..<0]
  /// The published text behind an onChange-hosted field, and the one that onChange last compared.
  private var boundText: String
  private var comparedText: String

  /// A fresh field.
  ///
  /// - Parameters:
  ///   - strategy: how the text is reformatted.
  ///   - text: what stands there at first, with the caret behind it.
  ///   - value: what that stands for.
  ///   - isInRange: whether a value is shown as valid.
  ///   - phases: who is told of phases.
  public init(
    strategy: Strategy, text: String = "", value: Strategy.Value? = nil,
    isInRange: @escaping (Strategy.Value) -> Bool = { _ in true },
    phases: PhaseMarker = PhaseMarker()
  ) {
    self.strategy = strategy
    self.text = text
    self.value = value
    self.isInRange = isInRange
    self.phases = phases
    boundText = text
    comparedText = text
    let end = text.utf16.count
    selection = end..<end
    body = FieldBody(text: text, isValid: true)
  }

  /// The value as Swift describes it, or nil where there is none.
  public var valueDescription: String? { value.map { String(describing: $0) } }

  /// Makes an edit as a user would; false where the strategy refused it and the text stayed.
  @discardableResult public func apply(_ edit: TextEdit) -> Bool {
    if strategy.hosting == .delegate {
      ranges[0] = edit.range
      guard
        strategy.shouldChange(text, in: ranges, to: edit.replacement, phases: phases)
      else { return false }
    }
    text.replace(utf16: edit.range, with: edit.replacement)
    let caret = min(edit.caretAfter, text.utf16.count)
    selection = caret..<caret
    switch strategy.hosting {
    case .delegate:
      take(strategy.textDidChange(text, value: value, phases: phases))
    case .binding:
      publish(text)
      evaluateBody(boundText)
    case .onChange:
      publish(text)
      updateBoundText()
    case .commit: break
    }
    return true
  }

  /// Ends editing, as Return does.
  public func endEditing() {
    let reaction = strategy.editingDidEnd(text, value: value, phases: phases)
    guard strategy.hosting == .onChange else { return take(reaction) }
    if let text = reaction.text { publish(text) }
    update(reaction.value)
    updateBoundText()
  }
}

// MARK: - Bound to a value

extension HeadlessField {
  /// A new value is one write and one refresh; a text is assigned without asking anybody.
  private func take(_ reaction: Reaction<Strategy.Value>) {
    switch reaction.value {
    case .keep: break
    case .set, .clear:
      counts.emissions += 1
      needsUpdate = true
      update(reaction.value)
    }
    let shown = reaction.text ?? text
    if needsUpdate {
      evaluateBody(shown)
    } else {
      assign(shown)
    }
  }
}

// MARK: - Bound to its text

extension HeadlessField {
  /// A published property announces every write, of an equal value too.
  private func publish(_ newText: String) {
    counts.emissions += 1
    boundText = newText
    needsUpdate = true
  }

  /// Evaluates the body until nothing is written any more, running the onChange action between.
  private func updateBoundText() {
    var actions = 0
    while needsUpdate {
      evaluateBody(boundText)
      guard boundText != comparedText else { continue }
      comparedText = boundText
      guard actions < Self.actionsAnUpdate else {
        counts.droppedActions += 1
        continue
      }
      actions += 1
      counts.onChangeActions += 1
      let reaction = strategy.textDidChange(boundText, value: value, phases: phases)
      update(reaction.value)
      if let text = reaction.text { publish(text) }
    }
  }
}

// MARK: - Both

extension HeadlessField {
  private func update(_ change: ValueUpdate<Strategy.Value>) {
    switch change {
    case .keep: return
    case .set(let new):
      value = new
      showsError = !isInRange(new)
    case .clear:
      value = nil
      showsError = !(text.isEmpty || text == "-")
    }
  }

  private func evaluateBody(_ shown: String) {
    needsUpdate = false
    counts.bodyEvaluations += 1
    phases.measure(.refresh) {
      let new = FieldBody(text: shown, isValid: !showsError)
      if new != body { body = new }
      assign(new.text)
    }
  }

  /// A text from code goes in only where it differs, and leaves the caret at its end.
  private func assign(_ newText: String) {
    guard newText != text else { return }
    text = newText
    counts.textAssignments += 1
    let end = newText.utf16.count
    selection = end..<end
  }
}
