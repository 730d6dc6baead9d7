import BenchmarkModel
import BenchmarkWorker
import FieldHost
import KeystrokeSuites
import ReformatCore
import Synchronization
import Testing
import WidgetHost
import WidgetSuites

/// Tests that the user sees the same as in the headless model: after every edit the same text, value and caret.
@ScreenActor
@Suite("The widget and the model", .serialized)
struct ModelTests {
  typealias NamedDriver = (name: String, make: @Sendable () -> any Driver)

  nonisolated static let drivers: [NamedDriver] = {
    let inputMethod: NamedDriver = ("input-method", { InputMethodDriver() })
    let server: NamedDriver = ("xtest", { XTestDriver() })
    return ToolkitFacts.here.hasKeysOfServer ? [inputMethod, server] : [inputMethod]
  }()

  /// A step: the place, and the text that is typed or pasted; an empty text is Backspace or Delete.
  private enum Step {
    case type(String)
    case backspace(at: Int)
    case delete(at: Int)
    case replace(Range<Int>, String)
  }

  private static let steps: [Step] =
    "1234567".map { .type(String($0)) } + [
      .backspace(at: 3), .delete(at: 1), .type("8"), .replace(0..<0, "9"), .replace(1..<3, "4"),
      .type("x"), .replace(0..<2, "x"), .type("5"), .replace(0..<4, "12"), .type("678"),
      .backspace(at: 2), .backspace(at: 1), .type("0"),
    ]

  nonisolated static let names = WidgetSuite.strategies.map(\.name)

  @Test(
    "Texts, values and carets are equal after every edit",
    arguments: names, ["en_US", "fr_FR", "ar_EG"])
  func equal(_ name: String, _ locale: String) throws {
    for driver in Self.drivers { try compare(name, locale, driver.make, driver.name) }
  }

