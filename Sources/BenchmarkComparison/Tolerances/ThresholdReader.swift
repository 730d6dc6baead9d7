import BenchmarkResults
import Foundation
import TOMLKit

/// Finds the entries of a file of thresholds, and their lines.
struct ThresholdReader {
  let file: String
  private let lines: [Substring]

  init(file: String, text: String) {
    self.file = file
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The version of such files.
  private static let schema = 2
  /// The first line of a file of this version.
  static let header = "schema = \(schema)"

  /// Refuses a file of another version; an empty file is accepted.
  func checkSchema(of table: TOMLTable) throws(Problem) {
    guard !table.keys.isEmpty, table["schema"]?.int != Self.schema else { return }
    throw Problem(
      file: file, line: line(of: "schema") ?? 1,
      problem: table["schema"] == nil ? "the file names no schema" : "the schema is another one",
      expected: "\(Self.header), before the first entry")
  }

  /// Refuses an unknown kind of entry: a misspelt one would be a rule without effect.
  func checkKinds(of table: TOMLTable) throws(Problem) {
    let known = ["schema"] + Thresholds.Kind.allCases.map(\.rawValue)
    if let key = table.keys.first(where: { !known.contains($0) }) {
      throw Problem(
        file: file, line: line(of: key), problem: "\(key) is not known here",
        expected: "one of \(known.joined(separator: ", "))")
    }
  }

  /// The entries of one kind, in the order of the file.
  func entries(_ kind: Thresholds.Kind, of table: TOMLTable) throws(Problem) -> [ThresholdEntry] {
    guard let value = table[kind.rawValue] else { return [] }
    guard let list = value.array else {
      throw Problem(
        file: file, line: line(of: kind.rawValue),
        problem: "\(kind.rawValue) is not a list", expected: "[[\(kind.rawValue)]]")
    }
    let headers = lines.indices.filter { self.header($0) == kind.rawValue }
    var entries: [ThresholdEntry] = []
    for (index, value) in list.enumerated() {
      let start = headers.indices.contains(index) ? headers[index] : nil
      guard let table = value.table else {
        throw Problem(
          file: file, line: start.map { $0 + 1 }, problem: "the entry is not a table",
          expected: "[[\(kind.rawValue)]]")
      }
      entries.append(ThresholdEntry(reader: self, kind: kind, table: table, start: start))
    }
    return entries
  }

  /// The line, from 1, of a key in the entry that begins at a line index, from 0; nil if it has no such key.
  func line(of key: String, in start: Int) -> Int? {
    let body = lines[(start + 1)...].prefix {
      !$0.trimmingCharacters(in: .whitespaces).hasPrefix("[")
    }
    return body.indices.first { isKey(key, lines[$0]) }.map { $0 + 1 }
  }

  /// The first line of a key of the whole file, or of a header of that name; the parser does not report lines.
  private func line(of key: String) -> Int? {
    lines.indices.first { isKey(key, lines[$0]) || name(lines[$0]) == key }.map { $0 + 1 }
  }

  private func isKey(_ key: String, _ line: Substring) -> Bool {
    let line = line.trimmingCharacters(in: .whitespaces)
    return line.hasPrefix(key)
      && line.dropFirst(key.count).first { $0 != " " && $0 != "\t" } == "="
  }

  /// The name of a line's header, if it is the header of a list.
  private func header(_ line: Int) -> String? {
    lines[line].trimmingCharacters(in: .whitespaces).hasPrefix("[[") ? name(lines[line]) : nil
  }

  /// The name in brackets; nil if there are none.
  private func name(_ line: Substring) -> String? {
    let text = line.trimmingCharacters(in: .whitespaces)
    guard text.hasPrefix("[") else { return nil }
    return text.drop { "[ \t".contains($0) }.prefix { !"] \t".contains($0) }.description
  }
}
