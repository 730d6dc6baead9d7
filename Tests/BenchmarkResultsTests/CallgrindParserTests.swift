import BenchmarkResults
import Testing

/// Tests that callgrind's output is read and anything else is refused.
@Suite("Callgrind's dumps")
struct CallgrindParserTests {
  /// The shortened output of valgrind 3.19 for a program that calls `swift_retain` in a loop.
  ///
  /// A dot at the end of a line is a blank.
  private static let text = dotted.replacing("·", with: " ")
  private static let dotted = """
    # callgrind format
    version: 1
    creator: callgrind-3.19.0
    pid: 12921
    cmd:  ./t
    part: 1


    desc: I1 cache:·
    desc: Timerange: Basic block 0 - 1765
    desc: Trigger: Client Request: format

    positions: instr
    events: Ir
    summary: 72


    ob=(1) /usr/bin/t
    fl=(1) ???
    fn=(4) swift_retain
    0x720 15
    +2 10
    -2 5

    fn=(0) main
    0x86a 4
    0x86f 20
    cob=(1)
    cfi=(1)
    cfn=(4)
    calls=535 -51·
    * 60
    * 1
    +5 1
    cfn=(6) swift_release
    calls=1 0x800·
    * 8

    fn=(6)
    0x800 2
    +1 14

    totals: 72

    part: 2

    desc: Trigger: Program termination

    positions: instr
    events: Ir
    summary: 0


    totals: 0

    """

  private func dumps(_ text: String, callees: Set<String> = []) throws(Problem)
    -> [CallgrindDump]
  {
    try CallgrindParser.dumps(in: [UInt8](text.utf8), file: "out", callees: callees)
  }

  @Test("Costs add up by function, and the cost of a call does not count for its caller")
  func costs() throws {
    let all = try dumps(Self.text)
    #expect(all.map(\.name) == ["format", nil])
    #expect(all.map(\.instructions) == [72, 0])
    let functions = all[0].functions
    #expect(functions.map(\.name) == ["main", "swift_release", "swift_retain"])
    #expect(functions.map(\.instructions) == [26, 16, 30])
    #expect(functions.map(\.object) == ["/usr/bin/t", "/usr/bin/t", "/usr/bin/t"])
  }

  @Test(
    "The entries of a function are the executions of its first instruction, over all its blocks")
  func entries() throws {
    #expect(try dumps(Self.text)[0].functions.map(\.entries) == [4, 2, 20])
  }

  @Test("A function listed several times is one function, entered at its first instruction")
  func interleaved() throws {
    let split = Self.text.replacing(
      "+2 10\n-2 5", with: "+2 10\nfn=(0) main\n0x86a 0\nfn=(4)\n0x720 5")
    #expect(split != Self.text)
    let functions = try dumps(split.replacing("fn=(0) main\n0x86a 4", with: "fn=(0)\n0x86a 4"))[0]
      .functions
    #expect(functions.map(\.name) == ["main", "swift_release", "swift_retain"])
    #expect(functions.map(\.entries) == [4, 2, 20])
  }

  @Test("The symbol of a recursive function, or of one whose callers are kept apart")
  func symbols() {
    #expect(CallgrindDump.symbol(of: "swift_release") == "swift_release")
    #expect(CallgrindDump.symbol(of: "swift_release'2") == "swift_release")
    #expect(CallgrindDump.symbol(of: "swift_release'main") == "swift_release")
  }

  @Test("A call counts as often as the calling instruction, not as often as callgrind has seen it")
  func calls() throws {
    let main = try dumps(Self.text, callees: ["swift_retain"])[0].functions[0]
    #expect(main.calls.map(\.address) == [0x86f])
    #expect(main.calls.map(\.callee) == ["swift_retain"])
    #expect(main.calls.map(\.count) == [20])
  }

  @Test(
    "Text that callgrind does not write is refused, with its line",
    arguments: [
      ("version: 1", "version: 2", 2, "version is \"2\", 1 was expected"),
      ("positions: instr", "positions: line", 13, "positions is \"line\""),
      ("events: Ir", "events: Ir Ge", 14, "events is \"Ir Ge\""),
      ("+2 10", "+2 11", 43, "the instructions add up to 73, and the dump says 72"),
      ("+2 10", "+2", 22, "is not a cost"),
      ("+2 10", "+2 x", 22, "is not a cost"),
      ("0x720 15", "0xg 15", 21, "is not a cost"),
      ("fn=(4) swift_retain", "fn=(4)", 20, "is not a name"),
      ("cfn=(6) swift_release", "cfn=swift_release", 35, "is not a name"),
      ("calls=535 -51 \n* 60", "calls=535 -51 ", 32, ""),
      ("calls=535 -51 \n", "", 30, ""),
      ("part: 2", "part: 1\npart: 2", 46, "a dump begins within another"),
      ("totals: 72", "totals: many", 43, "many is not a count"),
      ("summary: 72", "summary: 99", 43, "the summary is 99"),
      ("desc: Timerange", "rate: 1\ndesc: Timerange", 10, "rate: is not a header"),
      ("fl=(1) ???", "jump=1 0x5", 19, "jump= is not a line"),
      ("0x720 15", "nonsense", 21, "is not a line of a dump"),
    ])
  func damage(_ old: String, _ new: String, _ line: Int, _ problem: String) throws {
    let damaged = Self.text.replacing(old, with: new, maxReplacements: 1)
    #expect(damaged != Self.text)
    if problem.isEmpty {
      // A missing line changes the meaning of the next ones; the sums show it.
      #expect(throws: Problem.self) { try dumps(damaged) }
      return
    }
    let error = try #require(throws: Problem.self) { try dumps(damaged) }
    #expect(error.line == line)
    #expect(error.description.contains(problem), "\(error)")
  }

  @Test("A truncated file is refused, wherever it was cut")
  func cut() throws {
    let lines = Self.text.split(separator: "\n", omittingEmptySubsequences: false)
    // Whole dumps may be missing at the end; the caller who asked for them has to notice.
    let afterFirst = lines.firstIndex(of: "totals: 72")! + 1
    let afterHeaders = lines.firstIndex(of: "part: 2")!
    for count in 0..<lines.count where !(afterFirst...afterHeaders).contains(count) {
      let text = lines[..<count].joined(separator: "\n")
      if text.hasSuffix("totals: 0") { continue }
      #expect(throws: Problem.self, "\(count) lines") { try dumps(text) }
    }
  }
}
