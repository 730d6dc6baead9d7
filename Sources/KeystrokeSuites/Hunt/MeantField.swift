import BenchmarkModel
import Foundation
import ReformatCore

/// A field as its user intends it: keys, which are digits and a decimal separator, and a caret among them.
///
/// It gives the moves of a hunt their goals, and shares no code with a strategy. Its only knowledge of a text is the text
/// that ``Oracle`` writes. It leaves out edits that may rightly end in more than one way: zeros in front of other digits, a
/// second separator, more digits than fit, an edit in front of a minus.
struct MeantField {
  private let workload: WorkloadContext
  /// The number in the field.
  private(set) var number: MeantNumber
  /// The text that should be shown.
  private(set) var text: String
  /// The places of the digits and the separator in the text.
  private var places: [Range<Int>]

  private var oracle: Oracle { workload.oracle }
  private var value: ValueKind { workload.value }
  private var separator: String { workload.symbols.decimalSeparator }

  /// True if the text is not written like the oracle's.
  private var isUngrouped: Bool { oracle.expectationWhileTyping(number).text != text }

  /// Makes a field that shows a text of a number; nil if the text does not show the number's digits.
  init?(_ number: MeantNumber, workload: WorkloadContext, text: String) {
    guard let places = workload.keyPlaces(in: text, of: number) else { return nil }
    self.workload = workload
    self.number = number
    self.text = text
    self.places = places
  }

  /// Shows the number by another text with the same keys, which is equally right.
  mutating func show(_ text: String) { _ = set(number, text: text) }
}

extension MeantField {
  /// Makes a move with a selection, and returns its goal.
  ///
  /// - Returns: nil if there is no one clearly right result; then nothing has changed.
  mutating func make(_ move: HuntMove, selection: Range<Int>) -> Goal? {
    if let piece = move.piece { return take(piece, over: selection) }
    switch move.action {
    case .insert("-"):
      guard coversAll(selection), value.allowsNegative else { return nil }
      return become(MeantNumber(isNegative: true), caret: 0)
    case .insert(let key):
      return isDigit(key) ? type(key, over: selection) : typeSeparator(over: selection)
    case .backspace, .delete: return remove(move.action, selection)
    case .write(let plain):
      // Fewer than six digits are no colour.
      guard value != .hex, let number = MeantNumber(plain: plain, value: value) else { return nil }
      return reach(Goal(meant: settled(number)))
    case .endEditing:
      // A lone minus, or a separator, may be kept or removed when editing ends.
      guard number.hasDigits || number.isEmpty else { return nil }
      let meant = number.hasDigits ? settled(number) : number
      return reach(Goal(meant: meant, hasEnded: true))
    default: return nil
    }
  }

  /// The number that is shown when editing has ended, as it is typed.
  private func settled(_ number: MeantNumber) -> MeantNumber {
    value.fillsFromRight ? number : value.settled(number)
  }

  private mutating func take(_ piece: Piece, over selection: Range<Int>) -> Goal? {
    guard coversAll(selection) else { return nil }
    // A text that is refused may still be put into groups.
    if isUngrouped, piece.mayRefuse || piece.meant == nil { return nil }
    // A digit alone is a key.
    if value.fillsFromRight, piece.text.count == 1 { return nil }
    let unchanged = unchanged(selection)
    guard let meant = piece.meant.map(value.entered) else { return unchanged }
    guard var goal = become(meant, caret: meant.keyCount) else { return nil }
    goal.mayFollowSuffix = true
    if piece.mayRefuse { goal.others = [unchanged] }
    return goal
  }

  private func isDigit(_ key: String) -> Bool {
    key.unicodeScalars.allSatisfy { $0.isDigit(radix: value.radix) }
  }

  /// The offset behind the last key.
  var end: Int { places.last?.upperBound ?? text.utf16.count }

  /// True if the texts before and after an edit also fit another edit, with another result.
  ///
  /// - Parameters:
  ///   - action: the action.
  ///   - selection: the selection.
  /// - Returns: true if they fit another.
  func isAmbiguous(_ action: UserAction, _ selection: Range<Int>) -> Bool {
    let first = places.first?.lowerBound ?? 0
    switch action {
    case .backspace: return selection.isEmpty && selection.lowerBound <= first
    case .delete:
      let isBeforeKey = places.contains { $0.lowerBound == selection.lowerBound }
      return selection.isEmpty && selection.lowerBound >= first && !isBeforeKey
    default:
      guard let typed = action.typed, !selection.isEmpty else { return false }
      var typedOver = text
      typedOver.replace(utf16: selection, with: typed)
      let (before, after) = (Array(text.utf16), Array(typedOver.utf16))
      let start = zip(before, after).prefix { $0 == $1 }.count
      let same = zip(before[start...].reversed(), after[start...].reversed()).prefix { $0 == $1 }
      let removed = start..<before.count - same.count
      let inserted = after[start..<after.count - same.count]
      // A till takes a digit more or less for a key, and what is left of a text for a deletion.
      if value.fillsFromRight, inserted.count < min(typed.count, 2) { return true }
      // A minus behind the rest was typed; and if only what is around the keys is gone, Backspace may have been.
      return inserted.elementsEqual("-".utf16)
        || (inserted.isEmpty && !places.contains { $0.overlaps(removed) })
    }
  }

