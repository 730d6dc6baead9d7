import Foundation

/// A check of JSON before it is decoded, in one pass over its bytes.
///
/// Foundation's decoder crashes if brackets nest 513 deep, silently takes one of two values of a key, and does not
/// report lines. So call ``check(_:)`` first on JSON that somebody else wrote.
package struct JSONShape: Sendable {
  /// The maximum number of open brackets.
  package var depth = 32
  /// The maximum number of bytes of a text.
  package var textBytes = 65_536
  /// The maximum number of elements of a list, and of keys of an object.
  package var elements = 1_000_000

  /// Makes the bounds for any file of this project.
  package init() {}

  /// The reason why JSON is refused.
  package struct Flaw: Error, Hashable, CustomStringConvertible {
    /// The line, counted from 1.
    package var line: Int
    /// The problem.
    package var problem: String
    /// The expected content.
    package var expected: String

    /// The problem, and what was expected.
    package var description: String { "\(problem); expected \(expected)" }
  }

  /// Refuses input on which Foundation's decoder would crash or which it would misread.
  ///
  /// Other errors of the syntax are left to the decoder.
  ///
  /// - Throws: a flaw with its line.
  package func check(_ bytes: [UInt8]) throws(Flaw) {
    var walk = JSONWalk(bytes: bytes, shape: self)
    _ = try walk.run(to: nil)
  }

  /// The line of the value at a path of keys, and of indices as numbers; nil if there is none.
  package static func line(of path: [String], in bytes: [UInt8]) -> Int? {
    guard !path.isEmpty else { return nil }
    var walk = JSONWalk(bytes: bytes, shape: JSONShape())
    return (try? walk.run(to: path)) ?? nil
  }
}

/// One pass over JSON, which tracks the lists and objects that it is in.
private struct JSONWalk {
  /// A list or object that is open.
  struct Level {
    var isObject: Bool
    /// The key or the index of the present value.
    var place = ""
    var elements = 0
    var keys: Set<String> = []
  }

  let bytes: [UInt8]
  let shape: JSONShape
  private var position = 0
  private var line = 1
  private var levels: [Level] = []
  /// True if the next text is a key.
  private var awaitsKey = false
  /// True if the next byte that is not a space begins an element of a list.
  private var awaitsElement = false

  init(bytes: [UInt8], shape: JSONShape) {
    self.bytes = bytes
    self.shape = shape
  }

  /// Goes to the value of a path and returns its line; without a path, goes through everything.
  mutating func run(to path: [String]?) throws(JSONShape.Flaw) -> Int? {
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\n") { line += 1 }
      if byte <= 0x20 && byte != 0 {
        position += 1
        continue
      }
      if awaitsElement, byte != UInt8(ascii: "]") {
        awaitsElement = false
        try begin(place: String(levels[levels.count - 1].elements))
        if isAt(path) { return line }
      }
      position += 1
      switch byte {
      case 0:
        throw flaw("a NUL byte", expected: "text in UTF-8")
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        let isObject = byte == UInt8(ascii: "{")
        levels.append(Level(isObject: isObject))
        guard levels.count <= shape.depth else {
          throw flaw(
            "lists and objects nested more than \(shape.depth) deep",
            expected: "at most \(shape.depth)")
        }
        awaitsKey = isObject
        awaitsElement = !isObject
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        _ = levels.popLast()
        awaitsKey = false
        awaitsElement = false
      case UInt8(ascii: ","):
        awaitsKey = levels.last?.isObject == true
        awaitsElement = levels.last?.isObject == false
      case UInt8(ascii: "\""):
        let text = try text()
        guard awaitsKey else { continue }
        awaitsKey = false
        let key = Self.unescaped(text)
        try begin(place: key)
        guard levels[levels.count - 1].keys.insert(key).inserted else {
          throw flaw("the key \(key.prefix(60).debugDescription) twice", expected: "it once")
        }
        if isAt(path) { return line }
      default: continue
      }
    }
    return nil
  }

  private mutating func begin(place: String) throws(JSONShape.Flaw) {
    levels[levels.count - 1].place = place
    levels[levels.count - 1].elements += 1
    guard levels[levels.count - 1].elements <= shape.elements else {
      throw flaw(
        "more than \(shape.elements) elements of one list or object",
        expected: "at most \(shape.elements)")
    }
  }

  private func isAt(_ path: [String]?) -> Bool {
    guard let path, path.count == levels.count else { return false }
    return zip(path, levels).allSatisfy { $0 == $1.place }
  }

  /// The bytes of the text that begins here, without its quotes.
  private mutating func text() throws(JSONShape.Flaw) -> ArraySlice<UInt8> {
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      switch bytes[position] {
      case 0: throw flaw("a NUL byte", expected: "text in UTF-8")
      case UInt8(ascii: "\n"): line += 1
      // The next byte is part of the text, even if it is a quote.
      case UInt8(ascii: "\\"): position += 1
      default: break
      }
      position += 1
    }
    let end = min(position, bytes.count)
    guard end - start <= shape.textBytes else {
      throw flaw(
        "a text of \(end - start) bytes", expected: "at most \(shape.textBytes)")
    }
    position = end + 1
    return bytes[start..<end]
  }

  /// A key as the decoder reads it: `"\u0069d"` is `id`.
  private static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
    let plain = String(decoding: bytes, as: UTF8.self)
    guard bytes.contains(UInt8(ascii: "\\")) else { return plain }
    return (try? JSONDecoder().decode([String].self, from: Data("[\"\(plain)\"]".utf8)))?.first
      ?? plain
  }

  private func flaw(_ problem: String, expected: String) -> JSONShape.Flaw {
    JSONShape.Flaw(line: line, problem: problem, expected: expected)
  }
}