  private func compare(
    _ name: String, _ locale: String, _ driver: @escaping @Sendable () -> any Driver,
    _ driverName: String
  ) throws {
    let listed = try #require(WidgetSuite.strategies.first { $0.name == name })
    let configuration = FieldConfiguration(locale: locale, value: .int)
    let model = listed.headless.makeField(configuration, PhaseMarker())
    let widget = listed.entry(driver).makeField(configuration, PhaseMarker())
    for (index, step) in Self.steps.enumerated() {
      guard let (edit, selection) = Self.edit(step, in: model.text) else { continue }
      for field in [model, widget] {
        // A click puts the caret there first.
        if field.selection != selection { field.selection = selection }
        field.apply(edit)
      }
      let place = "\(name) \(locale) \(driverName), step \(index): \(step)"
      #expect(widget.text == model.text, "\(place)")
      // These strategies write while the toolkit tells them of a paste.
      let isMoved =
        ToolkitFacts.here.setsCaretAfterPaste
        && ["delegate-filter", "onchange-reformat-handler"].contains(name)
        && edit.replacement.count > 1
      let pasted = min(
        edit.range.lowerBound + edit.replacement.utf16.count, model.text.utf16.count)
      #expect(
        widget.selection == (isMoved ? pasted..<pasted : model.selection),
        "\(place): \(model.text)")
      #expect(widget.valueDescription == model.valueDescription, "\(place)")
    }
    model.endEditing()
    widget.endEditing()
    #expect(widget.text == model.text, "\(name) \(locale) \(driverName): Return")
  }

  /// A strategy that notes what it is asked about while something else is selected.
  private struct Probe: ReformatStrategy {
    typealias Value = Never
    let asked: Asked
    var hosting: Hosting { .delegate }
    var leavesMarkedTextAlone: Bool { true }

    mutating func shouldChange(
      _ text: String, selection: Range<Int>, in ranges: [Range<Int>], to replacement: String,
      phases: PhaseMarker
    ) -> EditDecision<Never> {
      let range = ranges[0]
      let isKey =
        replacement.isEmpty && selection.isEmpty
        && [range.lowerBound, range.upperBound].contains(selection.lowerBound)
      asked.noted.withLock {
        $0.count += 1
        if range != selection, !isKey { $0.elsewhere.append("\(text) \(selection) \(range)") }
      }
      return .apply
    }
  }

  private final class Asked: Sendable { let noted = Mutex((count: 0, elsewhere: [String]())) }

  @Test(
    "A delegate is asked about what is selected",
    arguments: ["edit-middle", "mixed", "paste", "select"])
  func selected(_ script: String) throws {
    let asked = Asked()
    let entry = StrategyEntry("probe", values: [.int], promise: .asTyped) { configuration, phases in
      HeadlessField(strategy: Probe(asked: asked), text: configuration.text, phases: phases)
    }
    let suite = WidgetSuite([.init(entry)])
    let cell = Cell(strategy: "probe", value: "int", locale: "en_US", length: 9, script: script)
    for session in try suite.sessions(of: cell, seed: 1) {
      let subject = session.makeSubject(phases: PhaseMarker())
      for index in 0..<session.keystrokeCount {
        subject.prepare(index)
        subject.press(index)
      }
    }
    let (count, elsewhere) = asked.noted.withLock { $0 }
    #expect(
      count > 10 && elsewhere.isEmpty, "\(elsewhere.count) of \(count): \(elsewhere.first ?? "")")
  }

  /// The edit, and the selection before it; nil if the text is too short.
  private static func edit(_ step: Step, in text: String) -> (TextEdit, Range<Int>)? {
    let end = text.utf16.count
    switch step {
    case .type(let keys): return (TextEdit(range: end..<end, replacement: keys), end..<end)
    case .backspace(let place):
      guard place <= end else { return nil }
      return (TextEdit(range: place - 1..<place, replacement: ""), place..<place)
    case .delete(let place):
      guard place < end else { return nil }
      return (TextEdit(range: place..<place + 1, replacement: ""), place..<place)
    case .replace(let range, let new):
      guard range.upperBound <= end else { return nil }
      return (TextEdit(range: range, replacement: new), range)
    }
  }

  /// Composes `456` behind `123`, step by step, and commits it; returns the texts.
  private static func compose(in field: any HostedField) -> [String] {
    field.type("123")
    var texts = ["4", "45", "456"].map { composed in
      field.setMarkedText(composed)
      return field.text
    }
    // An input method commits also a text that code has ended in the meantime.
    let wasEnded = (field as? HeadlessField).map { $0.markedText == nil }
    if wasEnded == true { field.type("456") } else { field.unmarkText() }
    texts.append(field.text)
    return texts
  }

  @Test("What is composed reaches the engine once it is whole")
  func composed() throws {
    for name in ["incremental-delegate", "incremental-onchange"] {
      let field = try Self.widget(name)
      let shown =
        ToolkitFacts.here.asksWhileComposing ? ["1234", "12345", "123456"] : ["123", "123", "123"]
      #expect(Self.compose(in: field) == shown + ["123,456"], "\(name)")
      #expect(field.valueDescription == "123456")
      #expect(field.selection == 7..<7)
    }
  }

  @Test(
    "A toolkit that asks while composing is asked as the model says: published strategies multiply the digits",
    .enabled("nobody is asked before the text is committed") {
      ToolkitFacts.here.asksWhileComposing
    }, arguments: names)
  func askedWhileComposing(_ name: String) throws {
    let listed = try #require(WidgetSuite.strategies.first { $0.name == name })
    let model = listed.headless.makeField(.init(locale: "en_US", value: .int), PhaseMarker())
    let widget = try Self.widget(name)
    let expected = Self.compose(in: model)
    #expect(Self.compose(in: widget) == expected)
    #expect(widget.valueDescription == model.valueDescription)
    #expect(widget.selection == model.selection)
    let rewrites = ["delegate-filter", "onchange-reformat"].contains { name.hasPrefix($0) }
    #expect((expected.last == "123,445,456,456") == rewrites, "\(expected)")
  }

  @Test("A character that is typed over an equal one is an edit", arguments: names)
  func typedOverEqual(_ name: String) throws {
    let listed = try #require(WidgetSuite.strategies.first { $0.name == name })
    let configuration = FieldConfiguration(locale: "en_US", value: .int)
    for driver in Self.drivers {
      let fields = [
        listed.headless.makeField(configuration, PhaseMarker()),
        listed.entry(driver.make).makeField(configuration, PhaseMarker()),
      ]
      let told = fields.map { field in
        field.type("123")
        let before = field.counts.emissions
        field.selection = 1..<2
        field.apply(TextEdit(range: 1..<2, replacement: "2"))
        return field.counts.emissions - before
      }
      #expect(told[0] == told[1], "\(driver.name)")
      #expect(fields.map(\.selection) == [2..<2, 2..<2], "\(driver.name)")
    }
  }

  static func widget(_ name: String) throws -> any HostedField {
    let listed = try #require(WidgetSuite.strategies.first { $0.name == name })
    return listed.entry { InputMethodDriver() }.makeField(
      FieldConfiguration(locale: "en_US", value: .int), PhaseMarker())
  }
}