  /// The kind of a move with a selection, which names a finding.
  func kind(of move: HuntMove, _ selection: Range<Int>) -> Hunted.Kind {
    if let piece = move.piece { return piece.kind }
    let keys = places
    let isBehind = selection.isEmpty && selection.lowerBound > end
    let isBefore = selection.isEmpty && !keys.isEmpty && selection.lowerBound < keys[0].lowerBound
    switch move.action {
    case .insert("-"): return .sign
    case .insert(let key):
      guard isDigit(key) else { return key == separator ? .typing : .otherDecimalKey }
      if !selection.isEmpty { return .typingOver }
      if isBehind { return .behindSuffix }
      if isBefore { return .beforePrefix }
      return selection.lowerBound == end ? .typing : .typingInside
    case .backspace: return isBehind ? .behindSuffix : .deleting
    case .delete: return isBefore ? .beforePrefix : .deletingForward
    case .write: return .writing
    default: return .ending
    }
  }

  /// True if the whole text is selected, or the field is empty.
  func coversAll(_ selection: Range<Int>) -> Bool {
    selection == 0..<text.utf16.count
  }

  private mutating func type(_ digit: String, over selection: Range<Int>) -> Goal? {
    guard let place = place(of: selection) else { return nil }
    return replace(place, with: digit, keepsSign: !coversAll(selection))
  }

  private mutating func typeSeparator(over selection: Range<Int>) -> Goal? {
    guard let place = place(of: selection), value.allowsFraction else { return nil }
    return replace(place, with: ".", keepsSign: !coversAll(selection))
  }

  /// Backspace and Delete: next to a key they delete it; next to anything else they delete the key beyond it.
  private mutating func remove(_ action: UserAction, _ selection: Range<Int>) -> Goal? {
    if places.isEmpty, !coversAll(selection) {
      guard number.isNegative, action == .backspace, selection.lowerBound == text.utf16.count
      else { return number.isNegative ? nil : unchanged(selection) }
      return become(MeantNumber(), caret: 0)
    }
    guard var place = place(of: selection) else { return nil }
    if selection.isEmpty {
      switch action {
      case .backspace where place.lowerBound > 0: place = place.lowerBound - 1..<place.lowerBound
      case .delete where place.lowerBound < places.count:
        place = place.lowerBound..<place.lowerBound + 1
      // Backspace after the minus may delete it.
      default: return number.isNegative ? nil : unchanged(selection)
      }
    }
    // Only separators are selected: a user may want to delete them, or the digit next to them.
    guard !place.isEmpty else { return nil }
    if value.fillsFromRight, Array(value.shown(number).pointed)[place].elementsEqual(".") {
      return nil
    }
    return replace(place, with: "", keepsSign: !coversAll(selection), isTyped: false)
  }

  /// The keys that a selection covers; nil if it reaches the position of the minus.
  private func place(of selection: Range<Int>) -> Range<Int>? {
    if coversAll(selection) { return 0..<places.count }
    if number.isNegative {
      let first = places.first?.lowerBound ?? text.utf16.count
      let suffix = text.utf16.suffix(text.utf16.count - end)
      let isBehind = suffix.contains { $0 == 0x2D || $0 == 0x2212 || $0 == 0x29 }
      guard selection.lowerBound >= first, !isBehind || selection.upperBound <= end else {
        return nil
      }
    }
    let lower = places.count { $0.upperBound <= selection.lowerBound }
    let upper = places.count { $0.lowerBound < selection.upperBound }
    return lower..<max(lower, selection.isEmpty ? lower : upper)
  }

  /// The field as it is.
  private func unchanged(_ selection: Range<Int>) -> Goal {
    let place = places.count { $0.upperBound <= selection.lowerBound }
    return Goal(meant: number, caret: selection.isEmpty ? place : nil, isUnchanged: true)
  }

  /// Replaces keys; a point among the new ones means the decimal separator.
  private mutating func replace(
    _ place: Range<Int>, with keys: String, keepsSign: Bool, isTyped: Bool = true
  ) -> Goal? {
    guard var replaced = value.shown(number).replacingKeys(place, with: keys) else { return nil }
    if !keepsSign { replaced.isNegative = false }
    if value.fillsFromRight {
      let digits = replaced.pointed.filter { $0 != "." }
      let zeros = digits.prefix { $0 == "0" }.count
      // Zero is only left if it is typed.
      let isZero = zeros == digits.count && isTyped
      replaced.integer = String(isZero ? digits.prefix(1) : digits.dropFirst(zeros))
      replaced.fraction = nil
    }
    return become(replaced, caret: place.lowerBound + keys.count)
  }

  private mutating func become(_ number: MeantNumber, caret: Int) -> Goal? {
    isPlain(number) ? reach(Goal(meant: number, caret: caret)) : nil
  }

  /// Shows the number of a goal; nil if its text cannot be told, or does not show the number's digits.
  private mutating func reach(_ goal: Goal) -> Goal? {
    var goal = goal
    let told = workload.told(goal)
    goal.told = told
    return told.text.flatMap { set(goal.meant, text: $0) ? goal : nil }
  }

  /// True if there is only one way to write a number: it fits, and has no zeros in front of other digits.
  private func isPlain(_ number: MeantNumber) -> Bool {
    let fits = number.integer.count <= min(value.integerLimit ?? 12, 12)
    let fraction = number.fraction?.count ?? 0
    let isLed = value.own != nil || number.integer.count <= 1 || number.integer.first != "0"
    guard value.own?.accepts(number.digits) ?? true else { return false }
    return fits && fraction <= 2 && isLed && (number.fraction == nil || !number.integer.isEmpty)
  }

  private mutating func set(_ number: MeantNumber, text: String) -> Bool {
    guard let places = workload.keyPlaces(in: text, of: number) else { return false }
    self.number = number
    self.text = text
    self.places = places
    return true
  }
}
