import ReformatCore

/// A text field without a screen: it applies edits, runs its toolkit's update cycle and counts.
///
/// This is a model of toolkits that do not exist on Linux. A delegate-hosted field is UITextField bound
/// to a value: the delegate is asked before the text changes, and setting the text from code asks nobody.
/// An onChange-hosted field is a SwiftUI TextField bound to a published text: emissions of one
/// transaction coalesce, the body is evaluated once a flush, and the onChange action runs after it, at most
/// twice an update. A body is really evaluated, compared with the last one and applied.
///
/// Text that is being composed, as an input method does, is marked: nobody is asked or told of it. When composing
/// ends, what was composed is one edit.
///
/// A field keeps its texts in memory of its own, as a text storage does, and copies what it is given. So what a
/// keystroke allocates comes from the strategy.
public final class HeadlessField: HostedField {
  /// How many onChange actions one update may run; the next is dropped.
  static let actionsAnUpdate = 2

  /// What stands in the field.
  public private(set) var text: String
  /// The selection in UTF-16 code units; a caret where it is empty.
  public var selection: Range<Int>
  /// Whether the value is missing where one is due, or out of range.
  public private(set) var showsError = false
  /// What the field has done since it was made.
  public private(set) var counts = UpdateCounts()
  /// What is being composed, or nil.
  public private(set) var markedText: MarkedText?

  private let strategy: ErasedStrategy
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
  @inlinable
  public convenience init<Strategy: ReformatStrategy>(
    strategy: Strategy, text: String = "", value: Strategy.Value? = nil,
    isInRange: @escaping (Strategy.Value) -> Bool = { _ in true },
    phases: PhaseMarker = PhaseMarker()
  ) {
    self.init(
      erased: ErasedStrategy(strategy, value: value, isInRange: isInRange), text: text,
      phases: phases)
  }

  @usableFromInline
  init(erased strategy: ErasedStrategy, text: String, phases: PhaseMarker) {
    self.strategy = strategy
    self.phases = phases
    self.text = String(storing: text)
    boundText = String(storing: text)
    comparedText = String(storing: text)
    body = FieldBody(storing: text)
    let end = text.utf16.count
    selection = end..<end
  }

  /// What the text stands for, of the type that the strategy reads; nil where there is none.
  public var value: Any? { strategy.value() }

  /// The value as Swift describes it, or nil where there is none.
  public var valueDescription: String? { value.map { String(describing: $0) } }

  /// Makes an edit as a user would; false where the strategy refused it and the text stayed.
  @discardableResult public func apply(_ edit: TextEdit) -> Bool {
    if markedText != nil { unmarkText() }
    if strategy.hosting == .delegate {
      ranges[0] = edit.range
      switch strategy.shouldChange(text, selection, ranges, edit.replacement, phases) {
      case .apply: break
      case .refuse: return false
      case .replace(let change):
        take(change)
        return true
      }
    }
    insert(edit)
    switch strategy.hosting {
    case .delegate:
      take(strategy.textDidChange(text, phases))
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
    if markedText != nil { unmarkText() }
    let change = strategy.editingDidEnd(text, phases)
    guard strategy.hosting == .onChange else { return take(change) }
    if let text = change.text { publish(text) }
    show(change.value)
    updateBoundText()
    if let selection = change.selection { self.selection = selection }
  }

  /// The edit as it is, the caret behind it.
  private func insert(_ edit: TextEdit) {
    text.replace(utf16: edit.range, with: edit.replacement)
    let caret = min(edit.caretAfter, text.utf16.count)
    selection = caret..<caret
  }
}

// MARK: - Composing

extension HeadlessField {
  /// Shows what is composed so far in the place of the selection, or of what was composed before.
  public func setMarkedText(_ composed: String) {
    var marked =
      markedText
      ?? MarkedText(range: selection, replaced: text.substring(utf16: selection), start: selection)
    insert(TextEdit(range: marked.range, replacement: composed))
    marked.range = marked.start.lowerBound..<marked.start.lowerBound + composed.utf16.count
    markedText = marked
  }

  /// Ends composing: what was composed becomes one edit of the text as it was before.
  public func unmarkText() {
    guard let marked = markedText else { return }
    markedText = nil
    let composed = text.substring(utf16: marked.range)
    text.replace(utf16: marked.range, with: marked.replaced)
    selection = marked.start
    apply(TextEdit(range: marked.start, replacement: composed))
  }
}

// MARK: - Bound to a value

extension HeadlessField {
  /// A new value is one write and one refresh; a text is assigned without asking anybody.
  private func take(_ change: ErasedStrategy.Change) {
    if case .kept = change.value {
      if let shown = change.text { assign(shown) }
    } else {
      counts.emissions += 1
      show(change.value)
      evaluateBody(change.text ?? text)
    }
    if let selection = change.selection { self.selection = selection }
  }
}

// MARK: - Bound to its text

extension HeadlessField {
  /// A published property announces every write, of an equal value too.
  private func publish(_ newText: String) {
    counts.emissions += 1
    boundText.store(newText)
    needsUpdate = true
  }

  /// Evaluates the body until nothing is written any more, running the onChange action between.
  private func updateBoundText() {
    var actions = 0
    var wanted: Range<Int>?
    while needsUpdate {
      evaluateBody(boundText)
      guard !boundText.isSame(as: comparedText) else { continue }
      comparedText.store(boundText)
      guard actions < Self.actionsAnUpdate else {
        counts.droppedActions += 1
        continue
      }
      actions += 1
      counts.onChangeActions += 1
      let change = strategy.textDidChange(boundText, phases)
      show(change.value)
      if let text = change.text { publish(text) }
      if let selection = change.selection { wanted = selection }
    }
    if let wanted { selection = wanted }
  }
}

// MARK: - Both

extension HeadlessField {
  /// Flags a value that is missing or out of range.
  private func show(_ change: ErasedStrategy.ValueChange) {
    switch change {
    case .kept: return
    case .set(let isInRange): showsError = !isInRange
    case .cleared: showsError = !(text.isEmpty || text == "-")
    }
  }

  private func evaluateBody(_ shown: String) {
    needsUpdate = false
    counts.bodyEvaluations += 1
    phases.measure(.refresh) {
      let new = FieldBody(text: shown, isValid: !showsError)
      if !new.isSame(as: body) { body.store(new) }
      assign(shown)
    }
  }

  /// A text from code goes in only where it differs, and leaves the caret at its end.
  private func assign(_ newText: String) {
    guard !newText.isSame(as: text) else { return }
    text.store(newText)
    counts.textAssignments += 1
    let end = text.utf16.count
    selection = end..<end
  }
}
