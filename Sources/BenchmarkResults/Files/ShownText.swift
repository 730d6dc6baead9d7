import BenchmarkModel

/// The rules for showing a text from a file to a person; every command and every page uses them.
///
/// A name, a note or an error of a reader may contain anything. Shown unchanged, it could clear the screen, begin a
/// line that looks like a verdict, or change the order of neighbouring text. So characters that move a cursor, end a
/// line or reorder letters are written as a visible escape, `\u{1B}`, and a very long text is cut.
package enum ShownText {
  /// The default maximum number of characters of a text.
  package static let limit = 1_000
  /// The maximum length of the line of an error.
  package static let errorLimit = 500

  /// The text on one line, cut in the middle if it is longer than the limit, so that both ends are visible.
  ///
  /// Applying it again changes nothing. A pair of FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE (UAX #9) may remain,
  /// since nothing outside of it moves.
  package static func line(_ text: String, limit: Int = ShownText.limit) -> String {
    if isPlain(text) && text.utf8.count <= limit { return text }
    let text = disarmed(text)
    let pairs = hasPairedIsolates(text.unicodeScalars)
    var shown = ""
    var count = 0
    for place in text.unicodeScalars.indices {
      let scalar = text.unicodeScalars[place]
      let isKept = isShown(scalar) || pairs && isIsolate(scalar)
      let piece = isKept ? String(scalar) : escape(scalar)
      count += piece.unicodeScalars.count
      if count > limit { return cut(text, limit) }
      shown.append(piece)
    }
    return shown
  }

  /// A field for programs, in one line and without characters that a terminal obeys.
  ///
  /// It may be long, and keeps the marks of writing direction that are part of a number.
  package static func field(_ text: String) -> String {
    if isPlain(text) { return text }
    return disarmed(safe(text, keeps: isMark))
  }

  /// A whole output with every character that a terminal would obey as an escape.
  ///
  /// Line breaks stay, and so do tabs, which separate the columns of Go's benchmarks. It is the last check, for text
  /// that no other check has seen.
  package static func document(_ text: String) -> String {
    withoutBracketCommands(safe(text) { $0 == "\n" || $0 == "\t" || isMark($0) })
  }

  /// JSON in which nothing moves a cursor: the same values, with control characters as JSON's own escapes.
  package static func json(_ text: String) -> String {
    let shown = safe(text, keeps: { $0 == "\n" }) { scalar in
      scalar.utf16.map { unit in "\\u" + hex(UInt32(unit), digits: 4) }.joined()
    }
    return withoutBracketCommands(shown, mark: "\\u0023")
  }

  /// True if a character is shown unchanged.
  package static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value >= 0x20 && scalar.value != 0x7F }
    return switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: false
    default: true
    }
  }

  /// The character's number as an escape.
  package static func escape(_ scalar: Unicode.Scalar) -> String { VisibleText.escape(scalar) }

  private static func hex(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  /// True if all bytes are printable ASCII and none begins a command.
  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } && commandMark(text) == nil
      && !hasTwoHashes(text)
  }

  /// The position of a `::` or `##` at the beginning of the text, which logs of CI take as a command.
  private static func commandMark(_ text: String) -> String.Index? {
    let start = text.utf8.firstIndex { $0 != 0x20 } ?? text.endIndex
    let rest = text.utf8[start...].prefix(2)
    return rest.elementsEqual("::".utf8) || rest.elementsEqual("##".utf8) ? start : nil
  }

  /// The text with an escape in each command that a log of CI would obey.
  private static func disarmed(_ text: String) -> String {
    var text = text
    if let mark = commandMark(text) {
      text.unicodeScalars.replaceSubrange(
        mark...mark, with: escape(text.unicodeScalars[mark]).unicodeScalars)
    }
    return withoutBracketCommands(text)
  }

  /// The text with a mark in place of the first letter of `##[error]` and `##vso[...]`, which GitHub and Azure look for
  /// anywhere in a line.
  private static func withoutBracketCommands(
    _ text: String, mark: String = ShownText.escape("#")
  ) -> String {
    hasTwoHashes(text) ? text.replacing(/#(?=#[A-Za-z]*\[)/, with: mark) : text
  }

  private static func hasTwoHashes(_ text: String) -> Bool {
    var last: UInt8 = 0
    return text.utf8.contains { byte in
      defer { last = byte }
      return byte == 0x23 && last == 0x23
    }
  }

  /// Both ends of a text that is too long, and the number of characters left out.
  private static func cut(_ text: String, _ limit: Int) -> String {
    let scalars = text.unicodeScalars
    let remark = " …\(scalars.count) characters… "
    let room = max(0, limit - remark.unicodeScalars.count)
    func ends(_ part: some Sequence<Unicode.Scalar>, _ room: Int) -> [String] {
      var (pieces, left) = ([String](), room)
      for scalar in part {
        let piece = isShown(scalar) ? String(scalar) : escape(scalar)
        left -= piece.unicodeScalars.count
        if left < 0 { break }
        pieces.append(piece)
      }
      return pieces
    }
    let head = ends(scalars, room - room * 2 / 5)
    let tail = ends(scalars.reversed(), room * 2 / 5)
    return head.joined() + remark + tail.reversed().joined()
  }

  private static func safe(
    _ text: String, keeps: (Unicode.Scalar) -> Bool,
    writing: (Unicode.Scalar) -> String = ShownText.escape
  ) -> String {
    let breaks = keeps("\n")
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F || breaks && $0 == 0x0A }) { return text }
    // Whole lines, since an isolate ends with its line. A view of scalars would be copied whole by each append of several.
    var shown = ""
    for line in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false) {
      let pairs = hasPairedIsolates(line)
      if line.startIndex != text.startIndex {
        shown.append(breaks ? "\n" : writing("\n"))
      }
      for scalar in line {
        if isShown(scalar) || keeps(scalar) || pairs && isIsolate(scalar) {
          shown.unicodeScalars.append(scalar)
        } else {
          shown.append(writing(scalar))
        }
      }
    }
    return shown
  }

  /// True for marks and joiners that are part of numbers and words, and move nothing else.
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    // ARABIC LETTER MARK, ZERO WIDTH (NON-)JOINER, LEFT-TO-RIGHT and RIGHT-TO-LEFT MARK
    case "\u{61C}", "\u{200C}"..."\u{200F}": true
    default: false
    }
  }

  private static func isIsolate(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\u{2068}" || scalar == "\u{2069}"
  }

  /// True if there are isolates, and each that begins also ends.
  private static func hasPairedIsolates(_ scalars: some Sequence<Unicode.Scalar>) -> Bool {
    var (depth, any) = (0, false)
    for scalar in scalars where isIsolate(scalar) {
      any = true
      depth += scalar == "\u{2068}" ? 1 : -1
      if depth < 0 { return false }
    }
    return any && depth == 0
  }
}

/// Small pieces of prose.
package enum Words {
  /// A number with its noun, as in `1 cell` or `3 cells`.
  package static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// The size of a collection with its noun.
  package static func count(_ things: some Collection, _ noun: String) -> String {
    count(things.count, noun)
  }
}
