/// How a text that came from a file is shown to a person: every command and every page asks here.
///
/// A name, a note or an error of a reader may hold anything. Shown as it is, it could clear the screen, begin a line that
/// looks like a verdict, or turn the order of what stands beside it. So what moves a cursor, ends a line or reorders
/// letters is written as a visible escape, `\u{1B}`, and a text that fills pages is cut.
package enum ShownText {
  /// How many characters of a text are shown, unless there is a reason for another limit.
  package static let limit = 1_000
  /// How long the line of an error may be.
  package static let errorLimit = 500

  /// The text on one line, cut in its middle where it is longer than the limit, so that both ends tell what it is.
  ///
  /// Shown again it stays as it is. A pair of FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE (UAX #9) may stand,
  /// since nothing outside of it moves.
  package static func line(_ text: String, limit: Int = ShownText.limit) -> String {
    if isPlain(text) && text.utf8.count <= limit { return text }
    let pairs = hasPairedIsolates(text.unicodeScalars)
    let mark = commandMark(text)
    var shown = String.UnicodeScalarView()
    var count = 0
    for place in text.unicodeScalars.indices {
      let scalar = text.unicodeScalars[place]
      let stands = (isShown(scalar) || pairs && isIsolate(scalar)) && place != mark
      let piece = stands ? String(scalar) : escape(scalar)
      count += piece.unicodeScalars.count
      if count > limit { return cut(text, limit) }
      shown.append(contentsOf: piece.unicodeScalars)
    }
    return String(shown)
  }

  /// A field for programs, which may be long and whose marks of writing direction are part of a number: one line of
  /// its own, and nothing that a terminal obeys.
  package static func field(_ text: String) -> String {
    if isPlain(text) { return text }
    let shown = safe(text, keeps: isMark)
    guard let mark = commandMark(shown) else { return shown }
    let after = shown.unicodeScalars.index(after: mark)
    return shown[..<mark] + escape(shown.unicodeScalars[mark]) + shown[after...]
  }

  /// All that is about to be written: what no terminal may see becomes an escape, line breaks stay, and tabs, which
  /// part the columns of Go's benchmarks.
  ///
  /// It is the last door, for what no other has looked at.
  package static func document(_ text: String) -> String {
    safe(text) { $0 == "\n" || $0 == "\t" || isMark($0) }
  }

  /// JSON in which nothing moves a cursor: the same values, controls written as JSON's own escapes.
  package static func json(_ text: String) -> String {
    safe(text, keeps: { $0 == "\n" }) { scalar in
      scalar.utf16.map { unit in "\\u" + hex(UInt32(unit), digits: 4) }.joined()
    }
  }

  /// Whether a character is shown as it is.
  package static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value >= 0x20 && scalar.value != 0x7F }
    return switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: false
    default: true
    }
  }

  /// The character by its number.
  package static func escape(_ scalar: Unicode.Scalar) -> String {
    "\\u{\(hex(scalar.value, digits: 1))}"
  }

  private static func hex(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  /// Whether all bytes are printable ASCII and none begins a command.
  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } && commandMark(text) == nil
  }

  /// Where a `::` or `##` begins the text, by which logs of CI take commands.
  private static func commandMark(_ text: String) -> String.Index? {
    let start = text.utf8.firstIndex { $0 != 0x20 } ?? text.endIndex
    let rest = text.utf8[start...].prefix(2)
    return rest.elementsEqual("::".utf8) || rest.elementsEqual("##".utf8) ? start : nil
  }

  /// Both ends of a text that is too long, and how much is left out.
  private static func cut(_ text: String, _ limit: Int) -> String {
    let scalars = text.unicodeScalars
    let remark = " …\(scalars.count) characters… "
    let room = max(0, limit - remark.unicodeScalars.count)
    func ends(_ part: some Sequence<Unicode.Scalar>, _ room: Int) -> [String] {
      var (pieces, left) = ([String](), room)
      for scalar in part {
        let isFirst = pieces.isEmpty && (scalar == ":" || scalar == "#")
        let piece = isShown(scalar) && !isFirst ? String(scalar) : escape(scalar)
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
    // Whole lines, since an isolate ends with its line.
    var shown = String.UnicodeScalarView()
    for line in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false) {
      let pairs = hasPairedIsolates(line)
      if line.startIndex != text.startIndex {
        shown.append(contentsOf: (breaks ? "\n" : writing("\n")).unicodeScalars)
      }
      for scalar in line {
        if isShown(scalar) || keeps(scalar) || pairs && isIsolate(scalar) {
          shown.append(scalar)
        } else {
          shown.append(contentsOf: writing(scalar).unicodeScalars)
        }
      }
    }
    return String(shown)
  }

  /// Marks and joiners that belong to how numbers and words are written, and move nothing else.
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

  /// Whether there are isolates, and each that begins ends.
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
