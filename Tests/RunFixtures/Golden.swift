import Foundation

/// A text file beside the tests that a report must equal.
package struct Golden {
  /// The environment variable that makes tests rewrite golden files; the test fails even then, so that nobody misses
  /// it.
  package static let variable = "KEYSTROKE_BENCH_REWRITE_GOLDEN"

  /// The result of comparing a text with the file.
  package enum Outcome: Equatable {
    /// The text equals the file.
    case equal
    /// The file has been rewritten, and a person has to look at it.
    case rewritten
    /// The text differs from the file from this line on.
    case differs(line: Int, found: String, expected: String)
  }

  private let file: URL

  /// Names a file in the folder `Golden` beside a source file.
  package init(_ name: String, beside source: String = #filePath) {
    file = URL(filePath: source).deletingLastPathComponent()
      .appending(path: "Golden").appending(path: name)
  }

  /// Compares a text with the file; rewrites the file if the variable is `1`.
  package func compare(_ text: String) throws -> Outcome {
    let expected = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    if text == expected { return .equal }
    if ProcessInfo.processInfo.environment[Self.variable] == "1" {
      try Data(text.utf8).write(to: file)
      return .rewritten
    }
    let found = lines(text)
    let wanted = lines(expected)
    let place = zip(found, wanted).enumerated().first { $1.0 != $1.1 }?.offset
    let line = place ?? min(found.count, wanted.count)
    return .differs(
      line: line + 1, found: line < found.count ? found[line] : "the end",
      expected: line < wanted.count ? wanted[line] : "the end")
  }

  private func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
