/// Reads the dumps of a process from callgrind's file, and refuses everything that it does not know.
///
/// Written for `--dump-instr=yes --dump-line=no --combine-dumps=yes`. The format is described in valgrind's manual,
/// "Callgrind Format Specification": costs by instruction, names and addresses compressed. The instructions of all
/// functions must add up to the totals that the dump states itself.
package struct CallgrindParser {
  let file: String
  private(set) var line = 0
  private var dumps: [CallgrindDump] = []
  // Names are valid within one dump.
  private var objects = CompressedNames()
  private var functions = CompressedNames()
  /// The dump that is being read; nil between two dumps.
  private var dump: CallgrindDumpBuilder?
  /// The symbols whose callers are wanted.
  private let callees: Set<String>

  private init(file: String, callees: Set<String>) {
    self.file = file
    self.callees = callees
  }

  /// Reads the dumps in a file.
  ///
  /// - Parameters:
  ///   - bytes: the contents of the file.
  ///   - file: the name of the file in errors.
  ///   - callees: the symbols whose callers are wanted.
  /// - Returns: the dumps in the order of the file, including the one at the end of the process.
  /// - Throws: ``Problem`` with the line that is wrong.
  package static func dumps(
    in bytes: [UInt8], file: String, callees: Set<String> = []
  ) throws(Problem) -> [CallgrindDump] {
    var parser = CallgrindParser(file: file, callees: callees)
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      parser.line += 1
      try parser.read(bytes[start..<end])
      start = end + 1
    }
    guard parser.dump == nil else { throw parser.error("the file ends within a dump") }
    guard !parser.dumps.isEmpty else { throw parser.error("there is no dump in the file") }
    return parser.dumps
  }

  private func error(_ problem: String) -> Problem {
    Problem(
      file: file, line: line, problem: problem,
      hint: "is this the output of another version of valgrind? 3.15 or newer was expected")
  }

  private mutating func read(_ bytes: ArraySlice<UInt8>) throws(Problem) {
    guard let first = bytes.first else { return }
    switch first {
    case UInt8(ascii: "#") where line == 1: return
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "*"):
      guard let cost = CostLine(bytes), dump?.add(cost) == true else {
        throw error("\(Self.quoted(bytes)) is not a cost of an instruction")
      }
    default: try readWord(bytes)
    }
  }

  /// Reads a line that begins with a word: a header, or an assignment.
  private mutating func readWord(_ bytes: ArraySlice<UInt8>) throws(Problem) {
    guard dump?.isAfterCall != true else {
      throw error("the cost of a call was expected, not \(Self.quoted(bytes))")
    }
    // Searches bytes, because a search for characters would first have to find where they end.
    guard let end = bytes.firstIndex(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ":") })
    else { throw error("\(Self.quoted(bytes)) is not a line of a dump") }
    let key = String(decoding: bytes[..<end], as: UTF8.self)
    let value = bytes[(end + 1)...]
    if bytes[end] == UInt8(ascii: "=") {
      try assign(String(decoding: value, as: UTF8.self), to: key)
    } else {
      let trimmed = value.drop { $0 == UInt8(ascii: " ") }
      try header(key, String(decoding: trimmed, as: UTF8.self))
    }
  }

  private mutating func header(_ key: String, _ value: String) throws(Problem) {
    func expect(_ expected: String) throws(Problem) {
      guard value == expected else {
        throw error("\(key) is \(value.debugDescription), \(expected) was expected")
      }
    }
    switch key {
    case "version", "positions", "events":
      try expect(["version": "1", "positions": "instr", "events": "Ir"][key] ?? "")
    case "creator", "pid", "cmd": return
    case "part":
      guard dump == nil else { throw error("a dump begins within another") }
      dump = CallgrindDumpBuilder(callees: callees)
      objects = CompressedNames()
      functions = CompressedNames()
    case "desc":
      let trigger = "Trigger: Client Request: "
      if value.hasPrefix(trigger) { dump?.name = String(value.dropFirst(trigger.count)) }
    case "summary":
      let summary = try count(value)
      dump?.summary = summary
    case "totals":
      let count = try count(value)
      guard let built = dump?.dump() else { throw error("totals without a dump") }
      let sum = built.functions.reduce(0) { $0 + $1.instructions }
      guard sum == count else {
        throw error("the instructions add up to \(sum), and the dump says \(count)")
      }
      // If collecting starts or stops within a block, callgrind adds an instruction or two more to a function than to
      // the sum.
      guard abs(built.instructions - count) <= 16 + count / 1000 else {
        throw error("the summary is \(built.instructions), and the totals are \(count)")
      }
      dumps.append(built)
      dump = nil
    default: throw error("\(key): is not a header of a dump")
    }
  }

  private func count(_ text: String) throws(Problem) -> Int {
    guard let count = Int(text) else { throw error("\(text) is not a count") }
    return count
  }

  private mutating func assign(_ value: String, to key: String) throws(Problem) {
    guard dump != nil else { throw error("\(key)= outside of a dump") }
    switch key {
    case "ob":
      guard let name = objects.name(value) else { throw unknown(value) }
      dump?.object = name
    case "fn":
      guard let name = functions.name(value) else { throw unknown(value) }
      dump?.beginFunction(name)
    case "cfn":
      guard let name = functions.name(value) else { throw unknown(value) }
      dump?.callee = name
    case "cob":
      guard objects.name(value) != nil else { throw unknown(value) }
    case "calls":
      // The number counts all calls since the process began, even those whose costs were not collected.
      guard dump?.beginCall() == true else { throw error("calls= without a function to call") }
    // Source files, which only debug information would give.
    case "fl", "fi", "fe", "cfi", "cfl": return
    default: throw error("\(key)= is not a line of a dump")
    }
  }

  private func unknown(_ name: String) -> Problem {
    error("\(name.debugDescription) is not a name, or one that was not given before")
  }

  private static func quoted(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.prefix(80), as: UTF8.self).debugDescription
  }
}

