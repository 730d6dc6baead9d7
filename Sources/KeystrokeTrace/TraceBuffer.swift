import ReformatCore

/// The steps that a recorder keeps, in an order that can be replayed, up to so many bytes.
struct TraceBuffer: Sendable {
  /// A step, and when it happened.
  struct Step: Sendable {
    enum Kind: Sendable {
      /// With what was selected before it, where that was told and is not what it replaces.
      case edit(TextEdit, selection: Range<Int>?)
      case event(SessionEvent)
    }

    var kind: Kind
    var time: ContinuousClock.Instant

    /// The edit, if it is one.
    var edit: TextEdit? { if case .edit(let edit, _) = kind { edit } else { nil } }
  }

  /// What stood in the field before the first edit.
  private(set) var textBefore = ""
  /// What the steps that were kept have left, where later ones were dropped.
  var meant: String?
  /// How many steps were dropped.
  var dropped = 0
  /// Whether a step did not fit; none is kept from then on.
  private(set) var isFull = false

  private var steps: [Step] = []
  private var hasEdit = false
  private var left: Int
  private var appears = false
  private var isShown = false
  private var hasKeyboard = false

  init(capacity: Int) { left = capacity }

  /// Adds an edit; a screen that was not shown must have appeared for it.
  ///
  /// - Parameters:
  ///   - edit: the edit.
  ///   - selection: what was selected before it; nil where that is not known.
  ///   - text: what stood in the field before it; of the first edit it is kept.
  ///   - time: when it was made.
  mutating func append(
    _ edit: TextEdit, selection: Range<Int>?, in text: @autoclosure () -> String,
    at time: ContinuousClock.Instant
  ) {
    appear(at: time)
    let start = hasEdit ? "" : text()
    let bytes = edit.replacement.utf8.count + start.utf8.count
    guard add(.edit(edit, selection: selection), bytes: bytes, at: time), !hasEdit else { return }
    textBefore = start
    hasEdit = true
  }

  /// Adds an event, unless it changes nothing.
  mutating func append(_ event: SessionEvent, at time: ContinuousClock.Instant) {
    switch event {
    case .appear:
      // Of a screen that was there before recording began no appearance can be replayed.
      guard !isShown, appears || steps.isEmpty else { return }
      guard add(.event(event), at: time) else { return }
      appears = true
      isShown = true
    case .disappear:
      guard isShown else { return }
      if hasKeyboard { append(.keyboardHides, at: time) }
      if add(.event(event), at: time) { isShown = false }
    case .keyboardShows:
      guard !hasKeyboard else { return }
      appear(at: time)
      hasKeyboard = add(.event(event), at: time)
    case .keyboardHides:
      guard hasKeyboard else { return }
      if add(.event(event), at: time) { hasKeyboard = false }
    case .commit, .nextField:
      appear(at: time)
      add(.event(event), at: time)
    }
  }

  /// All steps, where the last of several sessions was not ended with a Return behind its last edit.
  var finishedSteps: [Step] {
    let commit = steps.lastIndex { if case .event(.commit) = $0.kind { true } else { false } }
    let edit = steps.lastIndex { $0.edit != nil }
    guard let commit, let edit, commit < edit else { return steps }
    var finished = steps
    finished.insert(Step(kind: .event(.commit), time: steps[edit].time), at: edit + 1)
    return finished
  }

  private mutating func appear(at time: ContinuousClock.Instant) {
    if appears, !isShown { append(.appear, at: time) }
  }

  @discardableResult
  private mutating func add(
    _ kind: Step.Kind, bytes: Int = 0, at time: ContinuousClock.Instant
  ) -> Bool {
    let needed = MemoryLayout<Step>.stride + bytes
    guard !isFull, needed <= left else {
      isFull = true
      dropped += 1
      return false
    }
    left -= needed
    steps.append(Step(kind: kind, time: time))
    return true
  }
}
