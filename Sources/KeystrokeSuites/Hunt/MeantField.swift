import BenchmarkModel
import Foundation
import ReformatCore

/// A field as its user intends it: keys, which are digits and a decimal separator, and a caret among them.
///
/// It gives the moves of a hunt their goals, and shares no code with a strategy. Its only knowledge of a text is the text
/// that ``Oracle`` writes. It leaves out some edits, because no rule is written down for them: a selection that begins or
/// ends inside the sign, a piece with a decimal separator inside a number, a separator that is typed over a part of a
/// number and not over the separator that it has, and numbers of more than 15 digits.
struct MeantField {
  private let workload: WorkloadContext
  /// The number in the field.
  private(set) var number: MeantNumber
  /// The text that should be shown.
  private(set) var text: String
  /// The places of the digits and the separator in the text.
  private var places: [Range<Int>]
  /// The meaning of the last grouping separator that was typed, as far as the next key may change it.
  private var typedGroup: TypedGroup?

  /// The locale's grouping separator, typed behind a whole number, in a locale in which its key is a decimal point, too.
  private enum TypedGroup {
    /// It is the decimal point so far.
    case point
    /// It was read again as a separator of groups; so are all further ones.
    case group
    /// Something was refused since, and no rule says whether that settles it.
    case unclear
  }

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

  /// Makes a field that shows a text as the oracle writes it; nil if it writes no number so.
  init?(showing text: String, _ workload: WorkloadContext) {
    guard let number = workload.number(in: text) else { return nil }
    self.init(number, workload: workload, text: text)
  }

  /// Makes a field of the same locale and kind that shows another number.
  init?(_ number: MeantNumber, like other: MeantField, text: String) {
    self.init(number, workload: other.workload, text: text)
  }

  /// Shows the number by another text with the same keys, which is equally right.
  mutating func show(_ text: String) { _ = set(number, text: text) }

  /// The offset behind the last key.
  var end: Int { places.last?.upperBound ?? text.utf16.count }

  /// True if the whole text is selected, or the field is empty.
  func coversAll(_ selection: Range<Int>) -> Bool {
    selection == 0..<text.utf16.count
  }

  private func isDigit(_ key: String) -> Bool {
    key.unicodeScalars.allSatisfy { $0.isDigit(radix: value.radix) }
  }
}

// MARK: - Moves

extension MeantField {
  /// Makes a move with a selection, and returns its goal.
  ///
  /// - Returns: nil if there is no one clearly right result; then nothing has changed.
  mutating func make(_ move: HuntMove, selection: Range<Int>) -> Goal? {
    let (group, before) = (typedGroup, number)
    typedGroup = nil
    guard let goal = goal(of: move, selection: selection, after: group) else {
      typedGroup = group
      return nil
    }
    if number == before, group != nil, typedGroup == nil { typedGroup = .unclear }
    return goal
  }

