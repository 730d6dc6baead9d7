import BenchmarkModel
import BenchmarkWorker
import ReformatCore
import Testing

@Suite struct BodySuiteTests {
  @Test func eachPressIsOneCall() throws {
    var calls = 0
    let suite = BodySuite(
      name: "Bodies", bodies: [.init("count", known: KnownCost(allocations: 0)) { calls += 1 }])
    let cells = suite.cells(matching: CellFilter(strategy: ["c*"]))
    #expect(cells.map(\.id) == ["count/none/none/1/call"])
    let session = try suite.sessions(of: cells[0], seed: 0)[0]
    let subject = session.makeSubject(phases: PhaseMarker())
    for index in 0..<session.keystrokeCount { subject.press(index) }
    #expect(calls == session.keystrokeCount)
    #expect(session.knownCost?.allocations == 0)
    #expect(subject.updates == nil, "a body has no refreshes, which is not the same as none")
  }

  @Test func aBodyThatIsNotThereIsRefused() {
    let cell = Cell(strategy: "x", value: "none", locale: "none", length: 1, script: "call")
    #expect(throws: SuiteError.self) {
      try BodySuite(name: "Bodies", bodies: []).sessions(of: cell, seed: 0)
    }
  }
}