/// Names that are written once: `(3) name` the first time, `(3)` afterwards.
private struct CompressedNames {
  private var names: [Int: String] = [:]

  mutating func name(_ text: String) -> String? {
    let bytes = text.utf8
    guard bytes.first == UInt8(ascii: "("), let end = bytes.firstIndex(of: UInt8(ascii: ")")),
      let number = Int(text[bytes.index(after: bytes.startIndex)..<end])
    else { return nil }
    let rest = bytes[bytes.index(after: end)...]
    if rest.isEmpty { return names[number] }
    guard rest.first == UInt8(ascii: " "), rest.count > 1, names[number] == nil,
      let name = String(rest.dropFirst())
    else { return nil }
    names[number] = name
    return name
  }
}

/// `0x1abaa 265`, `+5 1`, `-3 10`, `* 2`: an instruction, and its cost.
struct CostLine {
  /// The position of the instruction.
  enum Place {
    case at(UInt64)
    case relative(Int64)
  }

  var place: Place
  /// The number of instructions.
  var cost: Int

  init?(_ bytes: ArraySlice<UInt8>) {
    // A cell of a toolkit has a million of these lines, so nothing here allocates.
    guard let end = bytes.firstIndex(of: UInt8(ascii: " ")),
      let cost = Self.decimal(bytes[(end + 1)...])
    else { return nil }
    self.cost = cost
    let position = bytes[..<end]
    switch position.first {
    case UInt8(ascii: "*") where position.count == 1: place = .relative(0)
    case UInt8(ascii: "+"):
      guard let distance = Self.decimal(position.dropFirst()) else { return nil }
      place = .relative(Int64(distance))
    case UInt8(ascii: "-"):
      guard let distance = Self.decimal(position.dropFirst()) else { return nil }
      place = .relative(-Int64(distance))
    case UInt8(ascii: "0") where position.dropFirst().first == UInt8(ascii: "x"):
      guard let address = Self.hexadecimal(position.dropFirst(2)) else { return nil }
      place = .at(address)
    default: return nil
    }
  }

  private static func decimal(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard (1...18).contains(bytes.count) else { return nil }
    var number = 0
    for byte in bytes {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      number = number * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return number
  }

  private static func hexadecimal(_ bytes: ArraySlice<UInt8>) -> UInt64? {
    guard (1...16).contains(bytes.count) else { return nil }
    var number: UInt64 = 0
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        number = number << 4 | UInt64(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"):
        number = number << 4 | UInt64(byte - UInt8(ascii: "a") + 10)
      default: return nil
      }
    }
    return number
  }
}