  private mutating func goal(of move: HuntMove, selection: Range<Int>, after group: TypedGroup?)
    -> Goal?
  {
    if let piece = move.piece { return take(piece, over: selection) }
    switch move.action {
    case .insert("-"): return typeMinus(over: selection)
    case .insert(let key) where isDigit(key): return type(key, over: selection, after: group)
    case .insert(let key): return typeSeparator(key, over: selection, after: group)
    case .backspace, .delete: return remove(move.action, selection, after: group)
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
    value.fillsFromRight ? value.completed(number) : value.settled(number)
  }

  private mutating func take(_ piece: Piece, over selection: Range<Int>) -> Goal? {
    // A text that is refused may still be put into groups.
    if isUngrouped, piece.mayRefuse || piece.meant == nil { return nil }
    let unchanged = unchanged(selection)
    guard coversAll(selection) else { return insert(piece, over: selection) }
    // A digit alone is a key.
    if value.fillsFromRight, piece.text.count == 1 { return nil }
    guard let meant = piece.meant.map(value.entered) else { return unchanged }
    guard var goal = become(meant, caret: meant.keyCount) else { return nil }
    goal.mayFollowSuffix = true
    if piece.mayRefuse { goal.others = [unchanged] }
    return goal
  }

  /// Inserts a piece into a number: digits, or a text that is no number there.
  private mutating func insert(_ piece: Piece, over selection: Range<Int>) -> Goal? {
    guard let place = place(of: selection) else { return nil }
    guard let meant = piece.meant else { return unchanged(selection) }
    if isUngrouped { return nil }
    if meant.isNegative {
      if place.lowerBound > 0 { return unchanged(selection) }
      guard !number.isNegative, !value.fillsFromRight, isBefore(selection),
        var signed = number.replacingKeys(place, with: meant.integer)
      else { return nil }
      signed.isNegative = true
      return become(signed, caret: meant.integer.count)
    }
    // All digits of a till are an amount, as all of its text is.
    guard meant.fraction == nil, piece.text.count > 1,
      !value.fillsFromRight || place.count < places.count
    else { return nil }
    let (unchanged, count) = (unchanged(selection), number.keyCount)
    var goal = replace(place, with: meant.integer, of: selection)
    // Only a typed digit pushes another one out.
    if let left = goal?.meant.keyCount, left < count - place.count + meant.integer.count {
      goal?.others.append(unchanged)
    }
    return goal
  }

  private mutating func typeMinus(over selection: Range<Int>) -> Goal? {
    guard value.allowsNegative else { return nil }
    if coversAll(selection) { return become(MeantNumber(isNegative: true), caret: 0) }
    guard !number.isNegative, let place = place(of: selection),
      isBefore(selection) || !place.isEmpty
    else { return nil }
    let before = number
    number.isNegative = true
    let goal = place.isEmpty ? become(number, caret: 0) : replace(place, with: "", of: selection)
    if goal == nil { number = before }
    return goal
  }

  private mutating func type(
    _ digits: String, over selection: Range<Int>, after group: TypedGroup?
  ) -> Goal? {
    guard let place = place(of: selection) else { return nil }
    let isAtEnd = place == number.keyCount..<number.keyCount
    // Over a selected suffix a key may be at the end, or elsewhere.
    var group = isAtEnd ? (selection.isEmpty ? group : group.map { _ in .unclear }) : nil
    if group != nil, let fraction = number.fraction, fraction.count >= limit {
      if group == .unclear { return nil }
      if isGrouped(fraction + digits) {
        typedGroup = .group
        return becomeGrouped(fraction + digits, fraction: nil)
      }
      group = nil
    }
    let isBeforeSign = number.isNegative && selection.isEmpty && isBefore(selection)
    let unchanged = unchanged(selection)
    guard var goal = replace(place, with: digits, of: selection) else { return nil }
    typedGroup = group
    // Some fields take nothing in front of the sign.
    if isBeforeSign { goal.others.append(unchanged) }
    return goal
  }

  /// Types the decimal separator, or the key of another notation; the locale's own grouping separator is one of these.
  private mutating func typeSeparator(
    _ key: String, over selection: Range<Int>, after group: TypedGroup?
  ) -> Goal? {
    guard let place = place(of: selection) else { return nil }
    let (unchanged, count) = (unchanged(selection), number.keyCount)
    let isAtEnd = place == count..<count && selection.isEmpty
    if group != nil, place == count..<count, !selection.isEmpty { return nil }
    let isGroup = workload.isGroup(key)
    if isAtEnd, !number.integer.isEmpty, let group {
      switch group {
      case .point:
        guard let fraction = number.fraction, isGrouped(fraction) else { return unchanged }
        typedGroup = isGroup ? .group : nil
        return becomeGrouped(fraction, fraction: isGroup ? nil : "")
      case .group where isGroup:
        typedGroup = group
        return staying(unchanged)
      case .group: break
      case .unclear: return nil
      }
    }
    if isGroup, !workload.isPoint(key) || !value.allowsFraction {
      // A text that code wrote may be put into groups.
      return selection.isEmpty && !isUngrouped ? staying(unchanged) : nil
    }
    guard value.allowsFraction else { return nil }
    var goal: Goal?
    if let point = pointPlace, !coversAll(selection), !place.contains(point) {
      guard selection.isEmpty else { return nil }
      goal = typeSecondSeparator(at: place.lowerBound, point, unchanged)
    } else {
      // A separator pushes out no digit.
      if count - place.upperBound > limit { return unchanged }
      goal = replace(place, with: ".", of: selection)
      let isWhole = number.fraction == "" && number.integer.first != "0"
      if goal != nil, isGroup, isAtEnd, isWhole { typedGroup = .point }
    }
    // To others the key means what the locale means by it.
    if isGroup { goal?.readings.append(staying(unchanged)) }
    return goal
  }

  /// Of two separators the first one counts, if nothing is lost; next to the one that is there, the caret moves.
  private mutating func typeSecondSeparator(at place: Int, _ point: Int, _ unchanged: Goal) -> Goal?
  {
    if place == point {
      var moved = unchanged
      moved.caret = place + 1
      moved.others = [unchanged]
      return moved
    }
    guard place < point, number.keyCount - 1 - place <= limit else { return unchanged }
    var first = number
    first.integer = String(number.integer.prefix(place))
    first.fraction = number.integer.dropFirst(place) + (number.fraction ?? "")
    guard var goal = become(first, caret: place + 1) else { return nil }
    goal.others = [unchanged]
    return goal
  }

  /// Backspace and Delete: next to a key or the sign they delete it; next to anything else they delete what is beyond it.
  private mutating func remove(
    _ action: UserAction, _ selection: Range<Int>, after group: TypedGroup?
  ) -> Goal? {
    if places.isEmpty, !coversAll(selection) {
      guard number.isNegative, action == .backspace, selection.lowerBound == text.utf16.count
      else { return number.isNegative ? nil : unchanged(selection) }
      return become(MeantNumber(), caret: 0)
    }
    let point = pointPlace
    var goal: Goal?
    defer {
      // Deleting at the end is part of typing there.
      if let goal, let caret = goal.caret, caret == number.keyCount, !number.isEmpty {
        let isLong = number.integer.count > workload.symbols.groupSizes.first ?? 0
        let stays = group == .unclear || (group == .point ? pointPlace == point : isLong)
        if stays { typedGroup = group }
      }
    }
    if selection.isEmpty {
      goal = removeBeside(selection.lowerBound, action)
      return goal
    }
    guard let place = place(of: selection) else { return nil }
    // Only separators are selected: a user may want to delete them, or the digit next to them.
    guard !place.isEmpty else { return nil }
    goal = removeKeys(place, of: selection)
    return goal
  }

  private mutating func removeBeside(_ caret: Int, _ action: UserAction) -> Goal? {
    let signs = number.isNegative ? workload.signs(in: text) : []
    if signs.contains(where: { $0.lowerBound < caret && caret < $0.upperBound }) { return nil }
    // The separator of a till is none of its keys.
    let keys = places.indices.filter { !value.fillsFromRight || $0 != pointPlace }.map {
      places[$0]
    }
    let parts = (keys + signs).sorted { $0.lowerBound < $1.lowerBound }
    let part =
      action == .backspace
      ? parts.last { $0.upperBound <= caret } : parts.first { $0.lowerBound >= caret }
    guard let part else { return unchanged(caret..<caret) }
    if let key = places.firstIndex(of: part) {
      return removeKeys(key..<key + 1, of: caret..<caret)
    }
    // Beyond a suffix Delete may find nothing.
    guard action == .backspace || part.lowerBound == caret || caret < end else { return nil }
    var positive = number
    positive.isNegative = false
    var goal = become(positive, caret: places.count { $0.upperBound <= caret })
    // A till that is at zero may be empty without its minus.
    if value.fillsFromRight, number.digits.allSatisfy({ $0 == "0" }) {
      goal?.others.append(Goal(meant: MeantNumber(), caret: 0))
    }
    return goal
  }

  private mutating func removeKeys(_ keys: Range<Int>, of selection: Range<Int>) -> Goal? {
    if value.fillsFromRight, Array(value.shown(number).pointed)[keys].elementsEqual(".") {
      return nil
    }
    return replace(keys, with: "", of: selection)
  }

  /// The kind of a move with a selection, which names a finding.
  func kind(of move: HuntMove, _ selection: Range<Int>) -> Hunted.Kind {
    if let piece = move.piece { return coversAll(selection) ? piece.kind : .pieceInside }
    let keys = places
    let isBehind = selection.isEmpty && selection.lowerBound > end
    let isBefore = selection.isEmpty && !keys.isEmpty && selection.lowerBound < keys[0].lowerBound
    switch move.action {
    case .insert("-"): return .sign
    case .insert(let key) where !isDigit(key):
      if workload.isGroup(key) { return .ownSeparator }
      if let point = pointPlace, let place = place(of: selection), !place.contains(point) {
        return .secondSeparator
      }
      return key == separator ? .typing : .otherDecimalKey
    case .insert:
      if !selection.isEmpty { return .typingOver }
      if isBefore { return number.isNegative ? .beforeMinus : .beforePrefix }
      if isBehind { return .behindSuffix }
      return selection.lowerBound == end ? .typing : .typingInside
    case .backspace: return isBehind ? .behindSuffix : isBefore ? .beforePrefix : .deleting
    case .delete: return isBefore ? .beforePrefix : .deletingForward
    case .write: return .writing
    default: return .ending
    }
  }
}

// MARK: - Keys

extension MeantField {
  /// The most digits of fraction; more than any piece has, if there is no limit.
  private var limit: Int { value.fractionLimit }

