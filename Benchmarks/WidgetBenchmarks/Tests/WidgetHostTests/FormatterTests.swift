import GnustepFormatter
import Testing

/// Tests of what GNUstep asks a formatter, key by key, and what becomes of text and value; each beside the model.
@ScreenActor
@Suite("GNUstep and a formatter", .serialized)
struct FormatterTests {
  /// The line that GNUstep 0.29 itself logs when a formatter refuses a text and hands back no other; its field keeps the
  /// key.
  private static let unimplemented = "NSLog(Unimplemented: should delete last typed character)"

  /// The calls at a key after which the text is this one, and is valid.
  private static func accepted(_ key: String, _ text: String) -> [String] {
    [
      key.isEmpty ? "shouldChangeTextInRange" : "shouldChangeTextInRange(\(key))",
      "controlTextDidChange(\(text))", "isPartialStringValid(\(text))",
    ]
  }

  /// The calls if the text is invalid, and the formatter hands back another.
  private static func replaced(_ key: String, _ text: String) -> [String] {
    accepted(key, text) + ["didFailToValidatePartialString(\(text))"]
  }

  /// The calls if the text is invalid, and the formatter hands back none.
  private static func refused(_ key: String, _ text: String) -> [String] {
    replaced(key, text) + [unimplemented]
  }

  /// The calls at Return; `action` is the value that an app reads then.
  private static func finished(_ text: String, value: String, action: String) -> [String] {
    [
      "getObjectValue(\(text))", "getObjectValue(\(text))", "stringForObjectValue(\(value))",
      "stringForObjectValue(\(value))", "controlTextDidEndEditing", action,
      "stringForObjectValue(\(value))",
    ]
  }

  private static func finished(_ text: String, value: String) -> [String] {
    finished(text, value: value, action: "action(\(value))")
  }

  private func play(_ name: String, _ keyboard: Keyboard = .server) throws -> [FormatterScene.Step]
  {
    try #require(FormatterScene.all.first { $0.name == name }).play(by: keyboard)
  }

  @Test(
    "Each key is judged after the change, and a finished colour gets its prefix: as in the model")
  func finished() throws {
    let steps = try play("finished")
    let texts = ["f", "ff", "ff8", "ff88", "ff880", "ff8800"]
    #expect(steps.map(\.text) == texts + ["#ff8800"])
    #expect(
      steps.map(\.calls)
        == texts.map { Self.accepted(String($0.suffix(1)), $0) }
        + [Self.finished("ff8800", value: "ff8800")])
    #expect(steps.map(\.value) == Array(repeating: nil, count: 6) + ["ff8800"])
    #expect(steps.allSatisfy { $0.isAsInModel })
  }

  @Test(
    "A text that is refused stays: GNUstep logs that it should delete a character; the model keeps the former text"
  )
  func refused() throws {
    let steps = try play("refused")
    let bad = ["12g", "12g3", "12g34", "12g345", "12g3456", "12g34567"]
    #expect(steps.map(\.text) == ["1", "12"] + bad + [""])
    #expect(
      steps.map(\.calls)
        == [Self.accepted("1", "1"), Self.accepted("2", "12")]
        + bad.map { Self.refused(String($0.suffix(1)), $0) }
        + [Self.finished("12g34567", value: "12g34567", action: "action")])
    #expect(
      steps.map(\.modelText)
        == ["1", "12", "12", "123", "1234", "12345", "123456", "123456", "#123456"])
    // The field is blank and without a value, since the formatter has no text for what it reads.
    #expect(steps.last?.value == nil && steps.last?.modelValue == "123456")
    #expect(steps.prefix(2).allSatisfy { $0.isAsInModel })
    #expect(!steps.dropFirst(2).contains { $0.isAsInModel })
  }

  @Test("A formatter that hands back its last valid text refuses: as in the model")
  func handedBack() throws {
    let steps = try play("handed-back")
    #expect(
      steps.map(\.text)
        == ["1", "12", "12", "123", "1234", "12345", "123456", "123456", "#123456"])
    #expect(steps[2].calls == Self.replaced("g", "12g"))
    #expect(steps[3].calls == Self.accepted("3", "123"))
    #expect(steps[7].calls == Self.replaced("7", "1234567"))
    #expect(steps[8].calls == Self.finished("123456", value: "123456"))
    #expect(steps.allSatisfy { $0.isAsInModel })
  }

  @Test(
    "Return on a text that is too short leaves the field blank, as in the model; the model alone has its value"
  )
  func tooShort() throws {
    let last = try #require(try play("too-short").last)
    #expect(last.calls == Self.finished("ff88", value: "ff88", action: "action"))
    #expect(last.text == "" && last.modelText == "")
    #expect(last.value == nil && last.modelValue == "ff88")
  }

  @Test(
    "An edit of a finished colour is refused by the formatter, and GNUstep keeps it all the same")
  func editedAgain() throws {
    let steps = try play("edited-again").suffix(4).map { $0 }
    #expect(steps.map(\.key) == ["Right", "Backspace", "1", "Return"])
    #expect(steps.map(\.text) == ["#ff8800", "#ff880", "#ff8801", "#ff8801"])
    #expect(
      steps.map(\.calls) == [
        [], Self.refused("", "#ff880"), Self.refused("1", "#ff8801"),
        Self.finished("#ff8801", value: "ff8801"),
      ])
    #expect(steps.map(\.value) == ["ff8800", "ff8800", "ff8800", "ff8801"])
    #expect(steps.allSatisfy { $0.modelText == "#ff8800" && $0.modelValue == "ff8800" })
  }

  @Test("Return selects a finished colour, and a new one can be typed over it: as in the model")
  func typedOver() throws {
    let steps = try play("typed-over")
    #expect(steps[7].calls == Self.accepted("0", "0"))
    #expect(steps[12].value == "ff8800")
    #expect(steps.last?.text == "#00ff88" && steps.last?.value == "00ff88")
    #expect(steps.allSatisfy { $0.isAsInModel })
  }

  @Test("Events in the queue do the same as keys of the X server, and the long form is never asked")
  func keyboards() {
    for scene in FormatterScene.all {
      let steps = scene.play(by: .events)
      #expect(steps == scene.play(by: .server), "\(scene.name)")
      let calls = steps.flatMap(\.calls)
      #expect(!calls.contains { $0.hasPrefix("isPartialStringValid:") })
    }
  }

  @Test(
    "Marked text goes to the wrong place, since GNUstep takes the selection in it for one of the whole text"
  )
  func marked() {
    // After 12 an input method composes 4, and commits it; right were 124.
    #expect(MarkedText.texts(after: "12", composing: "4") == ["142", "1424"])
  }
}
