import Foundation

/// A line of a file of edit cases, as it is written.
struct EditCaseLine: Decodable {
  /// What is wrong with a line.
  struct Problem: Error {
    var description: String
  }

  var id: String
  private var kind: String
  private var style: NumberStyle
  private var before: String
  private var caret: Int
  private var range: [Int]
  private var replacement: String
  private var key: String
  private var after: String
  private var caretAfter: Int?

  private enum CodingKeys: String, CodingKey {
    case id, kind, decimal, group, groupSizes, prefix, suffix, maxFraction, allowNegative, before
    case caret, range, replacement, key, after, caretAfter

    /// The words for what the value must be.
    var expected: String {
      switch self {
      case .id, .kind, .decimal, .prefix, .suffix, .before, .replacement, .key, .after: "a text"
      case .group: "a text or null"
      case .groupSizes: "a list of whole numbers or null"
      case .maxFraction, .caretAfter: "a whole number or null"
      case .allowNegative: "true or false"
      case .caret: "a whole number"
      case .range: "a list of two whole numbers"
      }
    }
  }

  /// Reads the JSON of a line.
  init(json: Data) throws(Problem) {
    guard String(validating: json, as: UTF8.self) != nil else {
      throw Problem(description: "is not UTF-8")
    }
    do { try JSONShape().check(Array(json)) } catch {
      throw Problem(description: "has \(error)")
    }
    do { self = try JSONDecoder().decode(Self.self, from: json) } catch let error {
      throw Problem(description: Self.explain(error))
    }
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    id = try fields.decode(String.self, forKey: .id)
    kind = try fields.decode(String.self, forKey: .kind)
    style = NumberStyle(
      decimalSeparator: try fields.decode(String.self, forKey: .decimal),
      groupingSeparator: try fields.decode(String?.self, forKey: .group),
      groupSizes: try fields.decode([WholeNumber]?.self, forKey: .groupSizes)?.map(\.value),
      prefix: try fields.decode(String.self, forKey: .prefix),
      suffix: try fields.decode(String.self, forKey: .suffix),
      maximumFraction: try fields.decode(WholeNumber?.self, forKey: .maxFraction)?.value,
      allowsNegative: try fields.decode(Bool.self, forKey: .allowNegative))
    before = try fields.decode(String.self, forKey: .before)
    caret = try fields.decode(WholeNumber.self, forKey: .caret).value
    range = try fields.decode([WholeNumber].self, forKey: .range).map(\.value)
    replacement = try fields.decode(String.self, forKey: .replacement)
    key = try fields.decode(String.self, forKey: .key)
    after = try fields.decode(String.self, forKey: .after)
    caretAfter = try fields.decode(WholeNumber?.self, forKey: .caretAfter)?.value
  }

  /// The case, if it makes sense.
  func editCase() throws(Problem) -> EditCase {
    guard !id.isEmpty else { throw Problem(description: "\"id\" must not be empty") }
    guard !style.decimalSeparator.isEmpty else {
      throw Problem(description: "\"decimal\" must not be empty")
    }
    guard style.groupingSeparator != "" else {
      throw Problem(description: "\"group\" must be a separator, or null for none, not empty")
    }
    if let sizes = style.groupSizes, sizes.isEmpty || sizes.contains(where: { $0 < 1 }) {
      throw Problem(description: "\"groupSizes\" must be numbers above 0, or null, not \(sizes)")
    }
    guard (style.maximumFraction ?? 0) >= 0 else {
      throw Problem(description: "\"maxFraction\" must not be below 0")
    }
    guard let key = EditCase.Key(rawValue: key) else {
      throw Problem(
        description: "\"key\" must be Backspace, Delete or empty, not \"\(self.key)\"")
    }
    guard range.count == 2, range[0] <= range[1] else {
      throw Problem(description: "\"range\" must be two numbers, ascending, not \(range)")
    }
    for bound in range { try check(bound, of: .range, in: before, called: .before) }
    try check(caret, of: .caret, in: before, called: .before)
    if let caretAfter { try check(caretAfter, of: .caretAfter, in: after, called: .after) }
    return EditCase(
      id: id, kind: kind, style: style, before: before, caret: caret,
      range: range[0]..<range[1], replacement: replacement, key: key,
      after: after, caretAfter: caretAfter)
  }

  /// An offset must be in its text, and not between two code units that are one character.
  private func check(
    _ offset: Int, of key: CodingKeys, in text: String, called name: CodingKeys
  ) throws(Problem) {
    let units = Array(text.utf16)
    guard (0...units.count).contains(offset) else {
      throw Problem(
        description:
          "\"\(key.rawValue)\" must be in 0...\(units.count), the UTF-16 code units of "
          + "\"\(name.rawValue)\", not \(offset)")
    }
    if offset < units.count, UTF16.isTrailSurrogate(units[offset]) {
      throw Problem(
        description: "\"\(key.rawValue)\" is inside a surrogate pair of \"\(name.rawValue)\"")
    }
  }

  private static func explain(_ error: any Error) -> String {
    switch error as? DecodingError {
    case .keyNotFound(let key, _): "\"\(key.stringValue)\" is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .dataCorrupted(let context):
      context.codingPath.first.flatMap { CodingKeys(rawValue: $0.stringValue) }
        .map { "\"\($0.rawValue)\" must be \($0.expected)" } ?? "is not one JSON object"
    default: "is not one JSON object"
    }
  }
}

/// An `Int`; read as one, `1.5` would make Foundation call the whole line no JSON, and not say which key.
private struct WholeNumber: Decodable {
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