  /// The place of the decimal separator among the keys; nil if there is none.
  private var pointPlace: Int? {
    let shown = value.shown(number)
    return shown.fraction == nil ? nil : shown.integer.count
  }

  /// True if a caret is in front of all keys and of the sign.
  private func isBefore(_ selection: Range<Int>) -> Bool {
    let signs = number.isNegative ? workload.signs(in: text) : []
    return (places.prefix(1) + signs.prefix(1)).allSatisfy {
      selection.lowerBound <= $0.lowerBound
    }
  }

  /// The keys that a selection covers; nil if it cuts the sign, or a caret is inside that.
  private func place(of selection: Range<Int>) -> Range<Int>? {
    guard coversAll(selection) || takesSign(selection) != nil else { return nil }
    let lower = places.count { $0.upperBound <= selection.lowerBound }
    let upper = places.count { $0.lowerBound < selection.upperBound }
    return lower..<max(lower, selection.isEmpty ? lower : upper)
  }

  /// True if a selection covers the sign, or one of its parentheses; nil if it ends inside.
  private func takesSign(_ selection: Range<Int>) -> Bool? {
    if coversAll(selection) { return true }
    let signs = number.isNegative ? workload.signs(in: text) : []
    var takesSign = false
    for sign in signs {
      let isTouched =
        selection.isEmpty
        ? sign.lowerBound < selection.lowerBound && selection.lowerBound < sign.upperBound
        : sign.overlaps(selection)
      if selection.lowerBound <= sign.lowerBound && sign.upperBound <= selection.upperBound,
        !selection.isEmpty
      {
        takesSign = true
      } else if isTouched {
        return nil
      }
    }
    return takesSign
  }

