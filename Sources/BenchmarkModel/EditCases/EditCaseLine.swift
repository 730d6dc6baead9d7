import Foundation

/// A line of a file of edit cases, as decoded.
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
  private var symbols: NumberStyle?
  private var allowNegative: Bool?
  private var maximumLength: WholeNumber?
  private var before: String?
  private var caret: WholeNumber?
  private var edits: [EditLine]
  private var isSession: Bool
  private var meant: String?

  /// Reads the JSON of a line.
  init(json: Data) throws(Problem) {
    guard String(validating: json, as: UTF8.self) != nil else { throw Problem("is not UTF-8") }
    do { try JSONShape().check(Array(json)) } catch { throw Problem("has \(error)") }
    do { self = try JSONDecoder().decode(Self.self, from: json) } catch let error {
      throw Problem(EditKey.explain(error))
    }
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: EditKey.self)
    id = try fields.decodeIfPresent(String.self, forKey: .id)
    kind = try fields.decodeIfPresent(String.self, forKey: .kind)
    locale = try fields.decodeIfPresent(String.self, forKey: .locale)
    value = try fields.decodeIfPresent(String.self, forKey: .value)
    symbols = try Self.symbols(fields)
    allowNegative = try fields.decodeIfPresent(Bool.self, forKey: .allowNegative)
    maximumLength = try fields.decodeIfPresent(WholeNumber.self, forKey: .maximumLength)
    before = try fields.decodeIfPresent(String.self, forKey: .before)
    caret = try fields.decodeIfPresent(WholeNumber.self, forKey: .caret)
    meant = try fields.decodeIfPresent(String.self, forKey: .meant)
    isSession = fields.contains(.edits)
    edits =
      isSession
      ? try fields.decode([EditLine].self, forKey: .edits) : [try EditLine(from: decoder)]
  }

  /// The symbols of numbers, with those of English for missing keys; nil if the line has no such key.
  private static func symbols(_ fields: KeyedDecodingContainer<EditKey>) throws -> NumberStyle? {
    guard EditKey.symbols.contains(where: fields.contains) else { return nil }
    var style = NumberStyle(decimalSeparator: ".", groupingSeparator: ",", groupSizes: [3])
    if let decimal = try fields.decodeIfPresent(String.self, forKey: .decimal) {
      style.decimalSeparator = decimal
    }
    if fields.contains(.group) {
      style.groupingSeparator = try fields.decode(String?.self, forKey: .group)
    }
    if fields.contains(.groupSizes) {
      style.groupSizes = try fields.decode([WholeNumber]?.self, forKey: .groupSizes)?.map(\.value)
    }
    style.prefix = try fields.decodeIfPresent(String.self, forKey: .prefix) ?? ""
    style.suffix = try fields.decodeIfPresent(String.self, forKey: .suffix) ?? ""
    style.maximumFraction = try fields.decodeIfPresent(WholeNumber.self, forKey: .maxFraction)?
      .value
    return style
  }

  /// The case, if the line is consistent.
  ///
  /// - Parameters:
  ///   - line: the number of the line, which is the name of a case without one.
  ///   - default: the locale of a case that has neither a locale nor symbols.
  /// - Returns: the case.
  /// - Throws: ``Problem`` if keys are missing or contradict each other.
  func editCase(line: Int, locale default: String) throws(Problem) -> EditCase {
    if let symbols {
      try check(symbols)
      guard locale == nil, meant == nil else {
        throw Problem(
          """
          "\(locale == nil ? "meant" : "locale")" needs the numbers of a locale, and this line says \
          how they are written; leave out \(EditKey.symbols.map(\.rawValue).joined(separator: ", "))
          """)
      }
    }
    if id?.isEmpty == true { throw Problem("\"id\" must not be empty") }
    let start = try edits.first.map { edit throws(Problem) in
      try edit.start(before: before ?? edit.before ?? "", caret: caret?.value, isSession: isSession)
    }
    guard let start, !edits.isEmpty else { throw Problem("\"edits\" must not be empty") }
    var steps: [EditCase.Step] = []
    for (index, edit) in edits.enumerated() {
      let isFirst = index == 0
      let read = try edit.steps(after: isFirst ? start.text : steps.last?.after)
      // The text before an edit is the one that the previous edit should have left.
      if !isFirst, let before = edit.before {
        let marked = try EditLine.marked(before, .before)
        if steps[steps.count - 1].after == nil { steps[steps.count - 1].after = marked.text }
        steps += [with(read[0], selection: marked.selection)] + read.dropFirst()
      } else {
        steps += read
      }
    }
    guard meant != nil || steps.contains(where: \.expectsSomething) else {
      throw Problem(
        "says nothing of what should be left: give \"after\", \"valueAfter\" or \"meant\"")
    }
    return EditCase(
      id: id ?? "line \(line)", kind: kind ?? "",
      locale: symbols == nil ? locale ?? `default` : nil,
      symbols: symbols.map { style in
        var style = style
        style.allowsNegative = allowNegative ?? true
        return style
      }, value: value, allowsNegative: allowNegative ?? true, maximumLength: maximumLength?.value,
      before: start.text, selection: start.selection, steps: steps, meant: meant)
  }

  private func with(_ step: EditCase.Step, selection: Range<Int>?) -> EditCase.Step {
    var step = step
    if let selection { step.selection = selection }
    return step
  }

  private func check(_ style: NumberStyle) throws(Problem) {
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
  }
}

extension EditCase.Step {
  fileprivate var expectsSomething: Bool {
    after != nil || selectionAfter != nil || valueAfter != nil
  }
}
