import BenchmarkModel
import FieldHost
import Foundation
import KeystrokeSuites
import ReformatCore
import Testing

extension EditScript {
  /// The scripts in which no edit is refused and only the user writes, so that an unformatted field ends with the typed
  /// text.
  static let typed = allCases.filter { $0 != .refused && $0 != .outside }
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

  /// Checks that the number that the builder tracks equals the real content of a field, for every script.
  @Test(arguments: EditScript.typed, ["en_US", "de_DE", "ar_EG", "sv_SE", "my_MM"])
  func meantIsWhatWasTyped(_ script: EditScript, _ locale: String) {
    for value in ValueKind.allCases {
      for length in 1...20 {
        for variant in 0..<8 {
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
    let meant = EditScript.allCases.map { session($0, .double, "en_US", 9).meant }
      .map { $0.keys(.of("en_US")) }
    #expect(
      meant == [
        "5214637.78", "", "1847524.44", "25584.91", "4436687.71", "-74998.01",
        "1812458.30", "5785885.38",
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
