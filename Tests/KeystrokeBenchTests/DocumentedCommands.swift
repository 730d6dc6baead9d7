import Foundation

/// The commands of this program in the code blocks of a page.
struct DocumentedCommands {
  /// The text of the page.
  let text: String
  /// The folder that the page's links are relative to.
  let folder: URL

  /// Reads a page by its path in the repository.
  init(_ page: String, source: String = #filePath) throws {
    let root = URL(filePath: source).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = root.appending(path: page)
    text = try String(contentsOf: file, encoding: .utf8)
    folder = file.deletingLastPathComponent()
  }

  /// The command lines without the name of the program, so that each begins with the subcommand.
  ///
  /// A line counts in an indented block, or after a prompt in a fenced one; the rest of a fenced block is output.
  var lines: [String] {
    var isFenced = false
    return text.split(separator: "\n").compactMap { line in
      if line.hasPrefix("```") { isFenced.toggle() }
      let prefixes =
        isFenced
        ? ["$ keystroke-bench "]
        : ["    keystroke-bench ", "    swift package keystroke-bench "]
      guard let prefix = prefixes.first(where: line.hasPrefix) else { return nil }
      // Remove a comment, which would hide the options that a test appends.
      let command = line.dropFirst(prefix.count)
      let end = command.firstRange(of: " #")?.lowerBound ?? command.endIndex
      return command[..<end].trimmingCharacters(in: .whitespaces)
    }
  }

  /// The cells that the commands name.
  var cells: Set<String> {
    let id = #/[a-z-]+/[a-z0-9-]+/[a-z]{2,3}_[A-Z]{2}/[0-9]+/[a-z-]+/#
    return Set(lines.flatMap { $0.matches(of: id) }.map { String($0.output) })
  }

  /// The targets of links and pictures, without web addresses and places within the page.
  var links: Set<String> {
    let targets = text.matches(of: #/\]\(([^)#]+)[^)]*\)/#).map { String($0.output.1) }
    return Set(targets.filter { !$0.contains("://") })
  }
}
