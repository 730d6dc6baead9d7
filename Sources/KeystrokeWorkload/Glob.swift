import Glibc

/// A shell pattern: `*`, `?` and `[...]`, as fnmatch(3) of POSIX reads them.
package struct Glob {
  private let pattern: String

  package init(_ pattern: String) { self.pattern = pattern }

  /// Whether the pattern stands for itself alone.
  package var isLiteral: Bool { !pattern.contains { "*?[\\".contains($0) } }

  /// Whether the whole text matches.
  package func matches(_ text: String) -> Bool { fnmatch(pattern, text, 0) == 0 }
}
