import BenchmarkModel
import Foundation
import Testing

/// Tests that foreign JSON is checked before it is decoded.
struct JSONShapeTests {
  private func flaw(_ text: String, _ shape: JSONShape = JSONShape()) -> String? {
    do throws(JSONShape.Flaw) {
      try shape.check(Array(text.utf8))
      return nil
    } catch {
      return "\(error.line): \(error)"
    }
  }

  @Test("The maximum depth passes, and one level more is refused with its line")
  func depth() {
    func nested(_ depth: Int) -> String {
      String(repeating: "[\n", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(flaw(nested(32)) == nil)
    #expect(
      flaw(nested(33)) == "33: lists and objects nested more than 32 deep; expected at most 32")
    #expect(flaw(String(repeating: "{\"a\":", count: 600)) != nil)
    // This depth crashes Foundation's decoder.
    #expect(flaw(String(repeating: "[", count: 513)) != nil)
    #expect(flaw(String(repeating: "[", count: 10_000_000)) != nil)
  }

  @Test("Brackets and quotes in a string do not count")
  func texts() {
    let brackets = String(repeating: "[", count: 1_000)
    #expect(flaw("{\"a\": \"\(brackets)\"}") == nil)
    #expect(flaw("{\"a\": \"\\\"\(brackets)\"}") == nil)
    #expect(flaw("{\"a\": \"\\\\\", \"b\": \(brackets)}") != nil)
  }

  @Test("A key twice in one object is refused, however it is written")
  func keysTwice() {
    #expect(flaw("{\"a\": 1,\n\"a\": 2}") == "2: the key \"a\" twice; expected it once")
    #expect(flaw("{\"a\": 1,\n\"\\u0061\": 2}") == "2: the key \"a\" twice; expected it once")
    #expect(flaw("{\"a\": {\"a\": 1}, \"b\": {\"a\": \"a\"}}") == nil)
    #expect(flaw("[{\"a\": 1}, {\"a\": 2}]") == nil)
    #expect(flaw("{\"b\": [\"a\", \"a\"], \"a\": 1}") == nil)
    #expect(flaw("{\"b\": [{\"a\": 1}], \"b\": 1}") == "1: the key \"b\" twice; expected it once")
  }

  @Test("Long texts, long lists and NUL bytes are refused")
  func bounds() {
    var shape = JSONShape()
    shape.textBytes = 4
    shape.elements = 3
    #expect(flaw("[\"abcd\"]", shape) == nil)
    #expect(flaw("[1,\n\"abcde\"]", shape) == "2: a text of 5 bytes; expected at most 4")
    #expect(flaw("[1, 2, 3]", shape) == nil)
    #expect(
      flaw("[1, 2, 3,\n4]", shape)
        == "2: more than 3 elements of one list or object; expected at most 3")
    #expect(flaw("{\"a\":1,\"b\":1,\"c\":1,\"d\":1}", shape) != nil)
    #expect(flaw("[1]\u{0}") == "1: a NUL byte; expected text in UTF-8")
    #expect(flaw("[\"\u{0}\"]") == "1: a NUL byte; expected text in UTF-8")
  }

  @Test("The line of a value is found by its path")
  func lines() {
    let text = """
      {
        "a": 1,
        "list": [
          {"a": 2},
          {
            "a": [
              1,
              2
            ]
          }
        ]
      }
      """
    func line(_ path: String...) -> Int? { JSONShape.line(of: path, in: Array(text.utf8)) }
    #expect(line("a") == 2)
    #expect(line("list") == 3)
    #expect(line("list", "0", "a") == 4)
    #expect(line("list", "1") == 5)
    #expect(line("list", "1", "a", "1") == 8)
    #expect(line("list", "2") == nil)
    #expect(line("b") == nil)
    #expect(line() == nil)
  }

  @Test("Text that is not JSON is left to the decoder")
  func noJSON() {
    for text in ["", "x", "}", "]]]", "\"", "{\"", "{,}", "[,,]", "\\", "{\"a\"", ":::"] {
      #expect(flaw(text) == nil, "\(text)")
    }
  }
}
