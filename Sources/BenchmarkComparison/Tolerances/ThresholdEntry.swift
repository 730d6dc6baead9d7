import BenchmarkModel
import BenchmarkResults
import TOMLKit

/// One entry of a file of thresholds while it is read.
struct ThresholdEntry {
  let reader: ThresholdReader
  let kind: Thresholds.Kind
  let table: TOMLTable
  /// The index of its header among the lines of the file; nil if it has none.
  let start: Int?

  /// An error about a key, or about the whole entry.
  func failure(at key: String? = nil, _ problem: String, expected: String) -> Problem {
    let line = start.flatMap { start in
      key.flatMap { reader.line(of: $0, in: start) } ?? start + 1
    }
    return Problem(file: reader.file, line: line, problem: problem, expected: expected)
  }

  /// Refuses an unknown key: a misspelt one would be ignored in silence.
  func checkKeys(_ known: [String]) throws(Problem) {
    if let key = table.keys.first(where: { !known.contains($0) }) {
      throw failure(
        at: key, "\(key) is not known here", expected: "one of \(known.joined(separator: ", "))")
    }
  }

  /// A text that is not empty; nil if the key is missing.
  func text(_ key: String) throws(Problem) -> String? {
    guard let value = table[key] else { return nil }
    guard let text = value.string, text.contains(where: { !$0.isWhitespace }) else {
      throw failure(at: key, "\(key) is not a text", expected: "text in quotes")
    }
    return text
  }

  /// One of several words; nil if the key is missing.
  func word<Word: RawRepresentable & CaseIterable>(
    _ key: String, as: Word.Type
  ) throws(Problem) -> Word? where Word.RawValue == String {
    guard let text = try text(key) else { return nil }
    guard let word = Word(rawValue: text) else {
      throw failure(
        at: key, "\(key) is \(text)",
        expected: "one of \(Word.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return word
  }

  /// A metric, which may be one that only runs declare; nil if the key is missing.
  func metric() throws(Problem) -> Metric? {
    guard let text = try text("metric") else { return nil }
    // A name that is nearly one of the harness's own is a slip.
    let nearest = Suggestion.nearest(to: text, among: Metric.allCases.map(\.rawValue))
    guard Metric(rawValue: text) == nil, nearest.isEmpty, let own = Metric(named: text) else {
      return try word("metric", as: Metric.self)
    }
    return own
  }

  /// A number that is not negative; nil if the key is missing.
  func amount(_ key: String) throws(Problem) -> Double? {
    guard let value = table[key] else { return nil }
    guard let number = value.double ?? value.int.map(Double.init), number >= 0, number.isFinite
    else {
      throw failure(at: key, "\(key) is not an amount", expected: "a number that is not negative")
    }
    return number
  }

  /// A share below 1, as `0.01` or `"1 %"`, or nil if the key is missing.
  func share(_ key: String) throws(Problem) -> Double? {
    let isText = table[key]?.string != nil
    guard let share = try isText ? percent(key) : amount(key) else { return nil }
    guard share < 1 else {
      throw failure(
        at: key, "\(key) is \(FigureText.text(share)), which is \(FigureText.text(share * 100)) %",
        expected: "a share below 1; 1 % is 0.01 or \"1 %\"")
    }
    return share
  }

  /// A text in percent as a share, or nil if the key is missing.
  private func percent(_ key: String) throws(Problem) -> Double? {
    guard let text = try text(key) else { return nil }
    guard let match = text.wholeMatch(of: /([0-9]+(?:\.[0-9]+)?) ?%/),
      let number = Double(match.1), number > 0
    else {
      throw failure(at: key, "\(key) is \(text)", expected: "a share such as 0.01 or \"1 %\"")
    }
    return number / 100
  }

  /// A day; nil if the key is missing.
  func day(_ key: String) throws(Problem) -> Day? {
    guard let value = table[key] else { return nil }
    guard let date = value.date else {
      throw failure(
        at: key, "\(key) is not a date", expected: "\(key) = 2027-01-31, without quotes or time")
    }
    return Day(year: date.year, month: date.month, day: date.day)
  }
}
