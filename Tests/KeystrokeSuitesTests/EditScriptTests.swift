import BenchmarkModel
import FieldHost
import Foundation
import KeystrokeSuites
import ReformatCore
import Testing

extension EditScript {
  /// Those that can be played in fields of every kind.
  static let plain: [EditScript] = [
    .type, .backspace, .editMiddle, .paste, .mistype, .mixed, .refused, .outside,
  ]
  /// The scripts in which nothing is refused, and nothing is written by anybody else: a field that takes all is the reference.
  static let typed = plain.filter { $0 != .refused && $0 != .outside }
  /// The same for numbers.
  static let typedNumbers =
    typed + [.caret, .select, .clear, .pasteForeign, .drop, .compose, .undo, .focus]
}

@Suite struct EditScriptTests {
  /// Records a session on a field that accepts everything, so that its text in the end is the typed text.
  private func typed(_ session: ScriptedSession, _ locale: String, _ value: ValueKind = .double)
    -> RecordedSession
  {
    session.record(
      on: HeadlessField(strategy: Unformatted()), promise: .asTyped,
      workload: WorkloadContext(locale: locale, value: value))
  }

  private func session(
    _ script: EditScript, _ value: ValueKind, _ locale: String, _ length: Int, variant: Int = 0
  ) -> ScriptedSession {
    script.session(
      value: value, symbols: WorkloadContext(locale: locale, value: value).symbols, length: length,
      seed: 42, variant: variant)
  }

  /// The record that the builder keeps agrees with what a field really holds, whatever is done.
  @Test(arguments: EditScript.typedNumbers, ["en_US", "de_DE", "ar_EG", "sv_SE", "my_MM"])
  func meantIsWhatWasTyped(_ script: EditScript, _ locale: String) {
    // Amounts are pasted into a till, which no field that takes all shows.
    for value in ValueKind.allCases
    where value.rawValue != "till" && (EditScript.typed.contains(script) || value != .hex) {
      for length in 1...20 {
        for variant in 0..<2 {
          let session = session(script, value, locale, length, variant: variant)
          let recorded = typed(session, locale, value)
          #expect(recorded.mismatch == nil, "\(script) \(value) \(length) \(variant)")
          #expect(recorded.keystrokes.last == .endEditing)
        }
      }
    }
  }

  @Test func sessionsAreTheSameOnEveryMachine() {
    // Written down from the first run; a change here makes all stored baselines incomparable.
    let meant = EditScript.plain.map { session($0, .double, "en_US", 9).meant }
      .map { $0.keys(.of("en_US")) }
    #expect(
      meant == [
        "5214637.78", "", "1847524.44", "25584.91", "4436687.71", "-74998.01",
        "1812458.30", "5785885.38",
      ])
    let others = EditScript.allCases.dropFirst(EditScript.plain.count)
      .map { session($0, .double, "en_US", 9).meant.keys(.of("en_US")) }
    #expect(
      others == [
        "5477675.91", "8171989.55", "8135854.82", "1247380.92", "1569613938.34", "6184395.88",
        "3365551", "1532305.9", "1644892.19", "7537915.10", "3496055.64", "1653341.26",
      ])
  }

  @Test func seedAndVariantChangeTheDigitsLocaleDoesNot() {
    let symbols = LocaleSymbols.of("en_US")
    func meant(seed: UInt64 = 1, variant: Int = 0, locale: String = "en_US") -> MeantNumber {
      EditScript.type.session(
        value: .int, symbols: .of(locale), length: 15, seed: seed, variant: variant
      ).meant
    }
    #expect(meant() == meant())
    #expect(meant() == meant(locale: "ar_EG"))
    #expect(meant() != meant(seed: 2))
    #expect(meant() != meant(variant: 1))
    #expect(meant().keys(symbols).count == 15)
  }

  @Test func lengthIsTheDigitsTyped() {
    for length in 1...18 {
      let digits = typed(session(.type, .double2, "de_DE", length), "de_DE").keystrokes.count {
        if case .edit(let edit) = $0 { edit.replacement.first?.isNumber == true } else { false }
      }
      #expect(digits == length)
    }
  }

  @Test func aboutOneKeyInTenIsASlip() {
    var slips = 0
    var keys = 0
    for variant in 0..<200 {
      let length = 18
      let recorded = typed(session(.mistype, .int, "en_US", length, variant: variant), "en_US")
      keys += length
      // Each slip adds a wrong key and a Backspace; Return is one more keystroke.
      slips += (recorded.keystrokes.count - 1 - length) / 2
    }
    // Each session of 18 keys has at least one slip; of the other keys one in ten is a slip.
    #expect((0.10...0.20).contains(Double(slips) / Double(keys)))
  }

  @Test func backspaceLeavesNothing() {
    let recorded = typed(session(.backspace, .double, "fr_FR", 9), "fr_FR")
    #expect(recorded.keystrokes.count == 21)
    #expect(session(.backspace, .double, "fr_FR", 9).meant.isEmpty)
  }

  @Test func aRefusedSlipIsNotCorrected() {
    let session = session(.mistype, .int, "en_US", 9, variant: 3)
    let filtered = session.record(
      on: HeadlessField(
        strategy: DelegateFilter(
          style: IntegerFormatStyle<Int>(locale: Locale(identifier: "en_US")),
          rules: PublishedRules(locale: Locale(identifier: "en_US"), allowsFraction: false))),
      promise: .formatted, workload: WorkloadContext(locale: "en_US", value: .int))
    #expect(filtered.mismatch == nil)
  }
}
