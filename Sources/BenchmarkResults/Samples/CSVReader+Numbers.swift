extension CSVReader {
  /// A whole number that is not negative.
  func wholeNumber(_ column: Int) throws(Problem) -> Int {
    let field = range(column)
    var value = 0
    var valid = !field.isEmpty
    for position in field {
      let digit = bytes[position] &- UInt8(ascii: "0")
      let (shifted, over) = value.multipliedReportingOverflow(by: 10)
      let (sum, overAgain) = shifted.addingReportingOverflow(Int(digit))
      if digit > 9 || over || overAgain {
        valid = false
        break
      }
      value = sum
    }
    guard valid else { throw bad(column, expected: "a whole number that is not negative") }
    return value
  }

  /// A whole number that is at most a bound.
  func wholeNumber(_ column: Int, atMost most: Int) throws(Problem) -> Int {
    let value = try wholeNumber(column)
    guard value <= most else {
      throw failure("the \(columns[column]) \(value) is too large", expected: "at most \(most)")
    }
    return value
  }

  /// A figure that is not negative; nil for an empty field.
  ///
  /// Up to 2^53 and with at most 22 digits after the point, whole number and power of ten are both exact, and so their
  /// quotient is the nearest figure (Clinger, "How to Read Floating Point Numbers Accurately", PLDI 1990). Others are
  /// left to the standard library.
  func number(_ column: Int) throws(Problem) -> Double? {
    let field = range(column)
    if field.isEmpty { return nil }
    var digits: UInt64 = 0
    var count = 0
    var point: Int?
    for position in field {
      let byte = bytes[position]
      let digit = byte &- UInt8(ascii: "0")
      if digit <= 9 {
        count += 1
        if count > 18 { return try slowNumber(column) }
        digits = digits &* 10 &+ UInt64(digit)
      } else if byte == UInt8(ascii: "."), point == nil, count > 0 {
        point = count
      } else {
        return try slowNumber(column)
      }
    }
    let decimals = point.map { count - $0 } ?? 0
    if point != nil, decimals == 0 { return try slowNumber(column) }
    guard digits < 1 << 53 else { return try slowNumber(column) }
    return decimals == 0 ? Double(digits) : Double(digits) / Self.powersOfTen[decimals]
  }

  private static let powersOfTen: [Double] = (1...22).reduce(into: [1]) { powers, exponent in
    powers.append(powers[exponent - 1] * 10)
  }

  private func slowNumber(_ column: Int) throws(Problem) -> Double {
    let text = try text(column)
    // Double would also read hexadecimal, infinity and nan, which are invalid in a table of figures.
    guard text.utf8.first.map({ $0 &- UInt8(ascii: "0") <= 9 }) ?? false,
      text.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") <= 9 || "+-.eE".utf8.contains($0) }),
      text.utf8.last.map({ $0 &- UInt8(ascii: "0") <= 9 }) ?? false,
      let value = Double(text), value.isFinite
    else { throw bad(column, expected: "a number that is not negative, or nothing") }
    guard value <= ResultsBounds.figure else {
      throw bad(column, expected: "at most \(ResultsBounds.figure)")
    }
    return value
  }

  private func bad(_ column: Int, expected: String) -> Problem {
    let text = String(decoding: bytes[range(column)], as: UTF8.self)
    return failure("\(columns[column]) is \(Self.excerpt(text))", expected: expected)
  }
}
