import BenchmarkModel
import BenchmarkResults
import Foundation
import TOMLKit

extension Thresholds {
  /// The name of the file in the folder of results.
  package static let fileName = "thresholds.toml"

  /// Reads a file of thresholds.
  ///
  /// ```toml
  /// schema = 2                  # the version of such files
  ///
  /// [[tolerance]]               # how far an exact metric may move
  /// metric = "instructions"     # required, as is one of absolute and relative
  /// phase = "format"            # every phase, if left out
  /// cells = "incremental-*/*"   # a glob on the id; every cell, if left out
  /// absolute = 8                # per keystroke
  /// relative = 0.001            # of the baseline, or "0.1 %"; the larger of both holds
  /// reason = "..."              # required
  ///
  /// [[minimum_effect]]          # how large an effect on a timed metric must be; the same keys, no reason needed
  /// metric = "time"
  /// absolute = 2                # nanoseconds per keystroke
  /// relative = 0.01
  ///
  /// [[accept]]                  # a change for the worse, or wrong cells, until a day
  /// cells = "onchange-*/int/*"  # required: the id of a cell, or a glob
  /// metric = "instructions"     # required: an exact one, with absolute, relative or both
  /// phase = "format"            # every phase, if left out
  /// absolute = 1                # how much worse each figure may be, in the metric's unit
  /// relative = 0.02             # of the baseline; the larger of both holds, so a rise from 0 needs absolute
  /// reason = "..."              # required
  /// until = 2027-01-31          # required: the last day on which it holds, in UTC
  ///
  /// [[accept]]
  /// cells = "my-field/card/*/refused"
  /// metric = "wrong"            # cells that are wrong, with keystrokes in place of absolute and relative
  /// keystrokes = 4              # no cell has more wrong keystrokes
  /// reason = "..."
  /// until = 2027-01-31
  /// ```
  ///
  /// - Throws: `Problem` with file and line, for invalid TOML or an invalid entry.
  package static func read(_ file: String) throws(Problem) -> Thresholds {
    let bytes: [UInt8]
    do { bytes = try RegularFile.read(file, limit: largestFile) } catch {
      throw Problem(
        file: file, problem: error.description, expected: "a file of thresholds")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Problem(
        file: file, problem: "it cannot be read as text", expected: "a file of thresholds")
    }
    return try Thresholds(toml: text, file: file)
  }

  /// Room for some hundred entries.
  private static let largestFile = 1 << 16

  /// Refuses characters that TOML forbids: the parser takes a NUL as the end of the file, so the entries after it would
  /// be lost.
  private static func checkCharacters(of text: String, file: String) throws(Problem) {
    var line = 1
    var before: UInt8 = 0
    for byte in text.utf8 {
      // Of the control characters, TOML 1.0 allows the tab and the line break, which may be CRLF.
      let isBreak = byte == UInt8(ascii: "\n")
      let isForbidden = byte < 0x20 && byte != UInt8(ascii: "\t") && byte != UInt8(ascii: "\r")
      let isStray = before == UInt8(ascii: "\r") && !isBreak
      guard !isStray, isBreak || !(isForbidden || byte == 0x7F) else {
        let name = String(isStray ? before : byte, radix: 16, uppercase: true)
        throw Problem(
          file: file, line: line,
          problem:
            "the control character U+\(String(repeating: "0", count: 4 - name.count))\(name)",
          expected: "text, tabs and line breaks, as of TOML", hint: "remove it")
      }
      if isBreak { line += 1 }
      before = byte
    }
  }

  /// Refuses a file of dotted keys, which no entry has: the parser makes a table of each part, in one another, and crashes
  /// if there are many.
  private static func checkKeys(of text: String, file: String) throws(Problem) {
    // Texts and comments may have dots, and so has a number.
    let texts =
      /"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\[^\n]|[^"\\\n])*"|'[^'\n]*'|#[^\n]*/
    let bare = text.replacing(texts) { match in
      "\"" + String(repeating: "\n", count: match.output.utf8.count { $0 == 0x0A })
    }
    var dots = 0
    let lines = bare.split(separator: "\n", omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() where line.utf8.contains(UInt8(ascii: ".")) {
      dots += line.replacing(/\b[0-9]+\.[0-9]+\b(?!\.)/, with: "").utf8
        .count { $0 == UInt8(ascii: ".") }
      guard dots > mostDots else { continue }
      throw Problem(
        file: file, line: number + 1, problem: "a key of many parts",
        expected: "a plain one, such as metric")
    }
  }

  /// Dots outside of texts and numbers.
  private static let mostDots = 32

  /// Refuses a header that begins with no name: the parser would crash on it.
  private static func checkHeaders(of text: String, file: String) throws(Problem) {
    let blanks = Set(" \t".utf8)
    let names = Set("_-\"']")
    // Compares bytes, because a carriage return and a line feed are one character of a String.
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() {
      let header = line.drop(while: blanks.contains)
      let rest = header.dropFirst(header.starts(with: "[[".utf8) ? 2 : 1)
      guard header.first == UInt8(ascii: "[") else { continue }
      let first = rest.drop(while: blanks.contains).first.map { Character(Unicode.Scalar($0)) }
      guard let first, first.isASCII, first.isLetter || first.isNumber || names.contains(first)
      else {
        throw Problem(
          file: file, line: number + 1, problem: "a header without a name",
          expected: "one such as [[tolerance]]")
      }
    }
  }

  /// Reads the text of such a file; `file` is its name in errors.
  package init(toml text: String, file: String) throws(Problem) {
    try Self.checkCharacters(of: text, file: file)
    try Self.checkHeaders(of: text, file: file)
    try Self.checkKeys(of: text, file: file)
    let table: TOMLTable
    do { table = try TOMLTable(string: text) } catch let error as TOMLParseError {
      throw Problem(
        file: file, line: error.source.begin.line, problem: "not valid TOML: \(error.description)")
    } catch {
      throw Problem(file: file, problem: "not valid TOML: \(error)")
    }
    let reader = ThresholdReader(file: file, text: text)
    try reader.checkSchema(of: table)
    try reader.checkKinds(of: table)
    self.init()
    for entry in try reader.entries(.tolerance, of: table) {
      tolerances.append(try entry.tolerance())
    }
    for entry in try reader.entries(.minimumEffect, of: table) {
      minimumEffects.append(try entry.minimumEffect())
    }
    for entry in try reader.entries(.accept, of: table) {
      acceptances.append(try entry.acceptance())
    }
  }
}
