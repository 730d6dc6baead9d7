import Glibc

/// Reads a CSV file record by record: RFC 4180 in UTF-8, lines ended by LF or CRLF.
///
/// Fields are ranges of the file, so that a string is made only of a text that is used.
struct CSVReader {
  /// The file that errors name.
  let file: String
  /// The columns that the header must have, in order.
  let columns: [String]
  /// The line on which the present record begins, from 1.
  private(set) var line = 1
  /// The whole file.
  let bytes: [UInt8]
  /// The fields of the present record as in the file, including quotes.
  private var fields: [Range<Int>] = []
  private var position = 0
  private var nextLine = 1

  /// Reads the header.
  init(_ bytes: [UInt8], file: String, columns: [String]) throws(Problem) {
    self.bytes = bytes
    self.file = file
    self.columns = columns
    fields.reserveCapacity(columns.count)
    guard !bytes.isEmpty else {
      throw failure("the file is empty", expected: "the header \(expectedHeader)")
    }
    // The byte order mark that spreadsheets put first is not part of the first name.
    position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    try split()
    try checkHeader()
  }

  /// Moves to the next record.
  ///
  /// - Returns: false at the end of the file.
  mutating func next() throws(Problem) -> Bool {
    guard position < bytes.count else { return false }
    line = nextLine
    try split()
    guard fields.count == columns.count else {
      throw failure(
        "\(fields.count) fields", expected: "\(columns.count)",
        hint: fields.count == 1 && fields[0].isEmpty ? "remove the empty line" : nil)
    }
    return true
  }

  /// Finds the fields of the record at ``position``, and moves behind it.
  private mutating func split() throws(Problem) {
    fields.removeAll(keepingCapacity: true)
    nextLine += 1
    var begin = position
    while position < bytes.count {
      let byte = bytes[position]
      if byte == Self.comma {
        fields.append(begin..<position)
        begin = position + 1
      } else if byte == Self.lineFeed {
        let cr = position > begin && bytes[position - 1] == Self.carriageReturn
        fields.append(begin..<(cr ? position - 1 : position))
        position += 1
        return
      } else if byte == Self.quote {
        try skipQuoted(from: begin)
        continue
      }
      position += 1
    }
    throw failure(
      "the last line has no line break, so the file was cut", expected: "whole lines only",
      hint: "remove that line to compare what is left, or measure again")
  }

  /// Moves behind the closing quote of the field that begins at a position.
  private mutating func skipQuoted(from begin: Int) throws(Problem) {
    func stray() -> Problem {
      failure(
        "a quote is inside a field", expected: "quotes around the whole field, doubled inside")
    }
    guard position == begin else { throw stray() }
    position += 1
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == Self.lineFeed { nextLine += 1 }
      guard byte == Self.quote else { continue }
      let rest = bytes[position...].prefix(2)
      if rest.first == Self.quote {
        position += 1
      } else if let follows = rest.first, follows != Self.comma, follows != Self.lineFeed,
        !rest.elementsEqual([Self.carriageReturn, Self.lineFeed])
      {
        throw stray()
      } else {
        return
      }
    }
    throw failure("a quote is opened and never closed", expected: "a closing \"")
  }

  /// Checks the names and the order of the columns.
  private func checkHeader() throws(Problem) {
    var names: [String] = []
    for field in fields.indices { names.append(try text(field, name: "a column")) }
    guard names != columns else { return }
    var seen: Set<String> = []
    if let name = names.first(where: { !seen.insert($0).inserted }) {
      throw failure("the column \(Self.excerpt(name)) is there twice", expected: "it once")
    }
    if let name = columns.first(where: { !names.contains($0) }) {
      throw failure("the column \(name) is missing", expected: "the header \(expectedHeader)")
    }
    if let name = names.first(where: { !columns.contains($0) }) {
      throw failure(
        "the column \(Self.excerpt(name)) is unknown", expected: "the header \(expectedHeader)")
    }
    throw failure("the columns are in another order", expected: "the header \(expectedHeader)")
  }

  private var expectedHeader: String { columns.joined(separator: ",") }

  /// An error at the present record, or at another line.
  func failure(
    _ problem: String, expected: String? = nil, hint: String? = nil, line: Int? = nil
  ) -> Problem {
    Problem(
      file: file, line: line ?? self.line, problem: problem, expected: expected, hint: hint)
  }

  static let comma = UInt8(ascii: ",")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let quote = UInt8(ascii: "\"")
}

extension CSVReader {
  /// Neighbouring fields as in the file; equal bytes have the same meaning.
  struct Raw: Hashable {
    fileprivate let bytes: ArraySlice<UInt8>

    /// Compares the bytes.
    static func == (a: Raw, b: Raw) -> Bool {
      a.bytes.withUnsafeBytes { a in
        b.bytes.withUnsafeBytes { b in
          guard a.count == b.count, let first = a.baseAddress, let second = b.baseAddress
          else { return a.isEmpty && b.isEmpty }
          return memcmp(first, second, a.count) == 0
        }
      }
    }

    /// Hashes the bytes.
    func hash(into hasher: inout Hasher) {
      bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
  }

  /// The fields from one column to another.
  func raw(_ columns: ClosedRange<Int>) -> Raw {
    Raw(bytes: bytes[fields[columns.lowerBound].lowerBound..<fields[columns.upperBound].upperBound])
  }

  /// The range of a field without the quotes around it.
  func range(_ column: Int) -> Range<Int> {
    let field = fields[column]
    guard let first = field.first, bytes[first] == Self.quote else { return field }
    return field.lowerBound + 1..<field.upperBound - 1
  }

  /// A field as text.
  func text(_ column: Int) throws(Problem) -> String {
    try text(column, name: columns[column])
  }

  private func text(_ column: Int, name: String) throws(Problem) -> String {
    let range = range(column)
    guard let text = String(validating: bytes[range], as: UTF8.self) else {
      throw failure("\(name) is not valid UTF-8", expected: "text in UTF-8")
    }
    return range == fields[column] ? text : text.replacing("\"\"", with: "\"")
  }

  /// The beginning of a text from a file, in quotes, because the whole text may be a megabyte.
  static func excerpt(_ text: String) -> String {
    // Counted in scalars, since one character may be a megabyte of accents.
    text.utf8.count <= 60
      ? text.debugDescription
      : "\(String(text.unicodeScalars.prefix(32)).debugDescription)… of \(text.utf8.count) bytes"
  }
}
