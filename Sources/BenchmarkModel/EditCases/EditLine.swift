/// An edit as written, in a line of its own or in a list of edits.
struct EditLine: Decodable {
  typealias Problem = EditCaseLine.Problem

  private(set) var before: String?
  private var range: [WholeNumber]?
  private var replacement: String?
  private var key: String?
  private var insert: String?
  private var type: String?
  private var compose: String?
  private var write: String?
  private var screen: String?
  /// The selection before the edit, in UTF-16 code units.
  private var selection: [WholeNumber]?
  private var after: String?
  private var caretAfter: WholeNumber?
  private var valueAfter: Nullable<String>?
  private var time: Double?

  /// The text and the selection that a case begins with.
  func start(before written: String, caret: Int?, isSession: Bool) throws(Problem) -> (
    text: String, selection: Range<Int>
  ) {
    // If offsets are given, a | is a character like any other.
    guard caret != nil || (range != nil && !isSession) else {
      let marked = try Self.marked(written, "before")
      let end = marked.text.utf16.count
      return (marked.text, marked.selection ?? end..<end)
    }
    let range = try isSession ? nil : checkedRange(in: written)
    let caret = caret ?? range?.upperBound ?? written.utf16.count
    try Self.check(caret, of: "caret", in: written, called: "before")
    // Text that is typed over was selected; text that Backspace or Delete removes was not.
    let typedOver = (key ?? "").isEmpty ? range.flatMap { $0.isEmpty ? nil : $0 } : nil
    return (written, typedOver ?? caret..<caret)
  }

  /// The steps of the edit: one, or one per typed character.
  ///
  /// - Parameter text: the text before the edit; nil if it is not known.
  /// - Returns: the steps; the last one has the expected state.
  /// - Throws: ``Problem`` if there is no edit, or an offset is outside its text.
  func steps(after text: String?) throws(Problem) -> [EditCase.Step] {
    var steps = try actions(in: text).map { EditCase.Step($0) }
    let last = steps.count - 1
    if let after {
      if let caretAfter {
        try Self.check(caretAfter.value, of: "caretAfter", in: after, called: "after")
        steps[last].after = after
        steps[last].selectionAfter = caretAfter.value..<caretAfter.value
      } else if range != nil {
        steps[last].after = after
      } else {
        (steps[last].after, steps[last].selectionAfter) = try Self.marked(after, "after")
      }
    }
    steps[last].valueAfter = valueAfter.map { $0.value ?? "" }
    steps[0].selection = try selection.map { given throws(Problem) in
      let bounds = given.map(\.value)
      guard bounds.count == 2, 0 <= bounds[0], bounds[0] <= bounds[1] else {
        throw Problem("\"selection\" must be two numbers, from 0 up and ascending, not \(bounds)")
      }
      return bounds[0]..<bounds[1]
    }
    guard (time ?? 0) >= 0 else { throw Problem("\"time\" must be seconds, from 0 up") }
    steps[0].time = time
    return steps
  }

  private func actions(in text: String?) throws(Problem) -> [UserAction] {
    let given = [
      ("range", range != nil), ("replacement", range == nil && replacement != nil),
      ("insert", insert != nil), ("type", type != nil), ("compose", compose != nil),
      ("write", write != nil), ("screen", screen != nil),
      ("key", range == nil && key?.isEmpty == false),
    ]
    let names = given.filter(\.1).map { "\"\($0.0)\"" }
    guard names.count == 1 else {
      throw Problem(
        names.isEmpty
          ? """
          has no edit: give "type", "insert", "key", "compose", "write", or "range" and "replacement"
          """
          : """
          has \(names.joined(separator: " and ")), which are edits each; put them into "edits", one by one
          """)
    }
    if range != nil {
      guard ["", "Backspace", "Delete"].contains(key ?? "") else {
        throw Problem(
          "\"key\" must be Backspace, Delete or empty beside \"range\", not \"\(key ?? "")\"")
      }
      return [.replace(try checkedRange(in: text), by: replacement ?? "")]
    }
    if let text = insert ?? replacement { return [.insert(text)] }
    if let compose { return [.compose(compose)] }
    if let write { return [.write(write)] }
    if let screen {
      guard let event = ScreenEvent(rawValue: screen) else {
        let known = ScreenEvent.allCases.map(\.rawValue).joined(separator: ", ")
        throw Problem("\"screen\" must be one of \(known), not \"\(screen)\"")
      }
      return [.screen(event)]
    }
    if let type {
      guard !type.isEmpty else { throw Problem("\"type\" must not be empty") }
      return type.map { .insert(String($0)) }
    }
    guard let action = UserAction(key: key ?? "") else {
      throw Problem(
        "\"key\" must be one of \(UserAction.keyNames.joined(separator: ", ")), not "
          + "\"\(key ?? "")\"")
    }
    return [action]
  }

  /// The range, ascending, and inside a text if that is known.
  private func checkedRange(in text: String?) throws(Problem) -> Range<Int> {
    let bounds = (range ?? []).map(\.value)
    guard bounds.count == 2, bounds[0] <= bounds[1], bounds[0] >= 0 || text != nil else {
      throw Problem("\"range\" must be two numbers, ascending, not \(bounds)")
    }
    if let text {
      for bound in bounds { try Self.check(bound, of: "range", in: text, called: "before") }
    }
    return bounds[0]..<bounds[1]
  }

  /// A text with its caret.
  static func marked(_ written: String, _ key: String) throws(Problem) -> (
    text: String, selection: Range<Int>?
  ) {
    guard let marked = CaretNotation.read(written) else {
      throw Problem("\"\(key)\" may have one | at a caret, or two around a selection")
    }
    return marked
  }

  /// Checks that an offset is in its text, and not between two code units of one character.
  private static func check(
    _ offset: Int, of key: String, in text: String, called name: String
  ) throws(Problem) {
    let units = Array(text.utf16)
    guard (0...units.count).contains(offset) else {
      throw Problem(
        "\"\(key)\" must be in 0...\(units.count), the UTF-16 code units of "
          + "\"\(name)\", not \(offset)")
    }
    if offset < units.count, UTF16.isTrailSurrogate(units[offset]) {
      throw Problem("\"\(key)\" is inside a surrogate pair of \"\(name)\"")
    }
  }
}
