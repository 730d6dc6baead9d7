import ReformatCore

/// The steps that a recorder keeps, in an order that can be replayed, up to a number of bytes.
struct TraceBuffer: Sendable {
  /// A step, with its time.
  struct Step: Sendable {
    enum Kind: Sendable {
      /// An edit, with the selection before it if that is known and is not the range that it replaces.
      case edit(TextEdit, selection: Range<Int>?)
      case event(SessionEvent)
    }

    var kind: Kind
    var time: ContinuousClock.Instant

    /// The edit, if it is one.
    var edit: TextEdit? { if case .edit(let edit, _) = kind { edit } else { nil } }
  }

  /// The text in the field before the first edit.
  private(set) var textBefore = ""
  /// The number that the stored steps left, if later ones were dropped.
  var meant: String?
  /// The number of dropped steps.
  var dropped = 0
  /// True if a step did not fit; no further one is stored.
  private(set) var isFull = false

  private var steps: [Step] = []
  private var hasEdit = false
  private var left: Int
  private var appears = false
  private var isShown = false
  private var hasKeyboard = false

  init(capacity: Int) { left = capacity }

  /// Adds an edit; a screen that was not shown must have appeared before it.
  ///
  /// - Parameters:
  ///   - edit: the edit.
  ///   - selection: the selection before it; nil if it is not known.
  ///   - text: the text in the field before it; stored for the first edit.
  ///   - time: the time of the edit.
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
      // If the screen was there before recording began, its appearance cannot be replayed.
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

  /// All steps; with a Return after the last edit, if none was recorded.
  var finishedSteps: [Step] {
    let commit = steps.lastIndex { if case .event(.commit) = $0.kind { true } else { false } }
    let edit = steps.lastIndex { $0.edit != nil }
    guard let edit, commit ?? -1 < edit else { return steps }
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
