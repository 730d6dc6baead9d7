import ReformatCore

/// A text field without a screen: it applies edits, runs its toolkit's update cycle and counts.
///
/// This is a model of toolkits that do not exist on Linux. A delegate-hosted field is UITextField bound
/// to a value: the delegate is asked before the text changes, and setting the text from code asks nobody.
/// An onChange-hosted field is a SwiftUI TextField bound to a published text: emissions of one
/// transaction coalesce, the body is evaluated once a flush, and the onChange action runs after it, at most
/// twice an update. A body is really evaluated, compared with the last one and applied.
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
    self.text = text
    self.phases = phases
    boundText = text
    comparedText = text
    let end = text.utf16.count
    selection = end..<end
    body = FieldBody(text: text, isValid: true)
  }

  /// What the text stands for, of the type that the strategy reads; nil where there is none.
  public var value: Any? { strategy.value() }

  /// The value as Swift describes it, or nil where there is none.
  public var valueDescription: String? { value.map { String(describing: $0) } }

  /// Makes an edit as a user would; false where the strategy refused it and the text stayed.
  @discardableResult public func apply(_ edit: TextEdit) -> Bool {
    if strategy.hosting == .delegate {
      ranges[0] = edit.range
      guard
        strategy.shouldChange(text, ranges, edit.replacement, phases)
      else { return false }
    }
    text.replace(utf16: edit.range, with: edit.replacement)
    let caret = min(edit.caretAfter, text.utf16.count)
    selection = caret..<caret
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
    let change = strategy.editingDidEnd(text, phases)
    guard strategy.hosting == .onChange else { return take(change) }
    if let text = change.text { publish(text) }
    show(change.value)
    updateBoundText()
  }
}

// MARK: - Bound to a value

extension HeadlessField {
  /// A new value is one write and one refresh; a text is assigned without asking anybody.
  private func take(_ change: ErasedStrategy.Change) {
    let shown = change.text ?? text
    if case .kept = change.value { return assign(shown) }
    counts.emissions += 1
    show(change.value)
    evaluateBody(shown)
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
      let change = strategy.textDidChange(boundText, phases)
      show(change.value)
      if let text = change.text { publish(text) }
    }
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
