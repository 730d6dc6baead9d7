import BenchmarkModel
import FieldHost
import Foundation
import KeystrokeSuites
import KeystrokeTrace
import ReformatCore
import Testing

/// Tests that the reader reads the core's recordings, and that a replay repeats the recorded edits.
@Suite struct TraceRecorderTests {
  /// A strategy with a function that creates a new field.
  struct Subject: Sendable, CustomTestStringConvertible {
    var name: String
    var locale: String
    var value: ValueKind
    var makeField: @Sendable () -> HeadlessField

    var testDescription: String { "\(name) \(value.rawValue) \(locale)" }
  }

  static let incremental: [Subject] = ["en_US", "en_IN", "fr_FR", "ar_EG", "de_CH"].flatMap {
    locale -> [Subject] in
    let format = IncrementalFormat.number(Locale(identifier: locale))
    return [
      Subject(name: "incremental-delegate", locale: locale, value: .decimal) {
        HeadlessField(strategy: IncrementalDelegate<Decimal>(format: format))
      },
      Subject(name: "incremental-onchange", locale: locale, value: .double) {
        HeadlessField(strategy: IncrementalOnChange<Double>(format: format))
      },
    ]
  }

  static let others: [Subject] =
    ["en_US", "fr_FR"].flatMap { locale -> [Subject] in
      let style = IntegerFormatStyle<Int>(locale: Locale(identifier: locale))
      let rules = PublishedRules(locale: Locale(identifier: locale), allowsFraction: false)
      let leanRules = EditingRules(symbols: .of(locale), allowsFraction: false)
      return [
        Subject(name: "delegate-filter", locale: locale, value: .int) {
          HeadlessField(strategy: DelegateFilter(style: style, rules: rules))
        },
        Subject(name: "onchange-reformat-lean", locale: locale, value: .int) {
          HeadlessField(strategy: LeanOnChangeReformat(style: style, rules: leanRules))
        },
      ]
    } + [
      Subject(name: "partial-string", locale: "en_US", value: .hex) {
        HeadlessField(strategy: PartialString(formatter: HexColorFormatter()))
      }
    ]

  private static func recorder(_ subject: Subject, masks: Bool = false, capacity: Int = 65_536)
    -> TraceRecorder
  {
    TraceRecorder(
      "t", locale: subject.locale, value: subject.value.rawValue,
      decimalSeparator: subject.value.allowsFraction
        ? LocaleSymbols.of(subject.locale).decimalSeparator : nil,
      radix: subject.value.radix, masksDigits: masks, capacity: capacity)
  }

  private static func keystrokes(
    _ script: EditScript, _ subject: Subject, length: Int, variant: Int
  ) -> [Keystroke] {
    let workload = WorkloadContext(locale: subject.locale, value: subject.value)
    return script.session(
      value: subject.value, symbols: workload.symbols, length: length, seed: 7, variant: variant
    ).record(on: subject.makeField(), promise: .asTyped, workload: workload).keystrokes
  }

  /// Returns the keystrokes of a trace in a field like that of its session.
  private static func keystrokes(of trace: Trace, _ subject: Subject) -> [Keystroke] {
    trace.record(
      on: subject.makeField(), promise: .asTyped,
      workload: WorkloadContext(locale: trace.locale, value: trace.value)
    ).keystrokes
  }

  /// Returns the text after each keystroke.
  private static func texts(_ keystrokes: [Keystroke], on field: HeadlessField) -> [String] {
    keystrokes.map {
      field.press($0)
      return field.text
    }
  }

  /// Those that are a user's alone: what somebody else writes has no place in a trace.
  private static let recorded = EditScript.plain.filter { $0 != .outside }

  /// Plays keystrokes on a fresh field as an app would, and tells the recorder before each; returns the text after
  /// each.
  private static func play(
    _ keystrokes: [Keystroke], of subject: Subject, telling recorder: TraceRecorder
  ) -> (texts: [String], trace: String?) {
    let field = subject.makeField()
    recorder.start()
    let texts = keystrokes.map { keystroke in
      switch keystroke {
      case .edit(let edit): recorder.record(edit, in: field.text)
      case .endEditing: recorder.record(.commit)
      case .nextField: recorder.record(.nextField)
      case .write, .other: break
      }
      field.press(keystroke)
      return field.text
    }
    return (texts, recorder.trace(leaving: field.text))
  }

