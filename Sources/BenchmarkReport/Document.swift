import BenchmarkResults
import Foundation

/// Reports for programs, as JSON.
enum Document {
  /// One object, keys sorted, dates as of ISO 8601, with a line break at its end.
  static func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    // JSON has no such numbers, and a report of all others is worth more than none.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "out of range", negativeInfinity: "out of range", nan: "out of range")
    return ShownText.json(String(decoding: try encoder.encode(value), as: UTF8.self)) + "\n"
  }
}
