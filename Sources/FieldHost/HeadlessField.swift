import ReformatCore

/// A text field without a screen: it applies edits, runs its toolkit's update cycle and counts.
///
/// This is a model of toolkits that do not exist on Linux. A delegate-hosted field is UITextField bound to a value: the
/// delegate is called before the text changes, and setting the text from code calls nobody. An onChange-hosted field is
/// a SwiftUI TextField bound to a published text: it subscribes to the announcements, announcements of one transaction
/// coalesce, the body is evaluated once per flush, and the onChange action runs after it, at most twice per update. A
/// body is really evaluated, compared with the last one and applied.
///
/// Text that is being composed, as an input method does, is marked: each step replaces the one before. A delegate is asked
/// about each and an onChange action runs after it, as in UIKit and SwiftUI, unless the strategy leaves marked text alone
/// (`leavesMarkedTextAlone`): then what was composed is one edit when composing ends.
///
/// A field stores its texts in memory of its own, like a text storage, and copies the texts that it is given. So all
/// allocations of a keystroke come from the strategy.
public final class HeadlessField: HostedField {
  /// The strategy or store that the field calls; for another host, which does not touch this field.
  public let host: HostedStrategy
  private let phases: PhaseMarker
  /// The whole mutable state, in one place: a class pays for every access to a property, so a keystroke makes only one.
  private var state: FieldState

  /// Makes a field with a strategy that answers.
  ///
  /// - Parameters:
  ///   - strategy: the strategy that reformats the text.
  ///   - text: the text at first, with the caret at its end.
  ///   - value: the value of that text.
  ///   - isInRange: returns true if a value is shown as valid; called when a body is evaluated.
  ///   - boundText: for an onChange-hosted strategy, the published text that the field is bound to; nil for one whose
  ///     writes cost nothing.
  ///   - phases: the marker for the phases.
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

  /// Makes a field that is bound to a store and shows its text, with the caret at its end.
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

  /// The text in the field.
  public var text: String { state.text }

  /// The selection in UTF-16 code units; a caret if it is empty.
  public var selection: Range<Int> {
    get { state.selection }
    set { state.select(newValue) }
  }

  /// True if a value is missing although one is required, or is out of range.
  public var showsError: Bool {
    if case .bound(let store, _) = host { store.showsError } else { state.showsError }
  }

  /// The counts of the field since it was made.
  public var counts: UpdateCounts {
    var counts = state.counts
    if case .bound(_, let announcements) = host { counts.emissions += announcements.count }
    return counts
  }

  /// True if the strategy is not asked about a text that is being composed.
  public var leavesMarkedTextAlone: Bool { state.leavesMarkedTextAlone }

  /// The text that is being composed; nil if there is none.
  public var markedText: MarkedText? { state.markedText }

  /// The value of the text, of the type that the strategy reads; nil if there is none.
  public var value: Any? { host.value }

  /// The value as Swift describes it; nil if there is none.
  public var valueDescription: String? { value.map { String(describing: $0) } }

  /// Makes an edit as a user would; false if the strategy refused it and the text stayed.
  @discardableResult public func apply(_ edit: TextEdit) -> Bool {
    state.apply(edit, in: host, phases: phases)
  }

  /// Shows what is composed so far in the place of the selection, or of what was composed before.
  public func setMarkedText(_ composed: String) {
    state.setMarkedText(composed, in: host, phases: phases)
  }

  /// Ends composing: the composition becomes one edit of the text as it was before.
  public func unmarkText() { state.unmarkText(in: host, phases: phases) }

  /// Ends editing, as Return does.
  public func endEditing() { state.endEditing(in: host, phases: phases) }

  /// Leaves the field, as Tab does: editing ends.
  public func moveToNextField() { endEditing() }

  /// Has another part of the app write the value; one of another type is left out.
  public func write(_ value: Any) { state.write(value, in: host, phases: phases) }
}
