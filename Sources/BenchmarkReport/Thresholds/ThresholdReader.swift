import BenchmarkResults
import Foundation
import TOMLKit

/// Finds the entries of a file of thresholds, and the lines that they stand on.
struct ThresholdReader {
  /// The kinds of entries.
  enum Kind: String, CaseIterable {
    case allowance, threshold, budget
  }

  let file: String
  private let lines: [Substring]

  init(file: String, text: String) {
    self.file = file
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// Refuses a kind of entry that is not known: a misspelt one would be a rule that nobody gave.
  func checkKinds(of table: TOMLTable) throws(ResultsError) {
    let known = Kind.allCases.map(\.rawValue)
    if let key = table.keys.first(where: { !known.contains($0) }) {
      throw ResultsError(
        file: file, line: line(of: key, after: 0), problem: "\(key) is not known here",
        expected: "one of \(known.joined(separator: ", "))")
    }
  }

  /// The entries of one kind, in the order of the file.
  func entries(_ kind: Kind, of table: TOMLTable) throws(ResultsError) -> [ThresholdEntry] {
    guard let value = table[kind.rawValue] else { return [] }
    guard let list = value.array else {
      throw ResultsError(
        file: file, line: line(of: kind.rawValue, after: 0),
        problem: "\(kind.rawValue) is no list", expected: "[[\(kind.rawValue)]]")
    }
    let headers = lines.indices.filter { self.header($0) == kind.rawValue }
    var entries: [ThresholdEntry] = []
    for (index, value) in list.enumerated() {
      let start = headers.indices.contains(index) ? headers[index] : nil
      guard let table = value.table else {
        throw ResultsError(
          file: file, line: start.map { $0 + 1 }, problem: "the entry is no table",
          expected: "[[\(kind.rawValue)]]")
      }
      entries.append(ThresholdEntry(reader: self, kind: kind, table: table, start: start))
    }
    return entries
  }

  /// The line of a key below a header, from 1, or of a header; the parser does not tell.
  func line(of key: String, after start: Int) -> Int? {
    lines[start...].firstIndex { line in
      let line = line.trimmingCharacters(in: .whitespaces)
      guard line.hasPrefix(key) else { return line.hasPrefix("[") && self.name(line) == key }
      return line.dropFirst(key.count).first { $0 != " " && $0 != "\t" } == "="
    }.map { $0 + 1 }
  }

  /// What the line is the header of, if it is one of a list.
  private func header(_ line: Int) -> String? {
    let text = lines[line].trimmingCharacters(in: .whitespaces)
    return text.hasPrefix("[[") ? name(text) : nil
  }

  /// The name in brackets.
  private func name(_ header: String) -> String {
    header.drop { "[ \t".contains($0) }.prefix { !"] \t".contains($0) }.description
  }
}
