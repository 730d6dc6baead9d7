import BenchmarkResults
import Testing

/// Tests that a stack is one line and reads back as written, for any names.
struct StackFrameTests {
  @Test(
    "Names that would not read back are changed when written",
    arguments: [
      (StackFrame(function: "a;b"), "a:b"),
      (StackFrame(function: "two\nlines\r\n", file: "x;y", line: 3), "two lines   (x:y:3)"),
      (StackFrame(function: "f (A.swift:12)"), "f(A.swift:12)"),
      (StackFrame(function: "f  (x)  (A.swift:12)"), "f(x)(A.swift:12)"),
      (StackFrame(function: "f", file: "A (1).swift", line: 12), "f (A(1).swift:12)"),
      (StackFrame(function: "operator() (int)"), "operator() (int)"),
      (StackFrame(function: "f", file: "A.swift"), "f (A.swift:0)"),
      (StackFrame(function: "f (:3)"), "f (:3)"),
      (StackFrame(function: "f (A:03)"), "f (A:03)"),
    ])
  func writes(_ frame: StackFrame, _ text: String) throws {
    #expect(frame.folded == text)
    #expect(try #require(StackFrame(folded: text[...])).folded == text)
  }

  @Test(
    "Odd names: the written text reads back as itself, and as the frame if nothing was changed")
  func property() throws {
    let pieces = [
      "f", " ", "(", ")", ":", ";", "1", "0", ",", "\"", "\n", "\r", "🥐", "\u{301}", "<Int>", "Ⅻ",
      " (", "A.swift", ".", "\u{2028}", "\u{0}", "→", "٣",
    ]
    var random = Xorshift(state: 7)
    func text() -> String {
      (0...random.next(7)).map { _ in pieces[random.next(pieces.count)] }.joined()
    }
    var unchanged = 0
    for _ in 0..<20_000 {
      let frame = StackFrame(
        function: text(), file: random.next(2) == 0 ? nil : text(),
        line: random.next(3) == 0 ? nil : 1 + random.next(400))
      let folded = frame.folded
      #expect(!folded.contains { $0.isNewline } && !folded.unicodeScalars.contains(";"))
      let read = try #require(StackFrame(folded: folded[...]))
      #expect(read.folded == folded)
      #expect((read.file == nil) == (frame.file == nil), "\(frame)")
      if read.function == frame.function, read.file == frame.file { unchanged += 1 }
      if frame.file != nil { #expect(read.line == frame.line) }
      let stack = [frame, StackFrame(function: "main"), frame]
      #expect([StackFrame](folded: stack.folded) == [read, StackFrame(function: "main"), read])
    }
    #expect(unchanged > 1_000)
  }
}
