/// A field of a CSV file as of RFC 4180.
package enum CSVField {
  /// Appends a text, in quotes only where it needs them.
  package static func append(_ text: String, to bytes: inout [UInt8]) {
    guard text.utf8.contains(where: { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }) else {
      bytes.append(contentsOf: text.utf8)
      return
    }
    bytes.append(0x22)
    for byte in text.utf8 {
      if byte == 0x22 { bytes.append(0x22) }
      bytes.append(byte)
    }
    bytes.append(0x22)
  }
}
