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
  /// [[acknowledgement]]         # a change for the worse that was accepted
  /// cells = "onchange-*/int/*"  # required: the id of a cell, or a glob
  /// metric = "instructions"     # required, as is one of change, by and to
  /// phase = "format"            # every phase, if left out
  /// change = "+3.2 %"           # no figure rose by more; never from 0
  /// by = 1                      # or: no figure rose by more, in the metric's unit; never from 0
  /// to = 3                      # or: no figure is higher, also from 0
  /// reason = "..."              # required
  /// expires = 2027-01-31        # required: the last day on which it holds, in UTC
  ///
  /// [[accepted]]                # cells that are known to be wrong
  /// cells = "my-field/card/*/refused"  # required: the id of a cell, a glob, or a list of them
  /// what = ["text", "caret"]    # required: text, value or caret, as far as they are wrong
  /// keystrokes = 4              # required: no cell has more wrong keystrokes
  /// reason = "..."              # required
  /// issue = "..."               # where it is tracked
  /// expires = 2027-01-31        # the last day on which it holds, in UTC; no end, if left out
  ///
  /// [[rename]]                  # what has another name than in earlier runs
  /// strategy = "onchange-old"   # or value or script: the earlier name
  /// to = "onchange-new"
  ///
  /// [[acknowledgement]]         # a finding that is about no figure
  /// cells = "unformatted/int/en_US/9/type"  # a vanished cell must be named in full
  /// finding = "vanished"        # or text_wrong, text_changed, missing_in_baseline, workload_differs
  /// what = "cell"               # required: what was found, as check --accept prints it
  /// reason = "..."
  /// expires = 2027-01-31
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

  /// Room for some ten thousand entries.
  private static let largestFile = 1 << 22

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
    for entry in try reader.entries(.rename, of: table) { renames.append(try entry.rename()) }
    for entry in try reader.entries(.accepted, of: table) { accepted.append(try entry.accepted()) }
    for entry in try reader.entries(.acknowledgement, of: table) {
      acknowledgements.append(try entry.acknowledgement())
    }
  }
}
