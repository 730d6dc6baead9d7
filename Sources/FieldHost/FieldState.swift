import ReformatCore

/// What a field holds, and what its toolkit does with an edit.
struct FieldState: EditableText {
  /// How many onChange actions one update may run; the next is dropped.
  private static let actionsAnUpdate = 2

  var text: String
  var selection: Range<Int>
  private(set) var showsError = false
  private(set) var counts = UpdateCounts()
  var markedText: MarkedText?

  private var body: FieldBody
  private var needsUpdate = false
  /// The list that the delegate is given; kept, so that asking it allocates nothing.
  private var ranges = [0..<0]
  /// The published text behind an onChange-hosted field, and the one that onChange last compared.
  private var boundText: String
  private var comparedText: String

  init(text: String) {
    self.text = String(storing: text)
    boundText = String(storing: text)
    comparedText = String(storing: text)
    body = FieldBody(storing: text)
    let end = text.utf16Length
    selection = end..<end
  }

  /// Makes an edit as a user would; false where the strategy refused it and the text stayed.
  @discardableResult
  mutating func apply(_ edit: TextEdit, strategy: ErasedStrategy, phases: PhaseMarker) -> Bool {
    if markedText != nil { unmarkText(strategy: strategy, phases: phases) }
    if strategy.hosting == .delegate {
      ranges[0] = edit.range
      switch strategy.shouldChange(text, selection, ranges, edit.replacement, phases) {
      case .apply: break
      case .refuse: return false
      case .replace(let change):
        take(change, phases: phases)
        return true
      }
    }
    insert(edit)
    switch strategy.hosting {
    case .delegate:
      take(strategy.textDidChange(text, phases), phases: phases)
    case .binding:
      publish(text)
      evaluateBody(boundText, phases: phases)
    case .onChange:
      publish(text)
      updateBoundText(strategy: strategy, phases: phases)
    case .commit: break
    }
    return true
  }

  /// Ends editing, as Return does.
  mutating func endEditing(strategy: ErasedStrategy, phases: PhaseMarker) {
    if markedText != nil { unmarkText(strategy: strategy, phases: phases) }
    let change = strategy.editingDidEnd(text, phases)
    guard strategy.hosting == .onChange else { return take(change, phases: phases) }
    if let text = change.text { publish(text) }
    show(change.value, of: text)
    updateBoundText(strategy: strategy, phases: phases)
    if let selection = change.selection { self.selection = selection }
  }

  /// Ends composing: what was composed becomes one edit of the text as it was before.
  mutating func unmarkText(strategy: ErasedStrategy, phases: PhaseMarker) {
    if let edit = takeMarkedText() { apply(edit, strategy: strategy, phases: phases) }
  }
}

// MARK: - Bound to a value

extension FieldState {
  /// A new value is one write and one refresh; a text is assigned without asking anybody.
  private mutating func take(_ change: ErasedStrategy.Change, phases: PhaseMarker) {
    if case .kept = change.value {
      if let shown = change.text { assign(shown) }
    } else {
      counts.emissions += 1
      let shown = change.text ?? text
      show(change.value, of: shown)
      evaluateBody(shown, phases: phases)
    }
    if let selection = change.selection { self.selection = selection }
  }
}

// MARK: - Bound to its text

extension FieldState {
  /// A published property announces every write, of an equal value too.
  private mutating func publish(_ newText: String) {
    counts.emissions += 1
    boundText.store(newText)
    needsUpdate = true
  }

  /// Evaluates the body until nothing is written any more, running the onChange action between.
  private mutating func updateBoundText(strategy: ErasedStrategy, phases: PhaseMarker) {
    var actions = 0
    var wanted: Range<Int>?
    while needsUpdate {
      evaluateBody(boundText, phases: phases)
      guard !boundText.isSame(as: comparedText) else { continue }
      comparedText.store(boundText)
      guard actions < Self.actionsAnUpdate else {
        counts.droppedActions += 1
        continue
      }
      actions += 1
      counts.onChangeActions += 1
      let change = strategy.textDidChange(boundText, phases)
      show(change.value, of: text)
      if let text = change.text { publish(text) }
      if let selection = change.selection { wanted = selection }
    }
    if let wanted { selection = wanted }
  }
}

// MARK: - Both

extension FieldState {
  /// Flags a value that is missing or out of range, for a text.
  private mutating func show(_ change: ErasedStrategy.ValueChange, of text: String) {
    switch change {
    case .kept: return
    case .set(let isInRange): showsError = !isInRange
    case .cleared: showsError = !(text.isEmpty || text == "-")
    }
  }

  private mutating func evaluateBody(_ shown: String, phases: PhaseMarker) {
    needsUpdate = false
    counts.bodyEvaluations += 1
    phases.measure(.refresh) {
      let new = FieldBody(text: shown, isValid: !showsError)
      if !new.isSame(as: body) { body.store(new) }
      assign(shown)
    }
  }

  /// A text from code goes in only where it differs, and leaves the caret at its end.
  private mutating func assign(_ newText: String) {
    guard !newText.isSame(as: text) else { return }
    text.store(newText)
    counts.textAssignments += 1
    let end = text.utf16Length
    selection = end..<end
  }
}