  @Test(arguments: incremental + others, recorded)
  func aReplayLeavesTheSameTexts(_ subject: Subject, _ script: EditScript) throws {
    for variant in 0..<4 {
      let keystrokes = Self.keystrokes(
        script, subject, length: subject.value == .hex ? 6 : 9, variant: variant)
      let recorder = Self.recorder(subject)
      let (texts, written) = Self.play(keystrokes, of: subject, telling: recorder)
      let trace = try TraceReader.parse(#require(written), file: "t.jsonl")[0]
      #expect(Self.keystrokes(of: trace, subject) == keystrokes)
      #expect(Self.texts(Self.keystrokes(of: trace, subject), on: subject.makeField()) == texts)
      #expect(trace.dropped == 0)
      guard subject.name.hasPrefix("incremental") else { continue }
      // These strategies leave the meant text, so the recorded final text equals the meant one.
      let recorded = trace.record(
        on: subject.makeField(), promise: .formatted,
        workload: WorkloadContext(locale: subject.locale, value: subject.value))
      #expect(recorded.mismatch == nil, "\(written ?? "")")
    }
  }

  @Test(arguments: incremental, recorded)
  func aMaskedReplayLeavesMaskedTexts(_ subject: Subject, _ script: EditScript) throws {
    for variant in 0..<4 {
      let keystrokes = Self.keystrokes(script, subject, length: 9, variant: variant)
      let recorder = Self.recorder(subject, masks: true)
      let (texts, written) = Self.play(keystrokes, of: subject, telling: recorder)
      let lines = try #require(written)
      let trace = try TraceReader.parse(lines, file: "t.jsonl")[0]
      let replayed = Self.texts(Self.keystrokes(of: trace, subject), on: subject.makeField())
      #expect(replayed == texts.map(DigitMask.masked))
      let kept =
        [trace.meant.integer, trace.meant.fraction ?? "", trace.before]
        + trace.edits.map(\.replacement)
      #expect(kept.allSatisfy { $0.allSatisfy { !$0.isNumber || $0 == "7" } }, "\(lines)")
    }
  }

  @Test(arguments: incremental.filter { $0.name == "incremental-onchange" })
  func whereOnlyTextsAreKnownTheyLeadToTheSame(_ subject: Subject) throws {
    let keystrokes = Self.keystrokes(.mixed, subject, length: 9, variant: 1)
    let recorder = Self.recorder(subject)
    let field = subject.makeField()
    recorder.start()
    var texts: [String] = []
    for case .edit(let edit) in keystrokes {
      var asTyped = field.text
      asTyped.replace(utf16: edit.range, with: edit.replacement)
      recorder.record(from: field.text, to: asTyped)
      if asTyped != field.text { texts.append(asTyped) }
      field.apply(edit)
    }
    let trace = try TraceReader.parse(
      #require(recorder.trace(leaving: field.text)), file: "t.jsonl")[0]
    let other = subject.makeField()
    let replayed = trace.edits.map { edit in
      var asTyped = other.text
      asTyped.replace(utf16: edit.range, with: edit.replacement)
      other.apply(edit)
      return asTyped
    }
    #expect(replayed == texts)
    #expect(other.text == field.text)
  }

  @Test(arguments: [400, 1000, 2000])
  func aFullRecorderStopsAndSaysSo(_ capacity: Int) throws {
    let subject = Self.incremental[0]
    let keystrokes = Self.keystrokes(.mixed, subject, length: 30, variant: 0)
    for masks in [false, true] {
      let recorder = Self.recorder(subject, masks: masks, capacity: capacity)
      let (texts, written) = Self.play(keystrokes, of: subject, telling: recorder)
      let trace = try TraceReader.parse(#require(written), file: "t.jsonl")[0]
      let count = trace.edits.count
      #expect(count > 2)
      #expect(count + trace.dropped == keystrokes.count)
      #expect(trace.dropped > 0)
      let field = subject.makeField()
      for edit in trace.edits { field.apply(edit) }
      #expect(field.text == (masks ? DigitMask.masked(texts[count - 1]) : texts[count - 1]))
      let recorded = trace.record(
        on: subject.makeField(), promise: .formatted,
        workload: WorkloadContext(locale: subject.locale, value: subject.value))
      #expect(recorded.mismatch == nil)
    }
  }

  @Test func whatStoodThereAtFirstIsInTheTrace() throws {
    let recorder = TraceRecorder("rent", locale: "en_US", value: "int", masksDigits: true)
    recorder.start()
    recorder.record(TextEdit(range: 5..<5, replacement: "6"), in: "1,234")
    recorder.record(TextEdit(range: 6..<6, replacement: "x"), in: "12,346")
    let trace = try TraceReader.parse(#require(recorder.trace(leaving: "12,346")), file: "t.jsonl")[
      0]
    #expect(trace.before == "7,777")
    #expect(trace.meant == MeantNumber(integer: "77777"))
    let format = IncrementalFormat.number(Locale(identifier: "en_US"))
    func mismatch(from text: String) -> Mismatch? {
      trace.record(
        on: HeadlessField(
          strategy: IncrementalDelegate<Int>(format: format, text: text), text: text),
        promise: .formatted, workload: WorkloadContext(locale: "en_US", value: .int)
      ).mismatch
    }
    #expect(mismatch(from: "7,777") == nil)
    #expect(mismatch(from: "")?.expectedText == "7,777")
  }

  /// Checks that the reader accepts every recording, whatever the app reports in whatever order.
  @Test(arguments: 0..<200) func whateverIsToldCanBeRead(_ seed: Int) throws {
    var random = SplitMix64(seed: 20_261_121, "recorder", String(seed))
    let recorder = TraceRecorder(
      "any/name\u{0} é", locale: "en_US", value: "double", decimalSeparator: ".",
      masksDigits: random.below(2) == 0, capacity: random.below(8000))
    recorder.start()
    let texts = ["", "1", "1,234.50", "-", "\u{2212}12.", ".5", "Rs.5", "x\"\\\n\u{1}😀", "١٢"]
    var hasEdit = false
    for _ in 0..<random.below(60) {
      if random.below(2) == 0 {
        recorder.record(SessionEvent.allCases[random.below(SessionEvent.allCases.count)])
      } else {
        let range = random.below(5)..<5 + random.below(5)
        recorder.record(
          TextEdit(range: range, replacement: texts[random.below(texts.count)]),
          in: texts[random.below(texts.count)])
        hasEdit = true
      }
    }
    guard let written = recorder.trace(leaving: texts[random.below(texts.count)]) else {
      #expect(!hasEdit || recorder.capacity < 6000)
      return
    }
    #expect(hasEdit)
    let trace = try TraceReader.parse(written, file: "t.jsonl")[0]
    #expect(trace.id == "any-name---")
    #expect(trace.steps[0].time == 0)
  }

  @Test(arguments: [
    ("1,234.50", ".", "1234.50"), ("−1.234,5", ",", "-1234.5"), ("12.", ".", "12."),
    (".5", ".", ".5"), ("Rs. 1,234.5", ".", "1234.5"), ("Rs.5", ".", "5"),
    ("\u{200E}-١٢٫٥", "٫", "-12.5"),
    ("1.234", nil, "1234"), ("555-1234", nil, "5551234"), ("1.2.3", ".", "1.23"), ("", ".", ""),
    ("$-5", ".", "-5"), ("12 %", ".", "12"),
  ])
  func theNumberThatIsLeft(_ text: String, _ separator: String?, _ meant: String) throws {
    let recorder = TraceRecorder(
      "t", locale: "en_US", value: "decimal", decimalSeparator: separator)
    recorder.start()
    recorder.record(from: "", to: "1")
    let trace = try TraceReader.parse(#require(recorder.trace(leaving: text)), file: "t.jsonl")[0]
    #expect(trace.meant == MeantNumber(plain: meant))
  }

  /// Checks that Backspace after a separator and Delete before it make the same edit, but delete different digits.
  @Test(arguments: [(6..<6, "193,567"), (5..<5, "193,467")])
  func theCaretTellsBackspaceFromDelete(_ selection: Range<Int>, _ left: String) throws {
    let subject = Self.incremental[0]
    let recorder = Self.recorder(subject)
    let field = subject.makeField()
    recorder.start()
    func make(_ edit: TextEdit, selecting selection: Range<Int>) {
      field.selection = selection
      recorder.record(edit, in: field.text, selection: field.selection)
      field.apply(edit)
    }
    make(TextEdit(range: 0..<0, replacement: "1234567"), selecting: 0..<0)
    make(TextEdit(range: 1..<3, replacement: "9"), selecting: 1..<3)
    make(TextEdit(range: 5..<6, replacement: ""), selecting: selection)
    #expect(field.text == left)
    let trace = try TraceReader.parse(
      #require(recorder.trace(leaving: field.text)), file: "t.jsonl")[0]
    // An edit that replaces a selection needs no record of the selection.
    #expect(trace.selections == [2: selection])
    let replayed = subject.makeField()
    let recorded = trace.record(
      on: replayed, promise: .formatted,
      workload: WorkloadContext(locale: subject.locale, value: subject.value))
    #expect(recorded.mismatch == nil)
    #expect(replayed.text == left)
    #expect(recorded.selections == [1: 1..<3, 2: selection])
  }

  @Test func withoutStartNothingIsKeptOrEvenLookedAt() {
    let recorder = TraceRecorder("t", locale: "en_US", value: "int")
    func looked() -> String {
      Issue.record("looked at")
      return ""
    }
    recorder.record(TextEdit(range: 0..<0, replacement: looked()), in: looked())
    recorder.record(from: looked(), to: looked())
    recorder.record(.commit)
    #expect(recorder.trace(leaving: "") == nil)
    recorder.start()
    recorder.record(from: "", to: "1")
    recorder.stop()
    recorder.record(from: looked(), to: looked())
    #expect(recorder.trace(leaving: "1")?.contains(#""replacement":"1""#) == true)
    recorder.start()
    #expect(recorder.trace(leaving: "1") == nil)
  }

  @Test @MainActor func threadsMayRecordAtOnce() async throws {
    let recorder = TraceRecorder("t", locale: "en_US", value: "int", capacity: 1 << 20)
    recorder.start()
    recorder.record(from: "", to: "1")
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<200 { recorder.record(TextEdit(range: 0..<0, replacement: "1"), in: "1") }
        }
      }
    }
    let trace = try TraceReader.parse(#require(recorder.trace(leaving: "1")), file: "t.jsonl")[0]
    #expect(trace.edits.count == 1601)
  }
}
