import BenchmarkModel
import FieldHost
import KeystrokeSuites
import ReformatCore
import Testing

/// Tests of sessions of hexadecimal colours, and of the text that they should leave.
@Suite struct HexWorkloadTests {
  private let workload = WorkloadContext(locale: "en_US", value: .hex)

  private func session(_ script: EditScript, length: Int, variant: Int) -> ScriptedSession {
    script.session(
      value: .hex, symbols: workload.symbols, length: length, seed: 42, variant: variant)
  }

  private func color() -> HeadlessField {
    HeadlessField(strategy: PartialString(formatter: HexColorFormatter()))
  }

  /// Checks that the published formatter leaves the meant colour in every script, so no script types a seventh digit.
  ///
  /// If the text is not a colour, the field is empty, and keeps the text as its value.
  @Test(arguments: EditScript.typed, 1...6)
  func theFormatterLeavesWhatIsMeant(_ script: EditScript, _ length: Int) {
    for variant in 0..<16 {
      let field = color()
      let session = session(script, length: length, variant: variant)
      let recorded = session.record(on: field, promise: .formatted, workload: workload)
      let isColor = length == 6 && script != .backspace
      #expect(field.text == (isColor ? "#" + session.meant.integer : ""))
      #expect(field.valueDescription == session.meant.integer)
      #expect((recorded.mismatch == nil) == isColor, "\(variant): \(session.meant)")
    }
  }

  @Test func bothCasesAndAllDigitsAreTyped() {
    let typed = (0..<64).map { session(.type, length: 6, variant: $0).meant.integer }.joined()
    #expect(Set(typed) == Set("0123456789abcdefABCDEF"))
  }

  /// Checks that no minus is typed, and that a slip is a letter that is not a hexadecimal digit.
  @Test(arguments: [EditScript.mistype, .mixed]) func slipsAreNoHexadecimalDigits(
    _ script: EditScript
  ) {
    var slips = 0
    for variant in 0..<32 {
      let recorded = session(script, length: 6, variant: variant)
        .record(on: color(), promise: .formatted, workload: workload)
      for case .edit(let edit) in recorded.keystrokes {
        if edit.replacement == "x" { slips += 1 }
        #expect(edit.replacement.allSatisfy { $0 == "x" || $0.isHexDigit })
      }
    }
    #expect(slips >= 32)
  }

  @Test func whatIsLeftOtherwiseIsAMismatch() throws {
    let field = HeadlessField(strategy: Unformatted())
    let session = session(.type, length: 6, variant: 0)
    let mismatch = try #require(
      session.record(on: field, promise: .formatted, workload: workload).mismatch)
    #expect(mismatch.expectedText == "#" + session.meant.integer)
    #expect(mismatch.text == session.meant.integer)
    #expect(mismatch.expectedValue == session.meant.integer)
    #expect(mismatch.value == nil)
  }

  /// Checks that a colour in the wrong case counts as another text.
  @Test func theCaseIsThatOfTheKeys() throws {
    struct Capitals: PartialTextFormatter {
      func judge(_ proposal: PartialText) -> PartialTextVerdict { .valid }
      func value(of text: String) -> String? { text.uppercased() }
      func text(for value: String) -> String? { "#" + value }
    }
    let mismatches = (0..<8).compactMap { variant in
      session(.type, length: 6, variant: variant).record(
        on: HeadlessField(strategy: PartialString(formatter: Capitals())), promise: .formatted,
        workload: workload
      ).mismatch
    }
    #expect(!mismatches.isEmpty)
    #expect(mismatches.allSatisfy { $0.text == $0.expectedText.uppercased() })
  }

  @Test func meantDigitsAreReadByTheKindOfValue() {
    #expect(MeantNumber(plain: "c0FFee", value: .hex)?.integer == "c0FFee")
    #expect(MeantNumber(plain: "#c0ffee", value: .hex) == nil)
    #expect(MeantNumber(plain: "-1", value: .hex) == nil)
    #expect(MeantNumber(plain: "c0ffee", value: .int) == nil)
    #expect(MeantNumber(plain: "-12", value: .int) == MeantNumber(plain: "-12"))
  }
}
