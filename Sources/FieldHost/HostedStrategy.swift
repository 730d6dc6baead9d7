import ReformatCore

/// The object behind a field: a strategy that answers, or a store that the field is bound to.
public enum HostedStrategy {
  /// A strategy that answers.
  case erased(ErasedStrategy)
  /// A store that the field is bound to, and its announcements.
  case bound(any TextStore, Announcements)

  /// Subscribes to a store.
  init(_ store: any TextStore) {
    let announcements = Announcements()
    store.willChange = { announcements.add() }
    self = .bound(store, announcements)
  }

  /// The present value, or nil.
  public var value: Any? {
    switch self {
    case .erased(let strategy): strategy.value()
    case .bound(let store, _): store.value
    }
  }
}

/// The announcements of a store: counted when they are made, so that two writes before a refresh count as two.
public final class Announcements {
  /// The total number.
  public private(set) var count = 0
  private var needsUpdate = false

  func add() {
    count += 1
    needsUpdate = true
  }

  /// Returns true if anything was announced since the last call.
  public func takeUpdate() -> Bool {
    defer { needsUpdate = false }
    return needsUpdate
  }
}

/// Hosts a strategy that answers in an onChange action, by storing the text for it.
final class StrategyStore: TextStore {
  private let strategy: ErasedStrategy
  private let storage: any AnnouncedText
  private var validity = Validity.valid

  /// The validity with which the text is shown, as of the last action.
  private enum Validity {
    case valid
    case invalid
    /// Valid if the value is in range, which is checked when the body is evaluated.
    case ofValue
  }

  init(_ strategy: ErasedStrategy, storage: any AnnouncedText) {
    self.strategy = strategy
    self.storage = storage
  }

  var text: String { storage.text }
  var value: Any? { strategy.value() }
  var willChange: (() -> Void)? {
    get { storage.willChange }
    set { storage.willChange = newValue }
  }

  var showsError: Bool {
    switch validity {
    case .valid: false
    case .invalid: true
    case .ofValue: !strategy.isInRange()
    }
  }

  func write(typed text: String) { storage.text = text }

  func write(outside value: Any, phases: PhaseMarker) {
    if let change = strategy.write(value, phases) { _ = take(change, phases: phases) }
  }

  func textDidChange(phases: PhaseMarker) -> Range<Int>? {
    textDidChange(selection: nil, phases: phases)
  }

  func textDidChange(selection: SelectionChange?, phases: PhaseMarker) -> Range<Int>? {
    take(strategy.textDidChange(storage.text, selection, phases), phases: phases)
  }

  func editingDidEnd(phases: PhaseMarker) -> Range<Int>? {
    take(strategy.editingDidEnd(storage.text, phases), phases: phases)
  }

  private func take(_ change: ErasedStrategy.Change, phases: PhaseMarker) -> Range<Int>? {
    switch change.value {
    case .kept: break
    case .set: validity = .ofValue
    case .cleared: validity = text.isEmpty || text == "-" ? .valid : .invalid
    }
    if let new = change.text { phases.measure(.refresh) { storage.text = new } }
    return change.selection
  }
}

/// A text in memory of its own, whose writes cost only the copy.
final class PlainText: AnnouncedText {
  private var storage: String
  var willChange: (() -> Void)?

  init(_ text: String) { storage = String(storing: text) }

  var text: String {
    get { storage }
    set {
      willChange?()
      storage.store(newValue)
    }
  }
}
