import ReformatCore

/// A text field without a screen: it applies edits, runs its toolkit's update cycle and counts.
///
/// This is a model of toolkits that do not exist on Linux. A delegate-hosted field is UITextField bound
/// to a value: the delegate is asked before the text changes, and setting the text from code asks nobody.
/// An onChange-hosted field is a SwiftUI TextField bound to a published text: it subscribes to what is announced,
/// announcements of one transaction coalesce, the body is evaluated once per flush, and the onChange action runs after
/// it, at most twice per update. A body is really evaluated, compared with the last one and applied.
///
/// Text that is being composed, as an input method does, is marked: each step replaces the one before. A delegate is asked
/// about each and an onChange action runs after it, as in UIKit and SwiftUI, unless the strategy leaves marked text alone
/// (``ReformatStrategy/leavesMarkedTextAlone``): then what was composed is one edit when composing ends.
///
/// A field keeps its texts in memory of its own, as a text storage does, and copies what it is given. So what a
/// keystroke allocates comes from the strategy.
public final class HeadlessField: HostedField {
  /// What the field calls; for another host, which does not touch this field.
  public let host: HostedStrategy
  private let phases: PhaseMarker
  /// All that changes, in one place: a class pays for every access to a property, a keystroke makes one.
  private var state: FieldState

  /// A fresh field with a strategy that answers.
  ///
  /// - Parameters:
  ///   - strategy: how the text is reformatted.
  ///   - text: what stands there at first, with the caret behind it.
  ///   - value: what that stands for.
  ///   - isInRange: whether a value is shown as valid; asked when a body is evaluated.
  ///   - boundText: for an onChange-hosted strategy, the published text that the field is bound to; nil for one
  ///     whose writes cost nothing.
  ///   - phases: who is told of phases.
  @inlinable
  public convenience init<Strategy: ReformatStrategy>(
    strategy: Strategy, text: String = "", value: Strategy.Value? = nil,
    isInRange: @escaping (Strategy.Value) -> Bool = { _ in true },
    boundText: (any AnnouncedText)? = nil, phases: PhaseMarker = PhaseMarker()
  ) {
    self.init(
      erased: ErasedStrategy(strategy, value: value, isInRange: isInRange), text: text,
      boundText: boundText, leavesMarkedTextAlone: strategy.leavesMarkedTextAlone, phases: phases)
  }

  @usableFromInline
  convenience init(
    erased strategy: ErasedStrategy, text: String, boundText: (any AnnouncedText)?,
    leavesMarkedTextAlone: Bool, phases: PhaseMarker
  ) {
    guard strategy.hosting == .onChange else {
      self.init(
        .erased(strategy), text: text, leavesMarkedTextAlone: leavesMarkedTextAlone, phases: phases)
      return
    }
    let store = StrategyStore(strategy, storage: boundText ?? PlainText(text))
    self.init(
      HostedStrategy(store), text: store.text, leavesMarkedTextAlone: leavesMarkedTextAlone,
      phases: phases)
  }

  /// A fresh field that is bound to a store and shows its text, the caret behind it.
  public convenience init(store: any TextStore, phases: PhaseMarker = PhaseMarker()) {
    self.init(
      HostedStrategy(store), text: store.text, leavesMarkedTextAlone: false, phases: phases)
  }

  private init(
    _ host: HostedStrategy, text: String, leavesMarkedTextAlone: Bool, phases: PhaseMarker
  ) {
    self.host = host
    self.phases = phases
    state = FieldState(text: text, leavesMarkedTextAlone: leavesMarkedTextAlone)
  }

  /// What stands in the field.
  public var text: String { state.text }

  /// The selection in UTF-16 code units; a caret where it is empty.
  public var selection: Range<Int> {
    get { state.selection }
    set { state.select(newValue) }
  }

  /// Whether the value is missing where one is due, or out of range.
  public var showsError: Bool {
    if case .bound(let store, _) = host { store.showsError } else { state.showsError }
  }

  /// What the field has done since it was made.
  public var counts: UpdateCounts {
    var counts = state.counts
    if case .bound(_, let announcements) = host { counts.emissions += announcements.count }
    return counts
  }

  /// What is being composed, or nil.
  public var markedText: MarkedText? { state.markedText }

  /// What the text stands for, of the type that the strategy reads; nil where there is none.
  public var value: Any? { host.value }

  /// The value as Swift describes it, or nil where there is none.
  public var valueDescription: String? { value.map { String(describing: $0) } }

  /// Makes an edit as a user would; false where the strategy refused it and the text stayed.
  @discardableResult public func apply(_ edit: TextEdit) -> Bool {
    state.apply(edit, in: host, phases: phases)
  }

  /// Shows what is composed so far in the place of the selection, or of what was composed before.
  public func setMarkedText(_ composed: String) {
    state.setMarkedText(composed, in: host, phases: phases)
  }

  /// Ends composing: what was composed becomes one edit of the text as it was before.
  public func unmarkText() { state.unmarkText(in: host, phases: phases) }

  /// Ends editing, as Return does.
  public func endEditing() { state.endEditing(in: host, phases: phases) }

  /// Leaves the field, as Tab does: editing ends.
  public func moveToNextField() { endEditing() }

  /// Has another part of the app write the value; one of another type is left out.
  public func write(_ value: Any) { state.write(value, in: host, phases: phases) }
}
