import ArgumentParser
import BenchmarkModel

/// The options that choose cells; the same in all commands that have them.
struct FilterOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Only these strategies: globs, by commas, or all that are known; '!glob' leaves out.",
      valueName: "globs"), completion: .shellCommand(parts(1)))
  var strategy: String?

  @Option(
    help: ArgumentHelp(
      "Only these kinds of value: globs, by commas, or all that are known.", valueName: "globs"),
    completion: .shellCommand(parts(2)))
  var value: String?

  @Option(
    help: ArgumentHelp(
      "Only these locales: globs, by commas, or all that are known.", valueName: "globs"),
    completion: .shellCommand(parts(3)))
  var locale: String?

  @Option(
    help: ArgumentHelp(
      "Only these lengths: numbers, ranges like 3...9, globs, by commas, or all: 1...38.",
      valueName: "lengths"))
  var length: String?

  @Option(
    help: ArgumentHelp(
      """
      Only these scripts: globs, by commas, or all that are known. Typing: type, backspace, edit-middle, paste, mistype, \
      mixed, refused, type-separators. The caret: caret, select, clear, drop, focus, edit-anywhere. Texts in one piece: paste-foreign, compose. Code and the \
      toolkit: outside, clamp, locale, undo.
      """, valueName: "globs"), completion: .shellCommand(parts(5)))
  var script: String?

  /// The command that completes a part of a cell: the names in the suites of this project.
  private static func parts(_ place: Int) -> String {
    "keystroke-bench list --locale '*' 2>/dev/null | cut -d/ -f\(place) | sort -u"
  }

  /// The filter.
  var filter: CellFilter {
    CellFilter(
      strategy: Self.patterns(strategy), value: Self.patterns(value),
      locale: Self.patterns(locale), length: Self.patterns(length),
      script: Self.patterns(script))
  }

  func validate() throws {
    let options = [
      ("strategy", strategy), ("value", value), ("locale", locale), ("length", length),
      ("script", script),
    ]
    for (name, text) in options where text != nil {
      if Self.patterns(text).contains(where: { ["", "!"].contains($0) }) {
        throw ValidationError("--\(name) has an empty pattern; write patterns with commas between.")
      }
    }
    for pattern in Self.patterns(length) {
      guard let range = pattern.wholeMatch(of: /!?([0-9]+)-([0-9]+)/) else { continue }
      throw ValidationError(
        "--length \(pattern) is no range; write it as \(range.1)...\(range.2).")
    }
    for pattern in Self.patterns(length) where !Self.isLength(pattern) {
      throw ValidationError(
        "--length \(pattern) matches no length; write a number, a range like 3...9, a glob, or all."
      )
    }
  }

  /// The parts of a comma list; a space after a comma does not belong to the pattern.
  static func patterns(_ text: String?) -> [String] {
    guard let text else { return [] }
    return text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      var part = part.drop { $0 == " " }
      while part.last == " " { part.removeLast() }
      return String(part)
    }
  }

  private static func isLength(_ pattern: String) -> Bool {
    let pattern = pattern.drop { $0 == "!" }
    if pattern == "all" { return true }
    if let range = pattern.wholeMatch(of: /([0-9]+)\.\.\.([0-9]+)/) {
      guard let low = Int(range.1), let high = Int(range.2) else { return false }
      return low <= high
    }
    return pattern.wholeMatch(of: /[0-9*?\[\]!^-]+/) != nil
  }
}
