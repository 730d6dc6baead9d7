import BenchmarkModel
import Foundation

extension RunMetadata {
  /// The bytes of `run.json`: indented, keys sorted, so that a diff of two shows what differs.
  package func json() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    return try [UInt8](encoder.encode(self)) + [UInt8(ascii: "\n")]
  }

  /// Reads the bytes of `run.json`.
  ///
  /// - Parameters:
  ///   - bytes: the bytes.
  ///   - file: what an error calls the file.
  /// - Throws: ``ResultsError`` with the line, for what is no metadata of a run or out of bounds.
  package init(json bytes: [UInt8], file: String) throws(ResultsError) {
    guard bytes.contains(where: { $0 > 0x20 }) else {
      throw ResultsError(
        file: file, line: 1, problem: "the file is empty", expected: "the metadata of a run")
    }
    var shape = JSONShape()
    shape.textBytes = ResultsBounds.textBytes
    do {
      try shape.check(bytes)
    } catch {
      throw ResultsError(
        file: file, line: error.line, problem: error.problem, expected: error.expected,
        hint: Self.hintForDamage)
    }
    let version: SchemaVersion = try Self.decode(bytes, file: file)
    guard version.schemaVersion == Self.currentSchemaVersion else {
      throw ResultsError(
        file: file, line: JSONShape.line(of: ["schemaVersion"], in: bytes),
        problem: "schema version \(version.schemaVersion)",
        expected: "version \(Self.currentSchemaVersion)",
        hint: version.schemaVersion < Self.currentSchemaVersion
          ? "measure again"
          : "read it with the version of keystroke-bench that wrote it, or measure again")
    }
    guard version.omittedZeroRows == nil else {
      throw ResultsError(
        file: file, line: JSONShape.line(of: ["omittedZeroRows"], in: bytes),
        problem: "it leaves out rows of zeros, as older versions did", expected: "every row",
        hint: "measure again")
    }
    self = try Self.decode(bytes, file: file)
    try checkBounds { path, problem, expected in
      ResultsError(
        file: file, line: JSONShape.line(of: path, in: bytes),
        problem: "\(path.joined(separator: ".")) is \(problem)", expected: expected)
    }
  }

  /// What is read before anything else, so that a later layout is told from a damaged file.
  private struct SchemaVersion: Decodable {
    var schemaVersion: Int
    /// The rows that a baseline of an older version leaves out; read as they are they would be missing.
    var omittedZeroRows: Int?
  }

  private static func decode<Value: Decodable>(
    _ bytes: [UInt8], file: String
  ) throws(ResultsError) -> Value {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom(date)
    do {
      return try decoder.decode(Value.self, from: Data(bytes))
    } catch DecodingError.keyNotFound(let key, let context) {
      let path = name(context.codingPath + [key])
      throw ResultsError(
        file: file, problem: "the key \(path) is missing",
        expected: "the metadata of a run")
    } catch DecodingError.typeMismatch(let type, let context),
      DecodingError.valueNotFound(let type, let context)
    {
      throw ResultsError(
        file: file, line: line(of: context.codingPath, in: bytes),
        problem: "\(name(context.codingPath)) is of another kind",
        expected: name(type))
    } catch DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty {
      throw ResultsError(
        file: file, line: line(of: context.codingPath, in: bytes),
        problem: "\(name(context.codingPath)): \(context.debugDescription.prefix(200))",
        expected: words(for: context.codingPath.last).map { "one of \($0)" })
    } catch {
      if let key = fractionalKey(in: bytes) {
        throw ResultsError(
          file: file, line: JSONShape.line(of: [key], in: bytes), problem: "\(key) is out of range",
          expected: "a whole number that is not negative")
      }
      throw ResultsError(
        file: file, line: brokenLine(of: bytes), problem: "not valid JSON",
        expected: "the metadata of a run", hint: "restore the file or measure again")
    }
  }

  /// Reads a date as ISO 8601; Foundation's own strategy does not say which key is wrong.
  @Sendable
  private static func date(from decoder: any Decoder) throws -> Date {
    let text = try decoder.singleValueContainer().decode(String.self)
    do {
      return try Date(text, strategy: .iso8601)
    } catch {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "found \(CSVReader.excerpt(text)), expected a date as of ISO 8601"))
    }
  }

  private static func name(_ path: [any CodingKey]) -> String {
    guard !path.isEmpty else { return "the whole" }
    return String(places(path).joined(separator: ".").prefix(200))
  }

  /// The words that a key may have, where they are few.
  private static func words(for key: (any CodingKey)?) -> String? {
    switch key?.stringValue {
    case CodingKeys.status.rawValue:
      RunStatus.allCases.map(\.rawValue).joined(separator: ", ")
    case CodingKeys.configuration.rawValue:
      BuildConfiguration.allCases.map(\.rawValue).joined(separator: ", ")
    default: nil
    }
  }

  /// The words for a type that a reader of the message knows.
  private static func name(_ type: Any.Type) -> String {
    switch type {
    case is Int.Type, is UInt64.Type: "a whole number"
    case is Double.Type: "a number"
    case is String.Type: "text in quotes"
    case is Bool.Type: "true or false"
    case is [Any].Type: "a list"
    default: "an object"
    }
  }

  /// The line of a value; the decoder does not tell where it was.
  private static func line(of path: [any CodingKey], in bytes: [UInt8]) -> Int? {
    JSONShape.line(of: places(path), in: bytes)
  }

  private static func places(_ path: [any CodingKey]) -> [String] {
    path.map { $0.intValue.map(String.init) ?? $0.stringValue }
  }

  /// The key whose number does not fit its type: Foundation calls the whole file invalid then.
  private static func fractionalKey(in bytes: [UInt8]) -> String? {
    let object = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
    let keys: [CodingKeys] = [.schemaVersion, .seed, .roundsPlanned, .cores]
    return keys.map(\.stringValue).first { key in
      guard let number = object?[key] as? NSNumber else { return false }
      return UInt64(exactly: number.doubleValue) == nil && number.stringValue != "\(UInt64.max)"
    }
  }

  /// The line where the text stops being JSON; only JSONSerialization says, and only in prose.
  private static func brokenLine(of bytes: [UInt8]) -> Int? {
    do {
      _ = try JSONSerialization.jsonObject(with: Data(bytes), options: [.fragmentsAllowed])
      return nil
    } catch {
      let text = (error as NSError).userInfo["NSDebugDescription"] as? String ?? ""
      let digits = text.drop { !$0.isNumber }.prefix { $0.isNumber }
      // Without an offset the text ended too early: its last line is where something is missing.
      let offset = Swift.min(Int(digits) ?? bytes.count, bytes.count)
      let trimmed = bytes[..<offset].reversed().drop { $0 == UInt8(ascii: "\n") }
      return trimmed.count { $0 == UInt8(ascii: "\n") } + 1
    }
  }
}