  /// The field as it is.
  private func unchanged(_ selection: Range<Int>) -> Goal {
    let place = places.count { $0.upperBound <= selection.lowerBound }
    return Goal(meant: number, caret: selection.isEmpty ? place : nil, isUnchanged: true)
  }

  /// The same, if what was typed may also stay until the next key.
  private func staying(_ unchanged: Goal) -> Goal {
    var goal = unchanged
    goal.mayStay = true
    return goal
  }

  /// True if the digits of the integer part and these behind them are two groups, as the locale writes them.
  private func isGrouped(_ behind: String) -> Bool {
    let sizes = workload.symbols.groupSizes
    guard let primary = sizes.first, let secondary = sizes.last else { return false }
    let count = number.integer.count + behind.count
    return behind.count == primary && (1...secondary).contains(number.integer.count)
      && number.integer.first != "0" && count <= value.integerLimit ?? .max
  }

  private mutating func becomeGrouped(_ behind: String, fraction: String?) -> Goal? {
    var grouped = number
    grouped.integer += behind
    grouped.fraction = fraction
    return become(grouped, caret: grouped.keyCount)
  }

  /// Replaces the keys of a selection, or beside it; a point among the new ones means the decimal separator.
  private mutating func replace(
    _ place: Range<Int>, with keys: String, of selection: Range<Int>
  ) -> Goal? {
    guard var replaced = value.shown(number).replacingKeys(place, with: keys) else { return nil }
    if takesSign(selection) == true { replaced.isNegative = false }
    if value.fillsFromRight {
      let digits = replaced.pointed.filter { $0 != "." }
      let zeros = digits.prefix { $0 == "0" }.count
      // Zero is only left if it is typed.
      let isZero = zeros == digits.count && !keys.isEmpty
      replaced.integer = String(isZero ? digits.prefix(1) : digits.dropFirst(zeros))
      replaced.fraction = nil
    } else if let most = value.settings?.maximumIntegerDigits, replaced.integer.count > most {
      return number.integer.count > most ? nil : unchanged(selection)
    }
    // A digit typed into a full fraction pushes the last one out.
    replaced.fraction = replaced.fraction.map { String($0.prefix(limit)) }
    return become(replaced, caret: min(place.lowerBound + keys.count, replaced.keyCount))
  }

  private mutating func become(_ number: MeantNumber, caret: Int) -> Goal? {
    guard isJudged(number) else { return nil }
    var goal = Goal(meant: number, caret: caret)
    let zeros = min(number.integer.prefix { $0 == "0" }.count, number.integer.count - 1)
    // Zeros in front stay as typed, or are dropped as a formatter does.
    if zeros > 0, value.own == nil, value.radix == 10 {
      var other = Goal(meant: number, caret: max(caret - zeros, 0))
      other.meant.integer.removeFirst(zeros)
      goal.others.append(other)
    }
    return reach(goal)
  }

