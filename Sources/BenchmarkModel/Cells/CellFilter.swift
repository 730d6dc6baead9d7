#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A selection of cells: for each part of a cell a list of patterns, any of which may match.
///
/// A pattern is a glob as of fnmatch(3): `*` matches any run of characters, `?` any one and `[ab]`
/// for one of those listed. For the length a pattern may also be a range, `3...9`. An empty list matches everything.
/// `all` matches everything too, and names it in full: also what is known but not in the matrix. A pattern behind `!`
/// excludes what it matches; a list of such patterns alone means everything else.
public struct CellFilter: Sendable, Hashable, Codable {
  /// Patterns for the strategy.
  public var strategy: [String]
  /// Patterns for the kind of value.
  public var value: [String]
  /// Patterns for the locale.
  public var locale: [String]
  /// Patterns for the length; `3...9` is a range.
  public var length: [String]
  /// Patterns for the script or trace.
  public var script: [String]

  /// The pattern that names everything known.
  static let everything = "all"

  /// A filter of the given patterns; without any it matches every cell.
  public init(
    strategy: [String] = [], value: [String] = [], locale: [String] = [], length: [String] = [],
    script: [String] = []
  ) {
    self.strategy = strategy
    self.value = value
    self.locale = locale
    self.length = length
    self.script = script
  }

  /// The patterns of each part.
  package var patterns: [[String]] { [strategy, value, locale, length, script] }

  /// True if the filter matches every cell.
  public var isEmpty: Bool { patterns.allSatisfy(\.isEmpty) }

  /// The filter as written on a command line; empty if it matches every cell.
  package var options: String {
    zip(Cell.Part.allCases.map(\.rawValue), patterns)
      .filter { !$0.1.isEmpty }
      .map { "--\($0.0) \($0.1.joined(separator: ","))" }.joined(separator: " ")
  }

  /// True if each part of the cell matches one of its patterns.
  public func matches(_ cell: Cell) -> Bool {
    any(\.strategy, match: cell.strategy) && any(\.value, match: cell.value)
      && any(\.locale, match: cell.locale) && any(\.script, match: cell.script)
      && matchesLength(cell.length)
  }

  /// True if a strategy matches one of the patterns, or if there are none.
  package func matches(strategy: String) -> Bool { any(\.strategy, match: strategy) }

  /// Returns true if a part matches one of its patterns and no exclusion, or has no pattern.
  func any(_ patterns: KeyPath<CellFilter, [String]>, match text: String) -> Bool {
    Self.admits(self[keyPath: patterns]) { Glob($0).matches(text) }
  }

  /// Returns true if a length matches one of its patterns and no exclusion, or has no pattern.
  func matchesLength(_ candidate: Int) -> Bool {
    Self.admits(length) { pattern in
      Self.range(pattern)?.contains(candidate) ?? Glob(pattern).matches(String(candidate))
    }
  }

  private static func admits(_ patterns: [String], _ matches: (String) -> Bool) -> Bool {
    var isChosen: Bool?
    for pattern in patterns {
      if let excluded = excluded(by: pattern) {
        if excluded == everything || matches(excluded) { return false }
      } else if isChosen != true {
        isChosen = pattern == everything || matches(pattern)
      }
    }
    return isChosen ?? true
  }

  /// The pattern behind the mark of an exclusion; nil if it is not an exclusion.
  private static func excluded(by pattern: String) -> String? {
    pattern.first == "!" ? String(pattern.dropFirst()) : nil
  }

  /// The patterns that choose, without those that exclude.
  static func choosing(_ patterns: [String]) -> [String] {
    patterns.filter { excluded(by: $0) == nil }
  }

  /// True if the patterns name everything known.
  static func namesEverything(_ patterns: [String]) -> Bool {
    choosing(patterns).contains(everything)
  }

  /// The lengths that are named in full.
  var literalLengths: [Int] { length.compactMap { Int($0) } }

  /// The bounds of a pattern like `3...9`; nil for any other pattern.
  private static func range(_ pattern: String) -> ClosedRange<Int>? {
    let bounds = pattern.split(separator: "...", omittingEmptySubsequences: false)
    guard bounds.count == 2, let low = Int(bounds[0]), let high = Int(bounds[1]), low <= high
    else { return nil }
    return low...high
  }
}

/// A shell pattern: `*`, `?` and `[...]`, as in fnmatch(3) of POSIX.
package struct Glob {
  private let pattern: String

  package init(_ pattern: String) { self.pattern = pattern }

  /// True if the pattern matches only its own text.
  package var isLiteral: Bool { !pattern.contains { "*?[\\".contains($0) } }

  /// True if the whole text matches.
  package func matches(_ text: String) -> Bool { fnmatch(pattern, text, 0) == 0 }
}
