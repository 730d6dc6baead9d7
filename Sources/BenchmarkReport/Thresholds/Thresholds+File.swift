import BenchmarkResults
import Foundation
import TOMLKit

extension Thresholds {
  /// The name of the file in the folder of results.
  public static let fileName = "thresholds.toml"

  /// Reads a file of allowances.
  ///
  /// ```toml
  /// [[allowance]]
  /// metric = "instructions"     # required, as is one of absolute and relative
  /// phase = "format"            # every phase, if left out
  /// cells = "incremental-*/*"   # a glob on the id; every cell, if left out
  /// absolute = 8                # a keystroke
  /// relative = 0.001            # of the baseline; the larger of both holds
  /// reason = "..."              # required
  /// ```
  ///
  /// - Throws: ``BenchmarkResults/ResultsError`` with file and line, for what is no TOML or no allowance.
  public static func read(_ file: String) throws(ResultsError) -> Thresholds {
    // Not String(contentsOfFile:), which refuses /dev/null, an empty file if any.
    guard let handle = FileHandle(forReadingAtPath: file),
      let text = try? String(data: handle.readToEnd() ?? Data(), encoding: .utf8)
    else {
      throw ResultsError(
        file: file, problem: "it cannot be read as text", expected: "a file of allowances")
    }
    return try Thresholds(toml: text, file: file)
  }

  /// Reads the text of such a file; `file` is what an error calls it.
  package init(toml text: String, file: String) throws(ResultsError) {
    let table: TOMLTable
    do { table = try TOMLTable(string: text) } catch let error as TOMLParseError {
      throw ResultsError(
        file: file, line: error.source.begin.line, problem: "not valid TOML: \(error.description)")
    } catch {
      throw ResultsError(file: file, problem: "not valid TOML: \(error)")
    }
    let reader = ThresholdReader(file: file, text: text)
    try reader.checkKeys(of: table, known: ["allowance"], entry: nil)
    guard let entries = table["allowance"] else {
      self = .none
      return
    }
    guard let list = entries.array else {
      throw ResultsError(
        file: file, line: reader.line(of: "allowance", entry: nil),
        problem: "allowance is no list", expected: "[[allowance]]")
    }
    var allowances: [Allowance] = []
    for (index, entry) in list.enumerated() {
      allowances.append(try reader.allowance(entry, index: index))
    }
    self.allowances = allowances
  }
}

/// Turns the tables of a file into allowances.
struct ThresholdReader {
  let file: String
  private let lines: [Substring]

  init(file: String, text: String) {
    self.file = file
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  func allowance(
    _ value: any TOMLValueConvertible, index: Int
  ) throws(ResultsError) -> Allowance {
    func failure(_ key: String?, _ problem: String, expected: String) -> ResultsError {
      ResultsError(
        file: file, line: line(of: key, entry: index), problem: problem, expected: expected)
    }
    guard let table = value.table else {
      throw failure(nil, "the entry is no table", expected: "[[allowance]]")
    }
    let known = ["metric", "phase", "cells", "absolute", "relative", "reason"]
    try checkKeys(of: table, known: known, entry: index)

    func text(_ key: String) throws(ResultsError) -> String? {
      guard let value = table[key] else { return nil }
      guard let text = value.string, !text.isEmpty else {
        throw failure(key, "\(key) is no text", expected: "text in quotes")
      }
      return text
    }
    func word<Word: RawRepresentable & CaseIterable>(
      _ key: String, as: Word.Type
    ) throws(ResultsError) -> Word? where Word.RawValue == String {
      guard let text = try text(key) else { return nil }
      guard let word = Word(rawValue: text) else {
        throw failure(
          key, "\(key) is \(text)",
          expected: "one of \(Word.allCases.map(\.rawValue).joined(separator: ", "))")
      }
      return word
    }
    func number(_ key: String) throws(ResultsError) -> Double? {
      guard let value = table[key] else { return nil }
      guard let number = value.double ?? value.int.map(Double.init), number >= 0, number.isFinite
      else { throw failure(key, "\(key) is no amount", expected: "a number that is not negative") }
      return number
    }
    guard let metric = try word("metric", as: Metric.self) else {
      throw failure(nil, "the allowance names no metric", expected: "metric = \"instructions\"")
    }
    guard metric.isExact else {
      throw failure("metric", "metric is \(metric.rawValue)", expected: "an exact one")
    }
    guard let reason = try text("reason") else {
      throw failure(nil, "the allowance gives no reason", expected: "reason = \"...\"")
    }
    let allowance = Allowance(
      metric: metric, phase: try word("phase", as: RowPhase.self), cells: try text("cells"),
      absolute: try number("absolute"), relative: try number("relative"), reason: reason)
    guard allowance.absolute != nil || allowance.relative != nil else {
      throw failure(nil, "the allowance allows nothing", expected: "absolute or relative")
    }
    return allowance
  }

  /// Refuses a key that is not known: a misspelt one would be an allowance that nobody gave.
  func checkKeys(
    of table: TOMLTable, known: [String], entry: Int?
  ) throws(ResultsError) {
    if let key = table.keys.first(where: { !known.contains($0) }) {
      throw ResultsError(
        file: file, line: line(of: key, entry: entry), problem: "\(key) is not known here",
        expected: "one of \(known.joined(separator: ", "))")
    }
  }

  /// The line of a key in an entry, or of the entry; the parser does not tell.
  func line(of key: String?, entry: Int?) -> Int? {
    func begins(_ line: Substring, with word: String) -> Bool {
      line.trimmingCharacters(in: .whitespaces).hasPrefix(word)
    }
    var start = lines.startIndex
    if let entry {
      let headers = lines.indices.filter { begins(lines[$0], with: "[[") }
      guard headers.indices.contains(entry) else { return nil }
      start = headers[entry]
    }
    guard let key else { return start + 1 }
    return lines[start...].firstIndex { begins($0, with: key) }.map { $0 + 1 }
  }
}
