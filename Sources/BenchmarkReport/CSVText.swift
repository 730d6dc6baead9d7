import BenchmarkResults

/// A table in the making as of RFC 4180, with LF, and nothing in it that a terminal obeys.
struct CSVText {
  private var bytes: [UInt8] = []

  /// Begins with the header.
  init(_ columns: [String]) { append(columns) }

  /// Adds a line; nil is an empty field.
  mutating func append(_ fields: [String?]) {
    for (place, field) in fields.enumerated() {
      if place > 0 { bytes.append(UInt8(ascii: ",")) }
      if let field { CSVField.append(ShownText.field(field), to: &bytes) }
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// The table.
  var text: String { String(decoding: bytes, as: UTF8.self) }
}
