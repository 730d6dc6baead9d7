import BenchmarkResults
import Foundation
import Testing

/// Tests of command lines that a real shell parses.
struct ShellTextTests {
  static let words = [
    "keystroke-bench", "--strategy=a,b", "", " ", "a b", "'", "''", "\"", "\\", "$HOME",
    "$(touch x)",
    "`touch x`", "; touch x", "| touch x", "& touch x", "> x", "< x", "#x", "~", "~root", "*", "?",
    "[a]",
    "{a,b}", "!!", "!x", "a=b", "LD_PRELOAD=x", "=ls", "%1", "-", "--", "-n", "if", "time", "(",
    ")", "\\n",
    "a'b\"c$d`e\\f", "é–µ", "*/int/*", "^x^y", "@x", "+x", "1>x", "x#y",
  ]

  private func shell(_ script: String, in folder: String) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", script]
    process.currentDirectoryURL = URL(filePath: folder)
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }

  @Test("sh receives each argument unchanged, at any position, and runs nothing else")
  func realShell() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "sh-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let line = ShellText.line(Self.words)
    let got = try shell(#"printf '%s\n' "# + line, in: folder.path)
    #expect(got == Self.words.map { $0 + "\n" }.joined())
    // As a command, too, every word is a plain name and has no meaning to the shell.
    for word in Self.words where !["", "keystroke-bench"].contains(word) {
      let path = folder.path
      let called = try shell(
        "PATH=\(path); \(ShellText.line([word, "a"])) 2>/dev/null; /bin/echo $?", in: path)
      #expect(["126\n", "127\n"].contains(called), "\(word): \(called)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test("A path never becomes an option, and is replaced by a word if it cannot be shown")
  func paths() {
    #expect(ShellText.path("runs/a b", or: "RUN") == "'runs/a b'")
    #expect(ShellText.path("-rf", or: "RUN") == "./-rf")
    for path in ["\u{1B}[2J", String(repeating: "x", count: 201)] {
      #expect(ShellText.path(path, or: "RUN") == "RUN")
    }
  }

  @Test("Text that must be escaped cannot be copied as a command line")
  func printable() {
    #expect(ShellText.isPrintable(Self.words))
    for word in ["\u{1B}[2J", "a\nb", "\u{202E}", "\u{200B}"] {
      #expect(!ShellText.isPrintable(["run", word]))
    }
  }
}
