/// Command lines for people to copy into a shell.
package enum ShellText {
  /// A command line that a POSIX shell splits into exactly these arguments.
  ///
  /// It is for arguments without control characters; ``isPrintable(_:)`` checks that.
  package static func line(_ argv: [String]) -> String {
    argv.map(quoted).joined(separator: " ")
  }

  /// An argument, quoted if necessary, so that a shell takes it as one.
  package static func quoted(_ argument: String) -> String {
    // A word with = could be an assignment in front of a command, unless it is an option; zsh expands a word that
    // begins with it.
    let isPlain =
      argument.wholeMatch(of: /[A-Za-z0-9_.\/@+,:-][A-Za-z0-9_.\/@+,:%-]*/) != nil
      || argument.wholeMatch(of: /--?[A-Za-z0-9][A-Za-z0-9_.\/@+,:%=-]*/) != nil
    return isPlain && !reserved.contains(argument)
      ? argument : "'\(argument.replacing("'", with: "'\\''"))'"
  }

  /// True if every argument can be shown unchanged: one that must be shown as an escape would be another argument.
  package static func isPrintable(_ argv: [String]) -> Bool {
    argv.allSatisfy { $0.unicodeScalars.allSatisfy(ShownText.isShown) }
  }

  /// A path as an argument; the placeholder if the path cannot be shown, or is too long.
  package static func path(_ path: String, or placeholder: String) -> String {
    guard isPrintable([path]), path.utf8.count <= 200 else { return placeholder }
    // Otherwise it would be an option.
    return quoted(path.hasPrefix("-") ? "./\(path)" : path)
  }

  /// Words that begin something other than a command.
  private static let reserved: Set = [
    "case", "coproc", "do", "done", "elif", "else", "esac", "fi", "for", "function", "if", "in",
    "select", "then", "time", "until", "while",
  ]
}
