/// Command lines for people to copy into a shell.
package enum ShellText {
  /// A command line that a POSIX shell takes apart into these arguments, and into nothing else.
  ///
  /// It is for arguments without controls; ``isPrintable(_:)`` tells.
  package static func line(_ argv: [String]) -> String {
    argv.map(quoted).joined(separator: " ")
  }

  /// An argument as a shell takes it for one.
  package static func quoted(_ argument: String) -> String {
    // A word with = could be an assignment in front of a command, unless it is an option; zsh expands one that begins with it.
    let isPlain =
      argument.wholeMatch(of: /[A-Za-z0-9_.\/@+,:-][A-Za-z0-9_.\/@+,:%-]*/) != nil
      || argument.wholeMatch(of: /--?[A-Za-z0-9][A-Za-z0-9_.\/@+,:%=-]*/) != nil
    return isPlain && !reserved.contains(argument)
      ? argument : "'\(argument.replacing("'", with: "'\\''"))'"
  }

  /// Whether every argument can stand in a line as it is: what has to be shown as an escape would be another argument.
  package static func isPrintable(_ argv: [String]) -> Bool {
    argv.allSatisfy { $0.unicodeScalars.allSatisfy(ShownText.isShown) }
  }

  /// A path as an argument; what stands for it where it cannot be shown, or only by pages.
  package static func path(_ path: String, or placeholder: String) -> String {
    guard isPrintable([path]), path.utf8.count <= 200 else { return placeholder }
    // Else an option.
    return quoted(path.hasPrefix("-") ? "./\(path)" : path)
  }

  /// Words that begin something else than a command.
  private static let reserved: Set = [
    "case", "coproc", "do", "done", "elif", "else", "esac", "fi", "for", "function", "if", "in",
    "select", "then", "time", "until", "while",
  ]
}
