import BenchmarkResults
import Foundation
import Testing

/// Tests of texts from files as people see them.
struct ShownTextTests {
  @Test(
    "Control sequences of a terminal become visible escapes",
    arguments: [
      ("\u{1B}[2J", "\\u{1B}[2J"), ("a\u{9B}31m", "a\\u{9B}31m"), ("a\nPASS", "a\\u{A}PASS"),
      ("a\r\nb", "a\\u{D}\\u{A}b"), ("a\u{7F}\u{8}", "a\\u{7F}\\u{8}"), ("a\u{0}", "a\\u{0}"),
      ("\u{202E}ssap", "\\u{202E}ssap"), ("a\u{2028}b\u{2029}", "a\\u{2028}b\\u{2029}"),
      ("a\u{85}b", "a\\u{85}b"), ("\u{2066}a\u{2069}", "\\u{2066}a\\u{2069}"),
      ("a\u{200B}b\u{FEFF}", "a\\u{200B}b\\u{FEFF}"), ("\u{E0041}", "\\u{E0041}"),
      ("::error::no", "\\u{3A}:error::no"), (" ##[error]", " \\u{23}#[error]"),
      ("a::b ##c", "a::b ##c"), ("x###[error]y", "x#\\u{23}#[error]y"),
      ("x ##vso[task.x]##[a", "x \\u{23}#vso[task.x]\\u{23}#[a"),
      ("1 234,5 – ±3 µs «é»", "1 234,5 – ±3 µs «é»"), ("", ""),
    ])
  func line(_ text: String, _ shown: String) {
    #expect(ShownText.line(text) == shown)
    #expect(ShownText.line(shown) == shown)
  }

  @Test("A closed isolate stays, an unclosed one becomes an escape")
  func isolates() {
    let number = "got \"\u{2068}\u{661}\u{662}\u{2069}\", in a"
    #expect(ShownText.line(number) == number)
    #expect(ShownText.document("a\n\(number)\n") == "a\n\(number)\n")
    for bad in ["a\u{2068}b", "\u{2069}a\u{2068}", "\u{2068}\u{2068}\u{2069}"] {
      #expect(
        ShownText.line(bad).unicodeScalars.allSatisfy(ShownText.isShown), "\(bad.debugDescription)")
    }
    // A pair over two lines does not count as a pair.
    #expect(ShownText.document("\u{2068}a\n\u{2069}b") == "\\u{2068}a\n\\u{2069}b")
  }

  @Test(
    "A text that is too long keeps both ends and says how long it was",
    arguments: ["x", "\u{1B}", "é", "\u{202E}"])
  func cut(_ letter: String) {
    let text = "begin" + String(repeating: letter, count: 1 << 20) + "end"
    let shown = ShownText.line(text)
    #expect(shown.unicodeScalars.count <= ShownText.limit)
    #expect(shown.hasPrefix("begin") && shown.hasSuffix("end"))
    #expect(shown.contains(" …1048584 characters… "))
    #expect(ShownText.line(shown) == shown)
    #expect(shown.unicodeScalars.allSatisfy(ShownText.isShown))
  }

  @Test("A text at the limit is not cut, a longer one is")
  func limits() {
    let text = String(repeating: "x", count: 40)
    #expect(ShownText.line(text, limit: 40) == text)
    let cut = ShownText.line(text + "x", limit: 40)
    #expect(cut.unicodeScalars.count == 40 && cut.contains("…41 characters…"))
  }

  @Test("A document keeps its lines and the marks of numbers, a field keeps only the marks")
  func documents() {
    let marks = "\u{200F}-\u{661} \u{61C}"
    #expect(ShownText.document("a\u{1B}b\n\(marks)\n") == "a\\u{1B}b\n\(marks)\n")
    // The tables of Go's benchmarks contain our own tabs; a tab in a name is not ours.
    #expect(ShownText.document("a\tb\n") == "a\tb\n" && ShownText.line("a\tb") == "a\\u{9}b")
    #expect(ShownText.field("\(marks)\n\u{202E}") == "\(marks)\\u{A}\\u{202E}")
    #expect(ShownText.field("::add-mask::1") == "\\u{3A}:add-mask::1")
    #expect(ShownText.field("a##[b") == "a\\u{23}#[b")
    #expect(ShownText.document("## a\n ##[b") == "## a\n \\u{23}#[b")
    #expect(ShownText.line(marks) == "\\u{200F}-\u{661} \\u{61C}")
  }

  @Test("JSON keeps its meaning, without characters that move a cursor")
  func json() throws {
    let texts = [
      "a##[b\\##[", "\u{9B}\u{202E}\u{7F}\u{2028}", "\u{E0041}😀", "a\nb", "\u{200F}\u{2067}",
    ]
    let encoder = JSONEncoder()
    encoder.outputFormatting = .prettyPrinted
    let json = ShownText.json(String(decoding: try encoder.encode(texts), as: UTF8.self))
    #expect(json.unicodeScalars.allSatisfy { $0 == "\n" || ShownText.isShown($0) }, "\(json)")
    #expect(try JSONDecoder().decode([String].self, from: Data(json.utf8)) == texts)
  }
}
