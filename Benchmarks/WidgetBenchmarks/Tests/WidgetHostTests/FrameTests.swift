import FieldHost
import KeystrokeSuites
import ReformatCore
import Testing
import WidgetHost
import WidgetSuites

/// Tests of frames and their contents.
@ScreenActor
@Suite("Frames", .serialized)
struct FrameTests {
  /// The counts of widget and screen for each key of `1234567`.
  private func counts(_ name: String) throws -> [ScreenCounts] {
    let field = try ModelTests.widget(name)
    return try "1234567".map { key in
      let before = try #require(field.screenCounts)
      field.type(String(key))
      let after = try #require(field.screenCounts)
      return ScreenCounts(
        signals: after.signals - before.signals,
        layoutCalls: after.layoutCalls - before.layoutCalls,
        frames: after.frames - before.frames,
        flickerFrames: after.flickerFrames - before.flickerFrames)
    }
  }

  @Test("Counts repeat exactly", arguments: ModelTests.names)
  func exact(_ name: String) throws {
    let first = try counts(name)
    for _ in 0..<3 { #expect(try counts(name) == first) }
    #expect(first.allSatisfy { $0.signals > 0 && $0.layoutCalls > 0 })
  }

  @Test(
    "Only a format that waits until the toolkit is idle shows the raw text, at each key that it rewrites"
  )
  func flicker() throws {
    let usual = ToolkitFacts.here.framesPerKey
    let more = [0, 0, 0, 1, 1, 1, 1]
    for name in ModelTests.names where name != "onchange-reformat-idle" {
      let counts = try counts(name)
      #expect(counts.map(\.flickerFrames) == Array(repeating: 0, count: 7), "\(name)")
      let isInUpdate = name == "onchange-reformat" || name.hasPrefix("incremental-onchange")
      let late = isInUpdate ? ToolkitFacts.here.framesOfUpdate : 0
      #expect(counts.map(\.frames) == more.map { usual + $0 * late }, "\(name)")
    }
    let idle = try counts("onchange-reformat-idle")
    #expect(idle.map(\.flickerFrames) == more)
    #expect(idle.map(\.frames) == more.map { usual + $0 })
  }

  @Test(
    "A key that leaves the text alone emits what an unformatted one does; one that rewrites it, more"
  )
  func signals() throws {
    let plain = try counts("unformatted").map(\.signals)
    let delegate = try counts("delegate-filter").map(\.signals)
    #expect(delegate[..<3] == plain[..<3])
    let emitsMore = zip(delegate[3...], plain[3...]).allSatisfy { $0 > $1 }
    #expect(emitsMore == ToolkitFacts.here.rewritingEmitsMore, "\(delegate), \(plain)")
    // The engine deletes and inserts at most once, while the others write the whole text: over a session it emits fewer
    // signals, although a single key that moves a separator may emit more.
    let engine = try counts("incremental-delegate").map(\.signals)
    if ToolkitFacts.here.rewritingEmitsMore {
      #expect(engine.reduce(0, +) < delegate.reduce(0, +), "\(engine), \(delegate)")
    }
  }

  @Test(
    "A keystroke's phases are those of a widget",
    .enabled("layout and paint happen in another process") { ToolkitFacts.here.isInProcess })
  func phases() throws {
    final class Ledger: PhaseObserver {
      var entered: Set<Phase> = []
      private var current: Phase?
      func switchPhase(to phase: Phase?) -> Phase? {
        defer { current = phase }
        if let phase { entered.insert(phase) }
        return current
      }
    }
    let ledger = Ledger()
    let listed = try #require(WidgetSuite.strategies.first { $0.name == "delegate-filter" })
    let field = listed.entry { InputMethodDriver() }.makeField(
      .init(locale: "en_US", value: .int), PhaseMarker(observer: ledger))
    for key in "1234" { field.type(String(key)) }
    #expect(ledger.entered == [.dispatch, .filter, .parse, .format, .rewrite, .layout, .paint])
    // Every phase has ended.
    #expect(ledger.switchPhase(to: nil) == nil)
  }

  @Test("Each frame is recorded with its text, and flicker is marked")
  func recorded() throws {
    let field = try #require(ModelTests.widget("onchange-reformat-idle") as? WidgetField)
    let records = FrameRecord.record("1234", in: field)
    #expect(records.map { $0.frames.map(\.text) } == [["1"], ["12"], ["123"], ["1234", "1,234"]])
    #expect(records[3].frames.map(\.isFlicker) == [true, false])
  }
}
