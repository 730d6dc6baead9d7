import BenchmarkModel
import Foundation

extension RunMetadata {
  /// The bytes of `run.json`: indented, keys sorted, so that a diff of two shows what differs.
  ///
  /// - Throws: ``Problem`` if the reader would refuse a value, or if a figure is not a number.
  package func json(file: String) throws(Problem) -> [UInt8] {
    try check(file: file) { _ in nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    do {
      return try [UInt8](encoder.encode(self)) + [UInt8(ascii: "\n")]
    } catch {
      // JSON has no NaN and no infinity.
      throw Problem(
        file: file, problem: "the metadata holds a figure that is not a number",
        expected: "finite figures, or none")
    }
  }

  /// Reads the bytes of `run.json`.
  ///
  /// - Parameters:
  ///   - bytes: the bytes.
  ///   - file: the name of the file in an error.
  /// - Throws: ``Problem``, with the line if it is known, if a key is missing, invalid or out of bounds.
  package init(json bytes: [UInt8], file: String) throws(Problem) {
    var shape = JSONShape()
    shape.textBytes = ResultsBounds.textBytes
    do {
      try shape.check(bytes)
    } catch {
      throw Problem(
        file: file, line: error.line, problem: error.problem, expected: error.expected,
        hint: Self.hintForDamage)
    }
    let version: SchemaVersion = try Self.decode(bytes, file: file)
    guard version.schemaVersion == Self.currentSchemaVersion else {
      throw Problem(
        file: file, line: JSONShape.line(of: ["schemaVersion"], in: bytes),
        problem: "schema version \(version.schemaVersion)",
        expected: "version \(Self.currentSchemaVersion)",
        hint: version.schemaVersion < Self.currentSchemaVersion
          ? "measure again"
          : "read it with the version of keystroke-bench that wrote it, or measure again")
    }
    self = try Self.decode(bytes, file: file)
    try check(file: file) { JSONShape.line(of: $0, in: bytes) }
  }

  /// The part that is read before anything else, so that another layout is not mistaken for damage.
  private struct SchemaVersion: Decodable {
    var schemaVersion: Int
  }

  private static func decode<Value: Decodable>(
    _ bytes: [UInt8], file: String
  ) throws(Problem) -> Value {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom(date)
    do {
      return try decoder.decode(Value.self, from: Data(bytes))
    } catch DecodingError.keyNotFound(let key, let context) {
      let path = places(context.codingPath + [key]).joined(separator: ".")
      throw Problem(file: file, problem: "the key \(path) is missing", hint: hintForDamage)
    } catch DecodingError.typeMismatch(_, let context),
      DecodingError.valueNotFound(_, let context),
      DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty
    {
      let path = places(context.codingPath)
      throw Problem(
        file: file, line: JSONShape.line(of: path, in: bytes),
        problem: (path.isEmpty ? "" : "\(path.joined(separator: ".")): ")
          + context.debugDescription, hint: hintForDamage)
    } catch {
      let number = misfit(in: bytes) { (try? decoder.decode(Value.self, from: $0)) != nil }
      throw Problem(
        file: file, line: number?.line,
        problem: number.map { "\($0.key) is \($0.text)" } ?? syntaxProblem(bytes)
          ?? "several numbers are not valid",
        expected: number == nil ? nil : "a whole number that is not negative, or a finite figure",
        hint: hintForDamage)
    }
  }

  private static func places(_ path: [any CodingKey]) -> [String] {
    path.map { $0.intValue.map(String.init) ?? $0.stringValue }
  }

  /// Reads a date of ISO 8601; Foundation's own strategy does not report which key is wrong.
  @Sendable
  private static func date(from decoder: any Decoder) throws -> Date {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let date = try? Date(text, strategy: .iso8601) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "not a date of ISO 8601"))
    }
    return date
  }

  /// The number that does not fit its type, for which JSONDecoder calls the whole file invalid.
  ///
  /// If that number is replaced by 0, the bytes decode.
  private static func misfit(
    in bytes: [UInt8], decodes: (Data) -> Bool
  ) -> (key: String, text: String, line: Int)? {
    let whole = String(decoding: bytes, as: UTF8.self)
    let numbers = whole.matches(of: /"([^"]*)"\s*:\s*(-?[0-9][-+.0-9eE]*)/).lazy
      .filter { Int($0.2).map { $0 < 0 } ?? true }.prefix(ResultsBounds.misfits)
    let found = numbers.first {
      decodes(Data(whole.replacingCharacters(in: $0.2.startIndex..<$0.2.endIndex, with: "0").utf8))
    }
    return found.map { match in
      let line = whole[..<match.2.startIndex].count { $0.isNewline } + 1
      return (String(match.1), String(match.2), line)
    }
  }

  /// The reason why bytes are no JSON: JSONSerialization reports it, JSONDecoder does not.
  private static func syntaxProblem(_ bytes: [UInt8]) -> String? {
    do {
      _ = try JSONSerialization.jsonObject(with: Data(bytes))
      return nil
    } catch {
      let reason = (error as NSError).userInfo["NSDebugDescription"] ?? "unknown reason"
      return "not valid JSON: \(reason)"
    }
  }
}
