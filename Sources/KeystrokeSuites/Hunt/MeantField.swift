import BenchmarkModel
import Foundation
import ReformatCore

/// A field as its user intends it: keys, which are digits and a decimal separator, and a caret among them.
///
/// It gives the moves of a hunt their goals, and shares no code with a strategy. Its only knowledge of a text is the text
/// that ``Oracle`` writes. It leaves out edits for which no rule is written down: a selection that begins or
/// ends inside the sign, a piece with a decimal separator inside a number, a separator that is typed over a part of a
/// number and not over the separator that it has, and numbers of more than 15 digits.
struct MeantField {
  let workload: WorkloadContext
  /// The number in the field.
  var number: MeantNumber
  /// The text that should be shown.
  private(set) var text: String
  /// The places of the digits and the separator in the text.
  var places: [Range<Int>]
  /// The meaning of the last grouping separator that was typed, as far as the next key may change it.
  var typedGroup: TypedGroup?

  /// The locale's grouping separator, typed behind a whole number, in a locale in which its key is a decimal point, too.
  enum TypedGroup {
    /// It is the decimal point so far.
    case point
    /// It was read again as a separator of groups; so are all further ones.
    case group
    /// Something was refused since, and no rule says whether that settles it.
    case unclear
  }

  private var oracle: Oracle { workload.oracle }
  var value: ValueKind { workload.value }
  var separator: String { workload.symbols.decimalSeparator }

  /// True if the text is not written like the oracle's.
  var isUngrouped: Bool { oracle.expectationWhileTyping(number).text != text }

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

  func isDigit(_ key: String) -> Bool {
    key.unicodeScalars.allSatisfy { $0.isDigit(radix: value.radix) }
  }
}

// MARK: - Keys

extension MeantField {
  /// The most digits of fraction; more than any piece has, if there is no limit.
  var limit: Int { value.fractionLimit }

  /// The place of the decimal separator among the keys; nil if there is none.
  var pointPlace: Int? {
    let shown = value.shown(number)
    return shown.fraction == nil ? nil : shown.integer.count
  }

  /// True if a caret is in front of all keys and of the sign.
  func isBefore(_ selection: Range<Int>) -> Bool {
    let signs = number.isNegative ? workload.signs(in: text) : []
    return (places.prefix(1) + signs.prefix(1)).allSatisfy {
      selection.lowerBound <= $0.lowerBound
    }
  }

  /// The keys that a selection covers; nil if it cuts the sign, or a caret is inside that.
  func place(of selection: Range<Int>) -> Range<Int>? {
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
  func unchanged(_ selection: Range<Int>) -> Goal {
    let place = places.count { $0.upperBound <= selection.lowerBound }
    return Goal(meant: number, caret: selection.isEmpty ? place : nil, isUnchanged: true)
  }

  /// The same, if what was typed may also stay until the next key.
  func staying(_ unchanged: Goal) -> Goal {
    var goal = unchanged
    goal.mayStay = true
    return goal
  }

  /// True if the digits of the integer part and these behind them are two groups, as the locale writes them.
  func isGrouped(_ behind: String) -> Bool {
    let sizes = workload.symbols.groupSizes
    guard let primary = sizes.first, let secondary = sizes.last else { return false }
    let count = number.integer.count + behind.count
    return behind.count == primary && (1...secondary).contains(number.integer.count)
      && number.integer.first != "0" && count <= value.integerLimit ?? .max
  }

  mutating func becomeGrouped(_ behind: String, fraction: String?) -> Goal? {
    var grouped = number
    grouped.integer += behind
    grouped.fraction = fraction
    return become(grouped, caret: grouped.keyCount)
  }

  /// Replaces the keys of a selection, or beside it; a point among the new ones means the decimal separator.
  mutating func replace(
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

  mutating func become(_ number: MeantNumber, caret: Int) -> Goal? {
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
  mutating func reach(_ goal: Goal) -> Goal? {
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
