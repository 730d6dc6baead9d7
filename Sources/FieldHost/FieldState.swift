import ReformatCore

/// The contents of a field, and the reaction of its toolkit to an edit.
struct FieldState: EditableText {
  /// The maximum number of onChange actions in one update; the next is dropped.
  private static let actionsPerUpdate = 2

  var text: String
  var selection: Range<Int>
  private(set) var showsError = false
  /// True if the strategy is asked nothing while text is composed.
  let leavesMarkedTextAlone: Bool
  private(set) var counts = UpdateCounts()
  var markedText: MarkedText?

  private var body: FieldBody
  /// The list that the delegate is given; stored, so that the call allocates nothing.
  private var ranges = [0..<0]
  /// The text that onChange last compared.
  private var comparedText: String

  init(text: String, leavesMarkedTextAlone: Bool) {
    self.leavesMarkedTextAlone = leavesMarkedTextAlone
    self.text = String(storing: text)
    comparedText = String(storing: text)
    body = FieldBody(storing: text)
    let end = text.utf16Length
    selection = end..<end
  }

  /// Makes an edit as a user would; false if the strategy refused it and the text stayed.
  @discardableResult
  mutating func apply(_ edit: TextEdit, in host: HostedStrategy, phases: PhaseMarker) -> Bool {
    if markedText != nil { unmarkText(in: host, phases: phases) }
    switch host {
    case .bound(let store, let announcements):
      var change = SelectionChange(before: selection, caret: 0)
      insert(edit)
      change.caret = selection.lowerBound
      phases.measure(.refresh) { store.write(typed: text) }
      update(store, announcements, change, phases: phases)
    case .erased(let strategy):
      if strategy.hosting == .delegate {
        ranges[0] = edit.range
        switch strategy.shouldChange(text, selection, ranges, edit.replacement, phases) {
        case .apply: break
        case .refuse: return false
        case .replace(let change):
          take(change, of: strategy, phases: phases)
          return true
        }
      }
      insert(edit)
      switch strategy.hosting {
      case .delegate:
        take(strategy.textDidChange(text, nil, phases), of: strategy, phases: phases)
      case .binding:
        counts.emissions += 1
        evaluateBody(text, isValid: { true }, phases: phases)
      case .commit, .onChange: break
      }
    }
    return true
  }

  /// Ends editing, as Return does.
  mutating func endEditing(in host: HostedStrategy, phases: PhaseMarker) {
    if markedText != nil { unmarkText(in: host, phases: phases) }
    switch host {
    case .bound(let store, let announcements):
      let selection = store.editingDidEnd(phases: phases)
      update(store, announcements, phases: phases)
      if let selection { self.selection = selection }
    case .erased(let strategy):
      take(strategy.editingDidEnd(text, phases), of: strategy, phases: phases)
    }
  }

  /// Lets another part of the app write the value.
  mutating func write(_ value: Any, in host: HostedStrategy, phases: PhaseMarker) {
    switch host {
    case .bound(let store, let announcements):
      store.write(outside: value, phases: phases)
      update(store, announcements, phases: phases)
    case .erased(let strategy):
      guard let change = strategy.write(value, phases) else { return }
      // A field that is not reloaded is still told of the write, and evaluates its body with its present text.
      take(change, of: strategy, phases: phases)
    }
  }

  /// Shows what is composed so far; unless the strategy leaves that alone, it is asked and told as of any edit.
  ///
  /// Code that then writes the text ends composing: what was composed stays, and the next step goes in at the caret.
  mutating func setMarkedText(
    _ composed: String, in host: HostedStrategy, phases: PhaseMarker
  ) {
    if leavesMarkedTextAlone { return setMarkedText(composed) }
    let marked = markedText
    let range = marked?.range ?? selection
    let assignments = counts.textAssignments
    markedText = nil
    guard apply(TextEdit(range: range, replacement: composed), in: host, phases: phases) else {
      markedText = marked
      return
    }
    let end = text.boundary(atOrBefore: range.lowerBound) + composed.utf16Length
    let shown = end - composed.utf16Length..<end
    guard counts.textAssignments == assignments, text.substring(utf16: shown) == composed else {
      return
    }
    // The commit puts the composed text in its own place, and the strategy is asked once more.
    markedText = MarkedText(range: shown, replaced: composed, start: shown)
  }

  /// Ends composing: what was composed becomes one edit of the text as it was before.
  mutating func unmarkText(in host: HostedStrategy, phases: PhaseMarker) {
    if let edit = takeMarkedText() { apply(edit, in: host, phases: phases) }
  }
}

// MARK: - Bound to a value

extension FieldState {
  /// Applies a change: a new value is one write and one refresh; a text is assigned without calling the delegate.
  private mutating func take(
    _ change: ErasedStrategy.Change, of strategy: ErasedStrategy, phases: PhaseMarker
  ) {
    switch change.value {
    case .kept:
      if let shown = change.text { assign(shown) }
    case .set:
      counts.emissions += 1
      evaluateBody(change.text ?? text, isValid: strategy.isInRange, phases: phases)
    case .cleared:
      counts.emissions += 1
      let shown = change.text ?? text
      evaluateBody(shown, isValid: { shown.isEmpty || shown == "-" }, phases: phases)
    }
    if let selection = change.selection { self.selection = selection }
  }
}

// MARK: - Bound to its text

extension FieldState {
  /// Evaluates the body until nothing more is announced, running the onChange action in between.
  private mutating func update(
    _ store: any TextStore, _ announcements: Announcements, _ change: SelectionChange? = nil,
    phases: PhaseMarker
  ) {
    var actions = 0
    var wanted: Range<Int>?
    while announcements.takeUpdate() {
      counts.bodyEvaluations += phases.measure(.refresh) { store.evaluateBody(phases: phases) }
      let shown = phases.measure(.refresh) { store.text }
      evaluateBody(shown, isValid: { !store.showsError }, phases: phases)
      guard !shown.isSame(as: comparedText) else { continue }
      comparedText.store(shown)
      guard actions < Self.actionsPerUpdate else {
        counts.droppedActions += 1
        continue
      }
      actions += 1
      counts.onChangeActions += 1
      if let selection = store.textDidChange(selection: change, phases: phases) {
        wanted = selection
      }
    }
    if let wanted { selection = wanted }
  }
}

// MARK: - Both

extension FieldState {
  /// Builds the body with its colour, compares it with the last one and applies it.
  private mutating func evaluateBody(_ shown: String, isValid: () -> Bool, phases: PhaseMarker) {
    counts.bodyEvaluations += 1
    phases.measure(.refresh) {
      let isValid = isValid()
      showsError = !isValid
      let new = FieldBody(text: shown, isValid: isValid)
      if !new.isSame(as: body) { body.store(new) }
      assign(shown)
    }
  }

  /// Assigns a text from code if it is different, and puts the caret at its end.
  private mutating func assign(_ newText: String) {
    guard !newText.isSame(as: text) else { return }
    text.store(newText)
    counts.textAssignments += 1
    let end = text.utf16Length
    selection = end..<end
  }
}
