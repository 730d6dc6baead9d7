import ReformatCore

/// The fault of a faulty strategy.
enum Fault: String, CaseIterable {
  /// No fault.
  case sound
  /// Moves the caret to the start after each keystroke.
  case caretFront = "caret-front"
  /// Drops every fifth edit.
  case lostKey = "lost-key"
  /// Shows no separators until editing ends.
  case ungroupedOnTheWay = "ungrouped-on-the-way"
  /// Keeps the value of the previous keystroke until editing ends.
  case staleValue = "stale-value"
  /// Puts the caret in front of a separator instead of behind it, which is equally right.
  case caretBeforeSeparator = "caret-before-separator"
  /// Ends the process at the third edit.
  case trap
}

/// A strategy that wraps the incremental engine behind a delegate and adds a fault.
struct FaultyStrategy: ReformatStrategy {
  private let fault: Fault
  private var engine: IncrementalDelegate<Int>
  private var shown = ""
  private var value: Int?
  private var edits = 0

  init(_ fault: Fault, format: IncrementalFormat) {
    self.fault = fault
    engine = IncrementalDelegate(format: format, text: "")
  }

  var hosting: Hosting { .delegate }

  mutating func shouldChange(
    _ text: String, selection: Range<Int>, in ranges: [Range<Int>], to replacement: String,
    phases: PhaseMarker
  ) -> EditDecision<Int> {
    edits += 1
    if fault == .trap, edits == 3 { fatalError("planted") }
    if fault == .lostKey, edits.isMultiple(of: 5) { return .refuse }
    // The engine only knows its own text, which equals the field's text unless a fault shows another one.
    let end = shown.utf16.count
    let (range, caret) =
      fault == .ungroupedOnTheWay
      ? (end - ranges[0].count..<end, end..<end) : (ranges[0], selection)
    let decision = engine.shouldChange(
      shown, selection: caret, in: [range], to: replacement, phases: phases)
    guard case .replace(var reaction) = decision else { return decision }
    shown = reaction.text ?? shown
    switch fault {
    case .sound, .lostKey, .trap: break
    case .caretFront: reaction.selection = 0..<0
    case .ungroupedOnTheWay:
      let plain = shown.filter { $0 != "," }
      reaction.text = plain
      reaction.selection = plain.utf16.count..<plain.utf16.count
    case .staleValue:
      reaction.value = value.map(ValueUpdate.set) ?? .clear
      value = engine.value
    case .caretBeforeSeparator:
      if let caret = reaction.selection?.lowerBound, caret > 0,
        Array(shown.utf16)[caret - 1] == UInt16(UInt8(ascii: ","))
      {
        reaction.selection = caret - 1..<caret - 1
      }
    }
    return .replace(reaction)
  }

  mutating func editingDidEnd(_ text: String, value: Int?, phases: PhaseMarker) -> Reaction<Int> {
    let end = engine.editingDidEnd(shown, value: value, phases: phases)
    return Reaction(
      text: end.text ?? shown, value: engine.value.map(ValueUpdate.set) ?? .clear)
  }
}
