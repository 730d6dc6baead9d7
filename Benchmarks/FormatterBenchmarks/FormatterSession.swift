import BenchmarkModel
import BenchmarkWorker
import Foundation
import KeystrokeSuites
import ReformatCore

/// The same call repeated, the first time on a new formatter.
struct FormatterSession: MeasurableSession {
  private let entry: FormatterEntry
  private let kind: ValueKind
  private let locale: Locale
  private let number: SampleNumber
  let mismatch: Mismatch?

  private static let calls = 16

  /// Makes the call once, to check its outcome.
  init(entry: FormatterEntry, kind: ValueKind, locale: Locale, number: SampleNumber) {
    self.entry = entry
    self.kind = kind
    self.locale = locale
    self.number = number
    mismatch = Self.mismatch(entry.makeCall(locale, number, kind).outcome(), number)
  }

  var keystrokeCount: Int { Self.calls }

  func makeSubject(phases: PhaseMarker) -> any MeasurableSubject {
    FormatterSubject(call: entry.makeCall(locale, number, kind).run)
  }

  private static func mismatch(_ outcome: FormatterCall.Outcome, _ number: SampleNumber)
    -> Mismatch?
  {
    switch outcome {
    case .text(let text):
      // Equal scalars, not equal graphemes: two texts that merely look alike are different.
      guard text.map({ $0.unicodeScalars.elementsEqual(number.text.unicodeScalars) }) != true
      else { return nil }
      return Mismatch(
        expectedText: number.text, text: text ?? "", expectedValue: nil, value: nil)
    case .value(let plain):
      let value = plain.flatMap {
        Decimal(string: $0, locale: Locale(identifier: "en_US_POSIX"))
      }
      guard value != number.decimal else { return nil }
      return Mismatch(
        expectedText: number.text, text: number.text,
        expectedValue: number.decimal.description, value: plain)
    }
  }
}

private final class FormatterSubject: MeasurableSubject {
  private let call: () -> Void

  init(call: @escaping () -> Void) { self.call = call }

  func press(_ index: Int) { call() }
  var updates: UpdateTotals? { nil }
}
