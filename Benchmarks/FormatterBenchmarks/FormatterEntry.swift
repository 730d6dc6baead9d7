import BenchmarkWorker
import Foundation
import KeystrokeSuites

/// An API that formats or parses, as listed in a suite.
///
/// ```swift
/// FormatterEntry("integer-format", values: [.int]) { locale, number in
///   let style = IntegerFormatStyle<Int>(locale: locale)
///   return FormatterCall { style.format(number.int) }
/// }
/// ```
public struct FormatterEntry: Sendable {
  /// The name in the `strategy` column and in filters: it names the API.
  public var name: String
  /// The types of number that it formats or parses.
  public var values: [ValueKind]
  /// The number of digits that it accepts; nil for as many as the type of number holds.
  public var lengths: ClosedRange<Int>?

  let makeCall: @Sendable (Locale, SampleNumber, ValueKind) -> FormatterCall

  /// Lists an API for one type of number or several.
  ///
  /// - Parameters:
  ///   - name: a name without a `/`.
  ///   - values: the types of number.
  ///   - lengths: the number of digits that it accepts, if that differs from the type of number.
  ///   - makeCall: sets up a new formatter for a locale; only the call that it returns is measured.
  public init(
    _ name: String, values: [ValueKind], lengths: ClosedRange<Int>? = nil,
    makeCall: @escaping @Sendable (Locale, SampleNumber, ValueKind) -> FormatterCall
  ) {
    self.name = name
    self.values = values
    self.lengths = lengths
    self.makeCall = makeCall
  }
}
