import BenchmarkModel
import ReformatCore

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

  mutating func goal(of move: HuntMove, selection: Range<Int>, after group: TypedGroup?)
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
  mutating func insert(_ piece: Piece, over selection: Range<Int>) -> Goal? {
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
    // Over a part of a number the minus changes the sign.
    guard let place = place(of: selection),
      !place.isEmpty || (!number.isNegative && isBefore(selection))
    else { return nil }
    let before = number
    number.isNegative.toggle()
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
      guard selection.isEmpty, !isUngrouped else { return nil }
      return value.own == nil ? staying(unchanged) : unchanged
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
      if goal != nil, isGroup, isWhole { typedGroup = .point }
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