  /// Shows the number of a goal; nil if its text cannot be told, or does not show the number's digits.
  private mutating func reach(_ goal: Goal) -> Goal? {
    var goal = goal
    let told = workload.told(goal)
    goal.told = told
    return told.text.flatMap { set(goal.meant, text: $0) ? goal : nil }
  }

  /// True if a number has few enough digits to be held by every kind, and the kind accepts them.
  private func isJudged(_ number: MeantNumber) -> Bool {
    guard value.own?.accepts(number.digits) ?? true else { return false }
    return number.integer.count <= min(value.integerLimit ?? 15, 15) && number.digits.count <= 15
      && (number.fraction == nil || !number.integer.isEmpty)
  }

  private mutating func set(_ number: MeantNumber, text: String) -> Bool {
    guard let places = workload.keyPlaces(in: text, of: number) else { return false }
    self.number = number
    self.text = text
    self.places = places
    return true
  }
}

// MARK: - Other intentions

extension MeantField {
  /// The state that another edit should leave which leads from the same text to the same text, if the field is in it.
  ///
  /// - Parameters:
  ///   - new: the text after the edit, before anything is reformatted.
  ///   - state: the state of the field.
  ///   - isPiece: true if it was made by more than a key, so that all may have been pasted.
  /// - Returns: the state with its number; nil if no other edit explains it.
  func otherIntention(leadingTo new: String, leaving state: FieldSnapshot, isPiece: Bool)
    -> Expected?
  {
    var moves = edits(to: new, isPiece: isPiece).map { (HuntMove(action: $0), $1) }
    // Behind a digit a piece with a sign is refused.
    let (old, edit) = (text, TextEdit(from: text, to: new))
    if isPiece, !workload.signs(in: edit.replacement).isEmpty, old != new {
      let signed = MeantNumber(isNegative: true, integer: "1")
      let piece = Piece(kind: .pieceInside, text: edit.replacement, meant: signed)
      moves.append((HuntMove(piece), edit.range))
    }
    for number in isPiece ? workload.candidates(in: new) : [] {
      let piece = Piece(kind: .ownText, text: new, meant: value.shown(number))
      moves.append((HuntMove(piece), 0..<text.utf16.count))
    }
    return moves.lazy.compactMap {
      met(by: $0, at: $1, leaving: state, caret: .followsTexts)?.asAmbiguous
    }.first
  }

  /// The state that a move should leave, if a field that promises this of its caret is in it.
  func met(
    by move: HuntMove, at selection: Range<Int>, leaving state: FieldSnapshot, caret: CaretPromise
  ) -> Expected? {
    var field = self
    guard let goal = field.make(move, selection: selection) else { return nil }
    var raw = RawKeystroke(before: FieldSnapshot(text: text, selection: selection, value: nil))
    if case .edit(let edit) = move.action.keystroke(in: text, selection: selection, workload) {
      raw.edit = edit
    }
    return workload.expected(goal, promise: .formatted, caret: caret, after: raw)
      .first { $0.matches(state) }
  }

  /// The edits with keys that lead from the text to another: whatever of both texts is taken for the same.
  private func edits(to text: String, isPiece: Bool) -> [(UserAction, Range<Int>)] {
    let (old, new) = (Array(self.text.utf16), Array(text.utf16))
    let start = zip(old, new).prefix { $0 == $1 }.count
    let end = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count
    var edits: [(UserAction, Range<Int>)] = []
    for lower in 0...start {
      for kept in 0...min(end, old.count - lower, new.count - lower) {
        let replaced = lower..<old.count - kept
        let put = String(decoding: new[lower..<new.count - kept], as: UTF16.self)
        if !put.isEmpty {
          edits.append((.insert(workload.typed(put)), replaced))
        } else if !replaced.isEmpty {
          edits.append((.backspace, replaced))
          edits.append((.backspace, replaced.upperBound..<replaced.upperBound))
          edits.append((.delete, lower..<lower))
        }
      }
    }
    return edits.filter { action, selection in
      if case .insert(let put) = action {
        guard isPiece || put.unicodeScalars.count == 1 else { return false }
        return put == "-" || put == separator || isDigit(put)
      }
      guard selection.isEmpty,
        case .edit(let edit) = action.keystroke(in: self.text, selection: selection, workload)
      else { return !selection.isEmpty }
      return edit.range.count == old.count - new.count
    }
  }
}
