import BenchmarkModel
import FieldHost
import ReformatCore

extension UserAction {
  /// The text that is inserted at the selection; nil if there is none.
  var typed: String? {
    switch self {
    case .insert(let text), .compose(let text): text
    default: nil
    }
  }

  /// The keystroke that it becomes; nil if it is not the field's, if there is nothing to do, or if only the
  /// toolkit's history knows.
  ///
  /// - Parameters:
  ///   - text: the text in the field.
  ///   - selection: the selection in it.
  ///   - workload: tells the digits that are counted, the suffixes and the values that are written.
  /// - Returns: the keystroke, or nil.
  func keystroke(
    in text: String, selection: Range<Int>, _ workload: @autoclosure () -> WorkloadContext
  ) -> Keystroke? {
    func replacing(_ range: Range<Int>?, by new: String) -> Keystroke? {
      range.map { .edit(TextEdit(range: $0, replacement: new)) }
    }
    switch self {
    case .insert(let new): return replacing(selection, by: new)
    case .replace(let range, let new):
      // The session may be another strategy's, whose text was longer.
      return replacing(range.clamped(to: 0..<text.utf16.count), by: new)
    case .backspace:
      let removed =
        selection.isEmpty ? text.character(before: selection.lowerBound) : selection
      return replacing(removed, by: "")
    case .delete:
      let removed =
        selection.isEmpty ? text.character(behind: selection.lowerBound) : selection
      return replacing(removed, by: "")
    case .compose(let composed): return .other(.compose(composed))
    case .commit: return .other(.commit)
    case .endEditing: return .endEditing
    case .nextField: return .nextField
    case .write(let plain): return workload().value(of: plain).map(Keystroke.write)
    case .changeLocale(let locale, let plain):
      return workload().value(of: plain).map { .other(.changeLocale(locale, $0)) }
    case .undo, .redo, .screen: return nil
    }
  }
}

extension TextPlace {
  /// The range in a text, in UTF-16 code units; nil if the text has no such place.
  func range(in text: String, _ workload: WorkloadContext) -> Range<Int>? {
    let end = text.utf16.count
    switch self {
    case .characters(let first, let second):
      let offsets = [first, second].map { text.prefix($0).utf16.count }.sorted()
      return offsets[0]..<offsets[1]
    case .start: return 0..<0
    case .end: return end..<end
    case .numberEnd:
      let end = workload.end(of: text)
      return end..<end
    case .beforeDigit(let digit):
      let digits = workload.digits(in: text, upTo: digit)
      return digits.count == digit
        ? digits.last.map { $0.lowerBound..<$0.lowerBound } : nil
    case .behindDigit(let digit):
      let caret = workload.digits(in: text, upTo: digit).last?.upperBound ?? 0
      return caret..<caret
    case .digits(let which):
      let digits = workload.digits(in: text, upTo: which.upperBound)
        .dropFirst(which.lowerBound - 1)
      guard let first = digits.first, let last = digits.last else { return nil }
      return first.lowerBound..<last.upperBound
    case .all: return 0..<end
    }
  }
}

extension String {
  /// The range of the character that ends at an offset, in UTF-16 code units; nil if there is none.
  func character(before offset: Int) -> Range<Int>? {
    let last = prefix(upTo: utf16.index(startIndex, offsetBy: offset)).last
    return last.map { offset - $0.utf16.count..<offset }
  }

  /// The range of the character that begins at an offset; nil if there is none.
  func character(behind offset: Int) -> Range<Int>? {
    let next = self[utf16.index(startIndex, offsetBy: offset)...].first
    return next.map { offset..<offset + $0.utf16.count }
  }
}

extension Unicode.Scalar {
  /// True if it is a digit: a decimal one of any script, or for a larger base an ASCII one.
  func isDigit(radix: Int) -> Bool {
    if radix > 10 { return asciiDigit.map { $0 < radix } ?? false }
    // Looking up the category takes longer than everything else that a step does.
    return isASCII ? ("0"..."9").contains(self) : properties.generalCategory == .decimalNumber
  }

  /// The value as a digit or a letter of ASCII, `a` and `A` being 10; nil for any other character.
  private var asciiDigit: UInt32? {
    switch value {
    case 0x30...0x39: value - 0x30
    case 0x41...0x5A: value - 0x41 + 10
    case 0x61...0x7A: value - 0x61 + 10
    default: nil
    }
  }
}
