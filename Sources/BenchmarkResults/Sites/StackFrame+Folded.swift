extension StackFrame {
  /// The frame as a part of a folded stack: `function` or `function (File.swift:12)`.
  ///
  /// Characters that would not read back as one frame are replaced: `;` by `:`, a line break or another control
  /// character by a space, and ` (` loses its space if it could be read as the start of a place. Line 0 means a file
  /// without a line, as in DWARF.
  package var folded: String {
    let name = Self.plain(function)
    guard let file else {
      return Self.place(in: name[...]) == nil ? name : Self.plain(function, joined: true)
    }
    return "\(name) (\(Self.plain(file, joined: true)):\(line ?? 0))"
  }

  /// Reads the text of ``folded``; nil for an empty name.
  package init?(folded text: Substring) {
    guard !text.isEmpty else { return nil }
    guard let place = Self.place(in: text) else {
      self.init(function: String(text))
      return
    }
    guard !place.function.isEmpty else { return nil }
    self.init(
      function: String(place.function), file: String(place.file),
      line: place.line == 0 ? nil : place.line)
  }

  private static func place(
    in text: Substring
  ) -> (function: Substring, file: Substring, line: Int)? {
    // Bytes are searched, since a combining accent after a bracket would form one character with it.
    let bytes = text.utf8
    guard bytes.last == UInt8(ascii: ")"),
      let colon = bytes.lastIndex(of: UInt8(ascii: ":")),
      let line = digits(text[bytes.index(after: colon)..<bytes.index(before: bytes.endIndex)])
    else { return nil }
    var open = colon
    while open > bytes.startIndex {
      let before = bytes.index(before: open)
      if bytes[open] == UInt8(ascii: "("), bytes[before] == UInt8(ascii: " ") {
        let file = text[bytes.index(after: open)..<colon]
        return file.isEmpty ? nil : (text[..<before], file, line)
      }
      open = before
    }
    return nil
  }

  /// A whole number in plain digits, without a leading zero.
  private static func digits(_ text: Substring) -> Int? {
    guard text.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") <= 9 }), text == "0" || text.first != "0"
    else { return nil }
    return Int(text)
  }

  /// The text without the characters that separate frames and lines, and if `joined` without spaces before brackets.
  private static func plain(_ text: String, joined: Bool = false) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case ";": result.append(":")
      case _ where scalar.properties.generalCategory == .control: result.append(" ")
      case "\u{2028}", "\u{2029}": result.append(" ")
      case "(" where joined:
        while result.last == " " { result.removeLast() }
        result.append(scalar)
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}

extension [StackFrame] {
  /// The stack on one line, outermost frame first, frames separated by `;` (Brendan Gregg's folded form).
  package var folded: String { map(\.folded).joined(separator: ";") }

  /// Reads the text of ``folded``; nil if a frame is empty.
  package init?(folded text: String) {
    self = []
    for part in text.unicodeScalars.split(separator: ";", omittingEmptySubsequences: false) {
      guard let frame = StackFrame(folded: Substring(part)) else { return nil }
      append(frame)
    }
  }
}
