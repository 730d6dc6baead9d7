import Foundation

/// A line of a file of sessions, as decoded.
struct EditCaseLine: Decodable {
  /// The problem with a line.
  struct Problem: Error {
    var description: String

    init(_ description: String) { self.description = description }
  }

  private var id: String?
  private var kind: String?
  private var locale: String?
  private var value: String?
  private var decimal: String?
  private var group: Nullable<String>?
  private var groupSizes: Nullable<[WholeNumber]>?
  private var prefix: String?
  private var suffix: String?
  private var maxFraction: WholeNumber?
  private var allowNegative: Bool?
  private var maximumLength: WholeNumber?
  private var valid: [Double]?
  private var strategies: [String]?
  private var before: String?
  private var caret: WholeNumber?
  private var edits: [EditLine]?
  private var meant: String?
  private var dropped: WholeNumber?

  /// Reads the case from the JSON of a line.
  ///
  /// - Parameters:
  ///   - json: the line.
  ///   - number: the number of the line, which is the name of a case without one.
  ///   - default: the locale of a case that has neither a locale nor symbols.
  /// - Returns: the case.
  /// - Throws: ``Problem`` if the line is not such JSON, or keys are missing or contradict each other.
  static func editCase(_ json: Data, line number: Int, locale default: String) throws(Problem)
    -> EditCase
  {
    guard String(validating: json, as: UTF8.self) != nil else { throw Problem("is not UTF-8") }
    do { try JSONShape().check(Array(json)) } catch { throw Problem("has \(error)") }
    let (line, edits): (EditCaseLine, [EditLine])
    do {
      line = try JSONDecoder().decode(EditCaseLine.self, from: json)
      edits = try line.edits ?? [JSONDecoder().decode(EditLine.self, from: json)]
    } catch let error { throw Problem(explain(error)) }
    return try line.editCase(edits, line: number, locale: `default`)
  }

  private static func explain(_ error: any Error) -> String {
    switch error as? DecodingError {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .dataCorrupted(let context):
      context.codingPath.last { $0.intValue == nil }
        .map { "\"\($0.stringValue)\" has the wrong type" } ?? "is not one JSON object"
    default: "is not one JSON object"
    }
  }

  private func editCase(_ edits: [EditLine], line: Int, locale default: String) throws(Problem)
    -> EditCase
  {
    let symbols = try symbols()
    guard symbols == nil || (locale == nil && meant == nil) else {
      throw Problem(
        """
        "\(locale == nil ? "meant" : "locale")" needs the numbers of a locale, and this line says \
        how they are written; leave out decimal, group, groupSizes, prefix, suffix, maxFraction
        """)
    }
    try check()
    let isSession = self.edits != nil
    let start = try edits.first.map { edit throws(Problem) in
      try edit.start(before: before ?? edit.before ?? "", caret: caret?.value, isSession: isSession)
    }
    guard let start else { throw Problem("\"edits\" must not be empty") }
    let steps = try steps(edits, in: isSession ? nil : start.text)
    guard meant != nil || steps.contains(where: \.expectsSomething) else {
      throw Problem(
        "says nothing of what should be left: give \"after\", \"valueAfter\" or \"meant\"")
    }
    return EditCase(
      id: id ?? "line \(line)", kind: kind ?? "",
      locale: symbols == nil ? locale ?? `default` : nil, symbols: symbols, value: value,
      allowsNegative: allowNegative ?? true, maximumLength: maximumLength?.value,
      range: valid.map { $0[0]...$0[1] }, strategies: strategies, before: start.text,
      selection: start.selection, steps: steps, meant: meant, dropped: dropped?.value ?? 0)
  }

  /// The steps of all edits; `text` is the one before the first, if ranges are checked.
  private func steps(_ edits: [EditLine], in text: String?) throws(Problem) -> [EditCase.Step] {
    var steps: [EditCase.Step] = []
    for (index, edit) in edits.enumerated() {
      let read = try edit.steps(after: index == 0 ? text : steps.last?.after)
      // The text before an edit is the one that the previous edit should have left.
      if index > 0, let before = edit.before {
        let marked = try EditLine.marked(before, "before")
        if steps[steps.count - 1].after == nil { steps[steps.count - 1].after = marked.text }
        steps.append(read[0])
        if let selection = marked.selection { steps[steps.count - 1].selection = selection }
        steps += read.dropFirst()
      } else {
        steps += read
      }
    }
    return steps
  }

  /// The symbols of numbers, with those of English for missing keys; nil if the line has no such key.
  private func symbols() throws(Problem) -> NumberStyle? {
    let isGiven =
      decimal != nil || group != nil || groupSizes != nil || prefix != nil || suffix != nil
      || maxFraction != nil
    guard isGiven else { return nil }
    var style = NumberStyle(
      decimalSeparator: decimal ?? ".", groupingSeparator: ",", groupSizes: [3],
      prefix: prefix ?? "", suffix: suffix ?? "", maximumFraction: maxFraction?.value,
      allowsNegative: allowNegative ?? true)
    if let group { style.groupingSeparator = group.value }
    if let groupSizes { style.groupSizes = groupSizes.value?.map(\.value) }
    guard !style.decimalSeparator.isEmpty else { throw Problem("\"decimal\" must not be empty") }
    guard style.groupingSeparator != "" else {
      throw Problem("\"group\" must be a separator, or null for none, not empty")
    }
    if let sizes = style.groupSizes, sizes.isEmpty || sizes.contains(where: { $0 < 1 }) {
      throw Problem("\"groupSizes\" must be numbers above 0, or null, not \(sizes)")
    }
    guard (style.maximumFraction ?? 0) >= 0 else {
      throw Problem("\"maxFraction\" must not be below 0")
    }
    return style
  }

  private func check() throws(Problem) {
    if id?.isEmpty == true { throw Problem("\"id\" must not be empty") }
    guard (maximumLength?.value ?? 1) > 0 else {
      throw Problem("\"maximumLength\" must be above 0")
    }
    guard strategies?.isEmpty != true else {
      throw Problem("\"strategies\" must name at least one, or be left out")
    }
    guard (dropped?.value ?? 0) >= 0 else { throw Problem("\"dropped\" must not be below 0") }
    if let valid, valid.count != 2 || valid[0] > valid[1] {
      throw Problem("\"valid\" must be two numbers, ascending, not \(valid)")
    }
  }
}

extension EditCase.Step {
  fileprivate var expectsSomething: Bool {
    after != nil || selectionAfter != nil || valueAfter != nil
  }
}

/// A key that may be null, which differs from no key.
struct Nullable<Value: Decodable>: Decodable {
  var value: Value?
}

extension KeyedDecodingContainer {
  /// Nil if there is no such key.
  func decodeIfPresent<Value>(_ type: Nullable<Value>.Type, forKey key: Key) throws
    -> Nullable<Value>?
  {
    contains(key) ? Nullable(value: try decodeIfPresent(Value.self, forKey: key)) : nil
  }
}

/// An `Int` that must be a whole number.
///
/// If `1.5` were decoded as an `Int`, Foundation would reject the whole line as invalid JSON, without the key.
struct WholeNumber: Decodable {
  let value: Int

  init(from decoder: any Decoder) throws {
    let number = try decoder.singleValueContainer().decode(Double.self)
    guard let value = Int(exactly: number) else {
      throw DecodingError.typeMismatch(
        Int.self, .init(codingPath: decoder.codingPath, debugDescription: "not a whole number"))
    }
    self.value = value
  }
}
