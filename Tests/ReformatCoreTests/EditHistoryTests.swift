import BenchmarkModel
import Foundation
import ReformatCore
import Testing

/// Undo and redo of an engine: whatever was done, they restore number, text and caret.
@Suite struct EditHistoryTests {
  /// A field of one engine, with its history.
  private struct Field {
    var engine: IncrementalEngine
    var history = EditHistory()
    /// The state after the last edit that changed the number or the text: no other is a step.
    var changed = ""

    init(_ format: IncrementalFormat, text: String = "") {
      engine = IncrementalEngine(format: format, text: text)
      changed = EditHistoryTests.state(engine)
    }

    mutating func edit(
      _ range: Range<Int>, _ text: String, key: IncrementalEngine.DeletionKey? = nil
    ) {
      let caret = range.upperBound..<range.upperBound
      let before = engine.snapshot(selection: key == nil ? range : caret)
      engine.apply(TextEdit(range: range, replacement: text), key: key)
      let after = engine.snapshot()
      history.record(before: before, after: after)
      if before.number != after.number || before.text != after.text {
        changed = EditHistoryTests.state(engine)
      }
    }

    mutating func type(_ keys: String) {
      for key in keys { edit(engine.caret..<engine.caret, String(key)) }
    }

    mutating func backspace() {
      edit(max(0, engine.caret - 1)..<engine.caret, "", key: .backspace)
    }

    mutating func undo() { history.undo().map { engine.restore($0) } }
    mutating func redo() { history.redo().map { engine.restore($0) } }
  }

  private static func state(_ engine: IncrementalEngine) -> String {
    "\(engine.number) \(engine.text) \(engine.caret)"
  }

  @Test func undoneAllIsTheBeginningAndRedoneAllTheEndInEveryLocale() {
    for (index, identifier) in Locale.availableIdentifiers.sorted().enumerated() {
      var random = SplitMix64(seed: 20_261_126, "history", identifier)
      let locale = Locale(identifier: identifier)
      var format: IncrementalFormat =
        index.isMultiple(of: 2)
        ? .number(locale) : .currency(code: "EUR", locale: locale, isAccounting: true)
      format.fillsFromRight = index.isMultiple(of: 3)
      var field = Field(format, text: index.isMultiple(of: 4) ? "12" : "")
      let start = Self.state(field.engine)
      for _ in 0..<40 { Self.edit(&field, &random) }
      let end = field.changed
      var steps = 0
      while field.history.canUndo {
        field.undo()
        steps += 1
      }
      #expect(Self.state(field.engine) == start, "\(identifier)")
      while field.history.canRedo { field.redo() }
      #expect(Self.state(field.engine) == end, "\(identifier)")
      #expect(steps <= 40)
    }
  }

  private static func edit(_ field: inout Field, _ random: inout SplitMix64) {
    let end = field.engine.length
    let lower = random.below(end + 1)
    switch random.below(8) {
    case 0...3: field.type(String(random.below(10)))
    case 4: field.backspace()
    case 5: field.edit(lower..<min(end, lower + random.below(4)), "")
    case 6: field.edit(lower..<min(end, lower + 2), String(random.below(1000)))
    default: field.type(["-", field.engine.format.decimalSeparator][random.below(2)])
    }
  }

  /// Each undo leaves what was there before its step, not only the last one.
  @Test func everyStepIsLeftAsItWas() {
    var field = Field(IncrementalFormat())
    var states = [Self.state(field.engine)]
    for text in ["1234", "-5", "12.5", "0", "9,999"] {
      field.edit(0..<field.engine.length, text)
      states.append(Self.state(field.engine))
    }
    for state in states.dropLast().reversed() {
      field.undo()
      #expect(Self.state(field.engine) == state)
    }
    for state in states.dropFirst() {
      field.redo()
      #expect(Self.state(field.engine) == state)
    }
  }

  @Test func aRunOfKeysIsOneStep() {
    var field = Field(IncrementalFormat())
    field.type("1234")
    field.backspace()
    field.backspace()
    field.type("9")
    var texts: [String] = []
    while field.history.canUndo {
      texts.append(field.engine.text)
      field.undo()
    }
    #expect(texts == ["129", "12", "1,234"])
    #expect(field.engine.text == "")
  }

  @Test func aCaretThatWasMovedEndsARun() {
    var field = Field(IncrementalFormat())
    field.type("12")
    field.edit(1..<1, "7")
    field.type("8")
    field.undo()
    #expect(field.engine.text == "12")
    field.undo()
    #expect(field.engine.text == "")
  }

  @Test func aRunEndsOnRequestAndKeysOfATillAreOne() {
    var field = Field(IncrementalFormat(fillsFromRight: true))
    field.type("12")
    field.history.endRun()
    field.type("3456")
    #expect(field.engine.text == "1,234.56")
    field.undo()
    #expect(field.engine.text == "0.12")
    field.undo()
    #expect(field.engine.text == "")
  }

  @Test func anEditAfterUndoForgetsWhatWasUndone() {
    var field = Field(IncrementalFormat())
    field.type("12")
    field.edit(0..<2, "345")
    field.undo()
    #expect(field.history.canRedo)
    field.type("9")
    #expect(!field.history.canRedo)
    #expect(field.engine.text == "129")
    field.undo()
    #expect(field.engine.text == "12", "typing after undo is a step of its own")
  }

  @Test func theOldestStepsAreForgotten() {
    var field = Field(IncrementalFormat())
    field.history = EditHistory(limit: 3)
    for number in 1...5 { field.edit(0..<field.engine.length, String(number * 11)) }
    var count = 0
    while field.history.canUndo {
      field.undo()
      count += 1
    }
    #expect(count == 3)
    #expect(field.engine.text == "22")
  }

  @Test func anEditThatChangesNothingIsNoStep() {
    var field = Field(IncrementalFormat())
    field.type("x")
    #expect(!field.history.canUndo)
  }

  /// The selection that was typed over comes back, and the value with the text.
  @Test func aStrategyRestoresTextSelectionAndValue() {
    var strategy = IncrementalDelegate<Decimal>(format: IncrementalFormat(), text: "1,234")
    let before = strategy.snapshot(selection: 0..<5)
    _ = strategy.shouldChange(
      "1,234", selection: 0..<5, in: [0..<5], to: "9", phases: PhaseMarker())
    #expect(strategy.value == 9)
    #expect(
      strategy.restore(before) == Reaction(text: "1,234", selection: 0..<5, value: .set(1234)))
    var bound = IncrementalOnChange<Decimal>(format: IncrementalFormat(), text: "1,234")
    let start = bound.snapshot()
    _ = bound.textDidChange("1,2345", value: 1234, phases: PhaseMarker())
    #expect(bound.restore(start) == Reaction(text: "1,234", selection: 5..<5, value: .set(1234)))
  }
}
