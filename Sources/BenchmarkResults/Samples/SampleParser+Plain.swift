import BenchmarkModel

/// The fast way, for rows without quotes whose names have been seen before: nearly all of a large file.
///
/// It takes only what the slow way takes too, and with the same result; whatever else there is, it leaves to that,
/// which knows how to say what is wrong. Names are not split: they are compared with those of the rows before.
extension SampleParser {
  /// Reads the row at a position and adds it to the table.
  ///
  /// - Returns: the position after the row, or nil where it has to be read the slow way; nothing has changed then.
  mutating func plainRow(_ bytes: Span<UInt8>, at start: Int) -> Int? {
    guard let origin = lastOrigin, let afterOrigin = Self.skip(origin.bytes, bytes, at: start)
    else { return nil }
    var position = afterOrigin
    guard let round = Self.wholeNumber(bytes, &position), round <= ResultsBounds.rounds
    else { return nil }
    guard let cell = plainCell(bytes, &position), let code = plainCode(bytes, &position),
      let count = Self.wholeNumber(bytes, &position), count <= ResultsBounds.count
    else { return nil }
    var summary = Summary()
    for figure in Figure.allCases {
      guard let number = Self.number(bytes, &position) else { return nil }
      summary[figure] = number.isNaN ? nil : number
    }
    guard let text = Self.verdict(bytes, &position), summary.fault(as: code.metric) == nil
    else { return nil }
    table.append(
      RowTable.Record(
        series: table.index(ofCell: cell, code), round: Int32(truncatingIfNeeded: round),
        line: Int32(truncatingIfNeeded: line), origin: origin.index, text: text,
        count: count, summary: summary))
    line += 1
    return position
  }

  /// The position after bytes that stand here too, and after the comma that follows them; nil where others do.
  private static func skip(_ known: Range<Int>, _ bytes: Span<UInt8>, at start: Int) -> Int? {
    let end = start + known.count
    guard end < bytes.count, bytes[unchecked: end] == comma,
      ByteKeys.equal(known, start..<end, in: bytes)
    else { return nil }
    return end + 1
  }

  /// The cell of the row, if it has been seen before.
  private mutating func plainCell(_ bytes: Span<UInt8>, _ position: inout Int) -> Int32? {
    if let last = lastCell, let end = Self.skip(last.bytes, bytes, at: position) {
      position = end
      return last.index
    }
    guard let end = Self.end(ofFields: 6, bytes, from: position) else { return nil }
    let hash = ByteKeys.hash(position..<end, in: bytes)
    guard let known = cells.value(for: position..<end, in: bytes, hash: hash) else { return nil }
    lastCell = (position..<end, known)
    position = end + 1
    return known
  }

  /// What the row is about beside its cell, if a row was about that before.
  ///
  /// What follows what is the same in most cells.
  private mutating func plainCode(_ bytes: Span<UInt8>, _ position: inout Int) -> SeriesCode? {
    if followers.isEmpty { followers = Array(repeating: nil, count: SeriesCode.count) }
    let before = lastCode
    if let next = followers[before], let end = Self.skip(next.bytes, bytes, at: position) {
      position = end
      lastCode = Int(next.code.number)
      return next.code
    }
    guard let end = Self.end(ofFields: 4, bytes, from: position) else { return nil }
    let hash = ByteKeys.hash(position..<end, in: bytes)
    guard let known = codes.value(for: position..<end, in: bytes, hash: hash) else { return nil }
    let code = SeriesCode(number: UInt16(truncatingIfNeeded: known))
    followers[before] = (position..<end, code)
    lastCode = Int(known)
    position = end + 1
    return code
  }

  /// Where so many fields end, before their last comma; nil where the line ends first, or has a quote.
  private static func end(
    ofFields count: Int, _ bytes: Span<UInt8>, from start: Int
  ) -> Int? {
    var left = count
    var position = start
    while position < bytes.count {
      let byte = bytes[unchecked: position]
      if byte == comma {
        left -= 1
        if left == 0 { return position }
      } else if byte == lineFeed || byte == quote {
        return nil
      }
      position += 1
    }
    return nil
  }

  /// A whole number of at most 18 digits, and the comma after it.
  private static func wholeNumber(_ bytes: Span<UInt8>, _ position: inout Int) -> Int? {
    var value = 0
    let start = position
    while position < bytes.count {
      let digit = bytes[unchecked: position] &- UInt8(ascii: "0")
      guard digit <= 9 else { break }
      value = value &* 10 &+ Int(digit)
      position += 1
    }
    guard (1...18).contains(position - start), position < bytes.count,
      bytes[unchecked: position] == comma
    else { return nil }
    position += 1
    return value
  }

  /// A figure of at most 15 digits, exact as in ``number(_:_:)``, and the comma after it; NaN for an empty field.
  private static func number(_ bytes: Span<UInt8>, _ position: inout Int) -> Double? {
    var digits = 0
    let start = position
    var point: Int?
    while position < bytes.count {
      let byte = bytes[unchecked: position]
      let digit = byte &- UInt8(ascii: "0")
      if digit <= 9 {
        digits = digits &* 10 &+ Int(digit)
      } else if byte == UInt8(ascii: "."), point == nil, position > start {
        point = position
      } else {
        break
      }
      position += 1
    }
    guard position < bytes.count, bytes[unchecked: position] == comma else { return nil }
    let length = position - start
    position += 1
    if length == 0 { return .nan }
    // Fifteen digits are below 2^53.
    guard length <= 15 else { return nil }
    guard let point else { return Double(digits) }
    let decimals = start + length - point - 1
    return decimals == 0 ? nil : Double(digits) / powersOfTen[decimals]
  }

  /// The verdict on the text at the end of a line; an inner nil where there is none.
  private static func verdict(
    _ bytes: Span<UInt8>, _ position: inout Int
  ) -> TextVerdict?? {
    let start = position
    while position < bytes.count, bytes[unchecked: position] != lineFeed { position += 1 }
    guard position < bytes.count else { return Optional<TextVerdict?>.none }
    let length = position - start
    position += 1
    switch length {
    case 0: return .some(nil)
    case 2
    where bytes[unchecked: start] == UInt8(ascii: "o")
      && bytes[unchecked: start + 1] == UInt8(ascii: "k"):
      return .ok
    case 5 where zip(start..<start + 5, "wrong".utf8).allSatisfy({ bytes[unchecked: $0] == $1 }):
      return .wrong
    default: return Optional<TextVerdict?>.none
    }
  }
}
