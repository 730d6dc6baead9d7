/// One record of a CSV file with its quotes taken off.
struct UnquotedRecord {
  /// How reading a record ended.
  enum Outcome {
    /// With a line break.
    case complete
    /// With the end of the file, outside quotes.
    case cut
    /// With the end of the file, inside quotes.
    case openQuote
    /// With a quote where none may be.
    case strayQuote
  }

  /// The file.
  let bytes: [UInt8]
  /// Where the record begins, and after reading where the next one does.
  var position: Int
  /// The fields, without quotes, one after the other.
  private(set) var content: [UInt8] = []
  /// Where each field is in ``content``.
  private(set) var fields: [Range<Int>] = []
  /// How many line breaks the record took.
  private(set) var lineBreaks = 0

  init(bytes: [UInt8], position: Int) {
    self.bytes = bytes
    self.position = position
  }

  /// Reads to the end of the record.
  mutating func read() -> Outcome {
    while true {
      let begin = content.count
      if position < bytes.count, bytes[position] == SampleParser.quote {
        guard readQuoted() else { return .openQuote }
      } else {
        guard readPlain() else { return .strayQuote }
      }
      fields.append(begin..<content.count)
      guard position < bytes.count else { return .cut }
      let byte = bytes[position]
      position += 1
      switch byte {
      case SampleParser.comma: continue
      case SampleParser.lineFeed: break
      case SampleParser.carriageReturn
      where position < bytes.count && bytes[position] == SampleParser.lineFeed:
        position += 1
      default: return .strayQuote
      }
      lineBreaks += 1
      return .complete
    }
  }

  /// Reads a quoted field up to what follows its closing quote.
  private mutating func readQuoted() -> Bool {
    position += 1
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == SampleParser.quote {
        guard position < bytes.count, bytes[position] == SampleParser.quote else { return true }
        position += 1
      }
      if byte == SampleParser.lineFeed { lineBreaks += 1 }
      content.append(byte)
    }
    return false
  }

  /// Reads a field without quotes up to its comma or line break.
  private mutating func readPlain() -> Bool {
    while position < bytes.count {
      let byte = bytes[position]
      if byte == SampleParser.comma || byte == SampleParser.lineFeed { break }
      if byte == SampleParser.quote { return false }
      content.append(byte)
      position += 1
    }
    // The CR of a CRLF belongs to the line break.
    if position < bytes.count, bytes[position] == SampleParser.lineFeed,
      content.last == SampleParser.carriageReturn
    {
      content.removeLast()
    }
    return true
  }
}
