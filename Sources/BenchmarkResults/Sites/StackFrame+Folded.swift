extension StackFrame {
  /// The frame as a part of a folded stack: `function` or `function (File.swift:12)`.
  ///
  /// What would not read back as one frame is written otherwise: `;` as `:`, a line break or another control
  /// character as a space, and ` (` without its space where it could be taken for the start of a place. Line 0 stands
  /// for a file without a line, as in DWARF.
  package var folded: String {
    let name = Self.plain(function)
    guard let file else {
      return Self.place(in: name[...]) == nil ? name : Self.plain(function, joined: true)
    }
    return "\(name) (\(Self.plain(file, joined: true)):\(line ?? 0))"
  }

  /// Reads what ``folded`` writes; nil for an empty name.
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
    // Over bytes, since an accent typed after a bracket would make one character of both.
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

  /// A whole number as it is written: plain digits, no zero in front.
  private static func digits(_ text: Substring) -> Int? {
    guard text.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") <= 9 }), text == "0" || text.first != "0"
    else { return nil }
    return Int(text)
  }

  /// The text without what separates frames and lines, and if `joined` without spaces before brackets.
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

  /// Reads what ``folded`` writes; nil where a frame is empty.
  package init?(folded text: String) {
    self = []
    for part in text.unicodeScalars.split(separator: ";", omittingEmptySubsequences: false) {
      guard let frame = StackFrame(folded: Substring(part)) else { return nil }
      append(frame)
    }
  }
}
