import Foundation

/// Pieces of work that two independent counters measure.
enum HeapBodies {
  /// Returns the body of a name; nil if there is none.
  static func body(_ name: String) -> (() throws -> Void)? {
    switch name {
    case "malloc": { use(malloc(100)) }
    case "calloc": { use(calloc(10, 10)) }
    case "realloc": { use(realloc(malloc(50), 500)) }
    case "aligned": aligned
    case "array": { keep([Int](repeating: kept, count: 100)) }
    case "class": { keep(Node(next: Node(next: nil))) }
    case "dictionary": { keep(Dictionary(uniqueKeysWithValues: (0..<20).map { ($0, kept) })) }
    case "closure": closure
    case "append": append
    case "reserve": reserve
    case "string-append": stringAppend
    case "format": Formatting.format
    case "parse": Formatting.parse
    case "formatter-string": Formatting.formatterString
    case "formatter-number": Formatting.formatterNumber
    default: nil
    }
  }

  private final class Node {
    let next: Node?
    init(next: Node?) { self.next = next }
  }

  // Nothing reads it, but the compiler cannot know that.
  nonisolated(unsafe) static var kept = 0
  nonisolated(unsafe) private static var last: Any?
  nonisolated(unsafe) private static var block: UnsafeMutableRawPointer?

  private static func use(_ pointer: UnsafeMutableRawPointer?) {
    block = pointer
    free(block)
  }

  @inline(never)
  private static func keep(_ value: Any) {
    last = value
    last = nil
  }

  private static func aligned() {
    var pointer: UnsafeMutableRawPointer?
    if posix_memalign(&pointer, 256, 1000) == 0 { use(pointer) }
  }

  private static func closure() {
    let node = Node(next: nil)
    let number = kept
    keep({ (node, number) } as () -> (Node, Int))
  }

  /// Grows an array step by step, each time to the size that the allocator says is usable.
  private static func append() {
    var array: [Int] = []
    for index in 0..<1000 { array.append(index &+ kept) }
    kept = array.count & 0
  }

  /// Reserves room for 65 numbers, then adds 76: they fit if a request of 552 bytes gets a block of 640.
  private static func reserve() {
    var array: [Int] = []
    array.reserveCapacity(65)
    for index in 0..<76 { array.append(index &+ kept) }
    kept = array.count & 0
  }

  private static func stringAppend() {
    var text = ""
    for _ in 0..<200 { text += "abc" }
    kept = text.utf8.count & 0
  }

  private enum Formatting {
    private static let locale = Locale(identifier: "fr_FR")
    private static let style = IntegerFormatStyle<Int>(locale: locale)
    private static let text = style.format(1_234_567)
    private static let formatter: NumberFormatter = {
      let formatter = NumberFormatter()
      formatter.locale = locale
      formatter.numberStyle = .decimal
      return formatter
    }()

    static func format() { kept = style.format(1_234_567).utf8.count & 0 }
    static func parse() throws { kept = try style.parseStrategy.parse(text) & 0 }
    static func formatterString() {
      kept = (formatter.string(from: 1_234_567)?.utf8.count ?? 0) & 0
    }
    static func formatterNumber() { kept = (formatter.number(from: text)?.intValue ?? 0) & 0 }
  }
}
