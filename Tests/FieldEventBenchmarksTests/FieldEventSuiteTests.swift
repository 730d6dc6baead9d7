import BenchmarkModel
import BenchmarkWorker
import CombineSuites
import FieldEventBenchmarks
import FieldEvents
import Foundation
import KeystrokeSuites
import ReformatCore
import Testing

@Suite struct FieldEventSuiteTests {
  private static let edits = [
    #"{"screen": "appear"}"#, #"{"screen": "keyboard-shows"}"#,
    #"{"range": [0, 0], "replacement": "1234"}"#, #"{"key": "Return"}"#,
    #"{"screen": "keyboard-hides"}"#, #"{"screen": "disappear"}"#,
  ].joined(separator: ", ")
  private static let line =
    #"{"id": "t", "locale": "fr_FR", "value": "int", "meant": "1234", "edits": [\#(edits)]}"#

  private func suite(_ keyboards: [KeyboardEntry] = [.delegateMended]) throws -> FieldEventSuite {
    FieldEventSuite(
      name: "Events", keyboards: keyboards, observers: [1, 3],
      forms: [
        FormEntry(.delegateFilter, keyboard: .delegateMended, isAsync: false),
        FormEntry(.onChangeReformat, keyboard: .delegateMended, isAsync: true),
      ], traces: try TraceReader.parse(Self.line, file: "t.jsonl"))
  }

  /// Presses all keystrokes of a cell and returns the refreshes after each of them.
  private func refreshes(_ id: String, of suite: FieldEventSuite) throws -> [Int?] {
    let cell = try #require(Cell(id: id))
    let session = try suite.sessions(of: cell, seed: 1)[0]
    #expect(session.mismatch == nil, "\(String(describing: session.mismatch))")
    let subject = session.makeSubject(phases: PhaseMarker())
    return (0..<session.keystrokeCount).map { index in
      subject.press(index)
      return subject.updates?.refreshes
    }
  }

  @Test func eachPressIsANotificationToEachObserver() throws {
    let suite = try suite()
    #expect(
      try refreshes("keyboard-delegate-mended/none/none/3/show-hide", of: suite)
        == (1...16).map { 3 * $0 })
    let bad = try refreshes("keyboard-delegate-mended/none/none/3/bad-payload", of: suite)
    #expect(bad.count > 10 && bad.allSatisfy { $0 == 0 })
    #expect(
      try refreshes("keyboard-delegate-mended/none/none/3/gone", of: suite).allSatisfy { $0 == nil }
    )
  }

  /// A faulty screen that refreshes twice for each notification.
  private final class BadScreen: KeyboardScreen, KeyboardObserverDelegate {
    let inset = 0.0
    var emissions = 0
    var refreshes = 0
    let observer: KeyboardObserver
    private let phases: PhaseMarker
    init(_ center: NotificationCenter, _ frame: CGRect, _ phases: PhaseMarker) {
      observer = KeyboardObserver(center: center, screen: frame)
      self.phases = phases
      observer.delegate = self
    }
    func keyboardWillChange(_ change: KeyboardChange, inset: Double) {
      for _ in 0..<2 { phases.measure(.refresh) { refreshes += 1 } }
    }
  }

  /// An object that keeps screens alive.
  private final class Keeper: @unchecked Sendable {
    var screens: [any KeyboardScreen] = []
  }

  @Test func aScreenThatRefreshesTwiceOrLivesOnIsWrong() throws {
    let keeper = Keeper()
    let suite = try suite([
      KeyboardEntry("twice") { BadScreen($0, $1, $2) },
      KeyboardEntry("kept") { center, frame, phases in
        let screen = DelegateScreen(center: center, frame: frame, phases: phases)
        keeper.screens.append(screen)
        return screen
      },
    ])
    func mismatch(_ id: String) throws -> Mismatch? {
      let cell = try #require(Cell(id: id))
      return try suite.sessions(of: cell, seed: 1)[0].mismatch
    }
    #expect(try mismatch("twice/none/none/1/change-frame")?.text.contains("32 refreshes") == true)
    #expect(try mismatch("kept/none/none/1/show-hide") == nil)
    #expect(try mismatch("kept/none/none/1/gone")?.text.contains("16 refreshes") == true)
  }

  @Test(arguments: ["appearance-plain", "appearance-async"], ["first", "repeat"])
  func appearancesPrepareAsOftenAsTheyShould(_ strategy: String, _ script: String) throws {
    let steps = try refreshes("\(strategy)/none/none/1/\(script)", of: try suite())
    #expect(steps.count == 16)
  }

  @Test func anInterruptedPreparationNeverEnds() throws {
    #expect(try refreshes("appearance-async/none/none/1/interrupted", of: try suite()).count == 16)
  }

  /// Shows the purpose of the guard: without it each appearance prepares again.
  @Test func withoutTheGuardEachAppearancePrepares() throws {
    let cell = try #require(Cell(id: "appearance-unguarded/none/none/1/repeat"))
    let mismatch = try suite().sessions(of: cell, seed: 1)[0].mismatch
    #expect(mismatch?.expectedText == "prepared 1 times")
    #expect(mismatch?.text == "prepared 16 times")
  }

  /// Checks the published screens: they keep their inset when the keyboard hides, and have no cell with a bad payload
  /// that would crash them.
  @Test func thePublishedKeyboardsShowTheirDefects() throws {
    let suite = try suite([.delegate, .publisher])
    func mismatch(_ id: String) throws -> Mismatch? {
      let cell = try #require(Cell(id: id))
      return try suite.sessions(of: cell, seed: 1)[0].mismatch
    }
    #expect(
      try mismatch("keyboard-delegate/none/none/1/show-hide")?.text.hasPrefix("inset 344") == true)
    #expect(
      try mismatch("keyboard-publisher/none/none/1/show-hide")?.text.hasPrefix("inset 302") == true)
    #expect(try mismatch("keyboard-publisher/none/none/3/gone") == nil)
    #expect(
      try mismatch("keyboard-delegate/none/none/3/bad-payload") != nil,
      "a frame that is empty or not finite is taken")
    #expect(throws: SuiteError.self) { try mismatch("keyboard-publisher/none/none/1/bad-payload") }
    #expect(
      suite.cells(matching: CellFilter(script: ["bad-payload"])).allSatisfy {
        $0.strategy == "keyboard-delegate"
      })
  }

  @Test func aFormIsATraceWithItsEventsAndItsText() throws {
    let suite = try suite()
    // Appear; the keyboard shows; the number; Return, which does not change the value; the keyboard hides; disappear.
    #expect(
      try refreshes("delegate-filter/int/fr_FR/4/trace-t", of: suite) == [0, 1, 2, 2, 3, 3])
    #expect(try refreshes("onchange-reformat/int/fr_FR/4/trace-t", of: suite).count == 6)
  }

  @Test(arguments: [
    "keyboard-delegate-mended/none/none/0/show-hide", "keyboard-delegate-mended/none/none/1/first",
    "keyboard-delegate-mended/int/none/1/show-hide", "appearance-plain/none/none/1/interrupted",
    "appearance-unguarded/none/none/1/interrupted",
    "appearance-async/none/none/2/first", "delegate-filter/int/en_US/4/trace-t",
    "format-on-commit/int/fr_FR/4/trace-t",
  ]) func aCellThatIsNotThereIsRefused(_ id: String) throws {
    let suite = try suite()
    let cell = try #require(Cell(id: id))
    #expect(throws: SuiteError.self) { try suite.sessions(of: cell, seed: 1) }
  }
}
