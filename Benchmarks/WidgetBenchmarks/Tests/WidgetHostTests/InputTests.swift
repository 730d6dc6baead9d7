import FieldHost
import KeystrokeSuites
import ReformatCore
import Testing
import WidgetHost
import WidgetSuites

/// Tests of input other than one key for one character, and of the resulting output.
@ScreenActor
@Suite("Composing, undo and right-to-left digits", .serialized)
struct InputTests {
  /// Keyvals of X for composing.
  private enum Composing {
    static let deadCircumflex: UInt32 = 0xfe52
    static let compose: UInt32 = 0xff20
    /// Each result, with its keys.
    static let sequences: [([UInt32], String)] = [
      ([deadCircumflex, key("1")], "\u{b9}"), ([compose, key("1"), key("2")], "\u{bd}"),
    ]

    static func key(_ character: Unicode.Scalar) -> UInt32 { character.value }
  }

  private static let hasKeys = WidgetField.addKeys([Composing.deadCircumflex, Composing.compose])

  @Test(
    "Dead keys and Compose: a strategy is told of nothing before the character is whole, and then of one edit",
    arguments: ModelTests.names, ToolkitFacts.here.composingDrivers)
  func composes(_ name: String, _ driver: Int) throws {
    try #require(Self.hasKeys)
    let listed = try #require(WidgetSuite.strategies.first { $0.name == name })
    let configuration = FieldConfiguration(locale: "en_US", value: .int)
    for (keys, composed) in Composing.sequences {
      let model = listed.headless.makeField(configuration, PhaseMarker())
      let made = listed.entry(ModelTests.drivers[driver].make).makeField(
        configuration, PhaseMarker())
      let widget = try #require(made as? WidgetField)
      for field in [model, widget] as [any HostedField] { field.type("123") }
      let before = (text: widget.text, counts: widget.counts)
      for key in keys.dropLast() {
        widget.press(key)
        let isShown = driver == 0 || ToolkitFacts.here.showsDeadKeysOfServer
        #expect(widget.preedit.isEmpty != isShown)
        #expect(widget.text == before.text)
        #expect(widget.counts == before.counts)
      }
      let last = try #require(keys.last)
      widget.press(last)
      let end = model.text.utf16.count
      model.apply(TextEdit(range: end..<end, replacement: composed))
      #expect(widget.preedit.isEmpty)
      #expect(widget.text == model.text)
      #expect(widget.selection == model.selection)
      #expect(widget.valueDescription == model.valueDescription)
      #expect(name != "unformatted" || widget.text == "123\(composed)")
      widget.endEditing()
    }
  }

  @Test("Undo knows the widget's history, and no strategy's", arguments: ToolkitFacts.here.undone)
  func undone(_ name: String, _ expected: ToolkitFacts.State) throws {
    let field = try #require(ModelTests.widget(name) as? WidgetField)
    for key in "1234567" { field.type(String(key)) }
    field.undo()
    #expect(ToolkitFacts.State(text: field.text, value: field.valueDescription) == expected)
  }

  @Test(
    "Undo leaves the engine with another number, but never with a text that is none of its value, if it is asked",
    arguments: ["incremental-delegate", "incremental-onchange"])
  func undoneInTheEngine(_ name: String) throws {
    let field = try #require(ModelTests.widget(name) as? WidgetField)
    for key in "1234567" { field.type(String(key)) }
    guard name != "incremental-delegate" || ToolkitFacts.here.undoAsks else { return }
    let oracle = Oracle(locale: "en_US", value: .int)
    for _ in 0..<9 {
      field.undo()
      let number = try #require(MeantNumber(plain: field.valueDescription ?? ""))
      #expect(field.text == oracle.expectationWhileTyping(number).text)
    }
  }

  @Test(
    "A history of the app undoes and redoes texts with their values", arguments: ["en_US", "fr_FR"])
  func ownHistory(_ locale: String) throws {
    let format = FieldConfiguration(locale: locale, value: .int).incrementalFormat
    let field = WidgetField(undoingIn: format, driver: InputMethodDriver())
    let oracle = Oracle(locale: locale, value: .int)
    func state(_ digits: String) throws -> ToolkitFacts.State {
      let number = try #require(MeantNumber(plain: digits))
      return .init(
        text: oracle.expectationWhileTyping(number).text ?? "", value: digits.isEmpty ? nil : digits
      )
    }
    var present: ToolkitFacts.State { .init(text: field.text, value: field.valueDescription) }
    for key in "1234567" { field.type(String(key)) }
    let end = field.text.utf16.count
    for _ in 0..<2 {
      let end = field.text.utf16.count
      field.apply(TextEdit(range: end - 1..<end, replacement: ""))
    }
    #expect(try present == state("12345"))
    for digits in ["1234567", "", ""] {
      field.undo()
      #expect(try present == state(digits))
    }
    for digits in ["1234567", "12345", "12345"] {
      field.undo(redoes: true)
      #expect(try present == state(digits))
    }
    field.undo()
    #expect(field.selection == end..<end)
    field.type("8")
    #expect(try present == state("12345678"))
  }

  @Test("A font of this system has the digits and separators of each locale")
  func font() throws {
    for locale in ["en_US", "fr_FR", "ar_EG"] {
      let listed = try #require(WidgetSuite.strategies.first { $0.name == "incremental-delegate" })
      let made = listed.entry { InputMethodDriver() }.makeField(
        FieldConfiguration(locale: locale, value: .int), PhaseMarker())
      let field = try #require(made as? WidgetField)
      field.type("-1234567")
      #expect(field.text.unicodeScalars.count > 8, "\(field.text)")
      #expect(field.unknownGlyphs == 0, "\(locale): \(field.text)")
    }
    // The same check has another result if no font has the characters.
    let field = try #require(ModelTests.widget("unformatted") as? WidgetField)
    field.apply(TextEdit(range: 0..<0, replacement: "\u{1f9ff}\u{10fffd}"))
    #expect(field.unknownGlyphs > 0)
  }
}
