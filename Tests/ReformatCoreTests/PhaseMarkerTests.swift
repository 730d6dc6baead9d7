import ReformatCore
import Testing

@Suite struct PhaseMarkerTests {
  private final class Recorder: PhaseObserver {
    var current: Phase?
    var switches: [Phase?] = []

    func switchPhase(to phase: Phase?) -> Phase? {
      defer { current = phase }
      switches.append(phase)
      return current
    }
  }

  @Test func nestedPhasesReturnToTheOneAround() {
    let recorder = Recorder()
    let marker = PhaseMarker(observer: recorder)
    let result = marker.measure(.refresh) { marker.measure(.format) { 7 } }
    #expect(result == 7)
    #expect(recorder.switches == [.refresh, .format, .refresh, nil])
  }

  @Test func aPhaseThatThrowsIsLeft() {
    struct Refused: Error {}
    let recorder = Recorder()
    #expect(throws: Refused.self) {
      try PhaseMarker(observer: recorder).measure(.parse) { () throws in throw Refused() }
    }
    #expect(recorder.current == nil)
  }
}
