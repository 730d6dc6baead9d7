import BenchmarkConductor
import BenchmarkResults
import Testing

/// Tests that the output of perf script is read strictly.
@Suite struct ProfilerScriptTests {
  static let text = """
        500250 cpu-clock:uH: \n\
    \t          1cd0ce (/b/Keystroke Benchmarks)
    \t          2724a (/usr/lib/libc.so.6)

        500251 cpu-clock:uH: \n\
    \t          1cd0ce (/b/Keystroke Benchmarks)
    \t          2724a (/usr/lib/libc.so.6)

             1 cpu-clock:uH: \n\

             2 cpu-clock:uH: \n\
    \t    7fdd2b8a04d0 ([unknown])

    """

  @Test func equalStacksAddUp() throws {
    let script = try ProfilerScript(Self.text.utf8)
    #expect(script.event == "cpu-clock:uH")
    #expect(
      script.places == [
        CodeAddress(object: "/b/Keystroke Benchmarks", address: 0x1cd0ce),
        CodeAddress(object: "/usr/lib/libc.so.6", address: 0x2724a),
        CodeAddress(object: "[unknown]", address: 0x7fdd_2b8a_04d0),
      ])
    #expect(script.stacks[[0, 1]]?.count == 2 && script.stacks[[0, 1]]?.period == 1_000_501)
    #expect(script.stacks[[]]?.period == 1 && script.stacks[[2]]?.period == 2)
    #expect(script.stacks.count == 3)
  }

  @Test func noSamplesAreNone() throws {
    #expect(try ProfilerScript("".utf8).stacks.isEmpty)
    #expect(try ProfilerScript("\n\n".utf8).stacks.isEmpty)
  }

  @Test(arguments: [
    ("500250\n", "line 1", "a period and an event"),
    ("many cpu-clock:\n", "line 1", "a period and an event"),
    ("5 cpu-clock\n", "line 1", "a period and an event"),
    ("5 cpu-clock:\n\t 1cd (/a\n", "line 2", "an address and its file in brackets"),
    ("5 cpu-clock:\n\t xyz (/a)\n", "line 2", "an address"),
    ("5 cpu-clock:\n\n6 cycles:u:\n", "line 3", "the event cpu-clock was expected"),
  ])
  func otherTextIsRefusedWithItsLine(_ text: String, _ line: String, _ expected: String) throws {
    let error = try #require(throws: Problem.self) { try ProfilerScript(text.utf8) }
    #expect(error.description.contains(line) && error.description.contains(expected), "\(error)")
  }
}
