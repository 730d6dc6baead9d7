import BenchmarkModel
import ReformatCore

extension Trace {
  /// The goal of an edit in a text that is written like the oracle's.
  ///
  /// A trace states its number only for its end. Before that, an edit is judged if it is plain: it types digits, one
  /// decimal separator or the first minus, or deletes at least one of these. A pasted text in another notation, an edit
  /// of separators alone or a digit in front of the minus is only judged by the end of the trace.
  ///
  /// - Returns: nil if the edit is not plain, the field is a till, or a limit of the field may refuse it.
  func goal(of edit: TextEdit, in text: String, workload: WorkloadContext) -> Goal? {
    guard value != .hex, value.own == nil, !value.fillsFromRight,
      let before = workload.number(in: text),
      let places = workload.keyPlaces(in: text, of: before)
    else { return nil }
    var goal = Goal(meant: before)
    let deleted = places.indices.filter { places[$0].overlaps(edit.range) }
    let first = deleted.first ?? places.count { $0.upperBound <= edit.range.lowerBound }
    let sign = before.isNegative ? workload.signs(in: text).first : nil
    let takesSign = sign.map { $0.overlaps(edit.range) } ?? false
    if takesSign { goal.meant.isNegative = false }
    var typed = ""
    if edit.replacement == "-" {
      guard first == 0, deleted.isEmpty, sign == nil, self.allowsNegative else { return nil }
      goal.meant.isNegative = true
    } else {
      guard let keys = workload.plainKeys(edit.replacement) else { return nil }
      let isBeforeSign = sign.map { !takesSign && edit.range.lowerBound <= $0.lowerBound } ?? false
      guard !isBeforeSign, !keys.isEmpty || !deleted.isEmpty || takesSign else { return nil }
      typed = keys
    }
    guard
      let meant = goal.meant.replacingKeys(first..<first + deleted.count, with: typed),
      meant.keyCount <= 38
    else { return nil }
    goal.meant = meant
    goal.caret = first + typed.count
    if let fraction = goal.meant.fraction {
      guard value.allowsFraction, fraction.count <= value.fractionLimit else { return nil }
    }
    let length = workload.oracle.expectationWhileTyping(goal.meant).text?.count ?? .max
    return length < self.maximumLength ?? .max ? goal : nil
  }
}

extension WorkloadContext {
  /// The number of a text, if it is written as the oracle writes a number while typing; otherwise nil.
  func number(in text: String) -> MeantNumber? {
    candidates(in: text).first { candidate in
      oracle.expectationWhileTyping(candidate).text.map {
        $0.unicodeScalars.elementsEqual(text.unicodeScalars)
      } ?? false
    }
  }

  /// The numbers that have the digits of a text, with each of its decimal separators or none.
  func candidates(in text: String) -> [MeantNumber] {
    let isNegative = !signs(in: text).isEmpty
    let separators = text.ranges(of: symbols.decimalSeparator).reversed().map(Optional.some)
    return (separators + [nil]).map { separator in
      value.entered(
        MeantNumber(
          isNegative: isNegative,
          integer: Self.digits(text[..<(separator?.lowerBound ?? text.endIndex)]),
          fraction: separator.map { Self.digits(text[$0.upperBound...]) }))
    }
  }

  /// The keys of a text of digits and decimal separators, the separator as a point; nil for any other text.
  fileprivate func plainKeys(_ text: String) -> String? {
    var keys = ""
    for scalar in text.unicodeScalars {
      if String(scalar) == symbols.decimalSeparator {
        keys.append(".")
      } else if let digit = Self.digit(scalar) {
        keys.append(digit)
      } else {
        return nil
      }
    }
    return keys
  }

  private static func digits(_ text: Substring) -> String {
    String(text.unicodeScalars.compactMap(digit))
  }

  private static func digit(_ scalar: Unicode.Scalar) -> Character? {
    guard scalar.isDigit(radix: 10), let value = scalar.properties.numericValue else { return nil }
    return Character(String(Int(value)))
  }
}
