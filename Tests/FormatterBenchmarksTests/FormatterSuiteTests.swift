import BenchmarkModel
import BenchmarkWorker
import FormatterBenchmarks
import Foundation
import KeystrokeSuites
import ReformatCore
import Testing

@Suite struct FormatterSuiteTests {
  private let suite = FormatterSuite(
    name: "Formatter", entries: FormatterEntry.foundation, locales: ["en_US"], lengths: [3, 18])

  /// Locales that differ in separators, groups, the start of grouping and digits.
  private static let locales = [
    "en_US", "de_DE", "fr_FR", "de_CH", "en_IN", "hi_IN", "bn_BD", "sv_SE", "es_ES", "pl_PL",
    "ar_EG",
    "fa_IR", "my_MM", "ne_NP", "pt_PT",
  ]

  private func isWrong(_ id: String) throws -> Bool {
    let cell = try #require(Cell(id: id))
    return try suite.sessions(of: cell, seed: 7).contains { $0.mismatch != nil }
  }

  /// Checks that all of Foundation's styles equal the expected text, which is built without them.
  @Test(arguments: locales) func theStylesAreRightInEachLocale(_ locale: String) throws {
    for length in [1, 3, 4, 5, 6, 7, 9, 15] {
      for api in ["integer-format/int", "floating-point-format/double", "decimal-format/decimal"] {
        #expect(try !isWrong("\(api)/\(locale)/\(length)/call"), "\(api), \(length)")
      }
    }
  }

  @Test func numberFormatterIsWrongWhereGroupsDiffer() throws {
    #expect(try isWrong("number-formatter-format/int/en_IN/9/call"))
    #expect(try !isWrong("number-formatter-format/int/en_IN/3/call"))
    #expect(try !isWrong("number-formatter-format/int/fr_FR/9/call"))
  }

  @Test func eachTypeHasTheLengthsThatItHolds() {
    let cells = suite.cells(matching: CellFilter()).map(\.id)
    #expect(cells.contains("integer-format/int/en_US/18/call"))
    #expect(cells.contains("floating-point-parse/double/en_US/3/call"))
    #expect(!cells.contains("floating-point-parse/double/en_US/18/call"))
  }

  @Test(arguments: [
    "integer-format/double/en_US/9/call", "integer-format/int/xx/9/call",
    "integer-format/int/en_US/19/call", "integer-format/int/en_US/0/call",
    "integer-format/int/en_US/9/type", "nobody/int/en_US/9/call",
  ]) func aCellThatIsNotThereIsRefused(_ id: String) throws {
    let cell = try #require(Cell(id: id))
    #expect(throws: SuiteError.self) { try suite.sessions(of: cell, seed: 1) }
  }

  @Test func anEntryOfOnesOwnIsCheckedAndCalledOnceAPress() throws {
    let calls = Calls()
    let suite = FormatterSuite(
      name: "Mine",
      entries: [
        FormatterEntry("plain", values: [.int]) { _, number, _ in
          FormatterCall {
            calls.count += 1
            return "\(number.int)"
          }
        },
        FormatterEntry("deaf", values: [.int]) { _, _, _ in
          FormatterCall(parse: { Int?.none }, plain: { "\($0)" })
        },
      ], locales: ["en_US"], lengths: [3, 4])
    let cells = suite.cells(matching: CellFilter())
    #expect(cells.count == 4)
    for cell in cells {
      let session = try suite.sessions(of: cell, seed: 1)[0]
      // Three digits need no separator, four digits need one.
      #expect((session.mismatch == nil) == (cell.id == "plain/int/en_US/3/call"), "\(cell)")
      guard cell.strategy == "plain" else { continue }
      let subject = session.makeSubject(phases: PhaseMarker())
      calls.count = 0
      for index in 0..<session.keystrokeCount { subject.press(index) }
      #expect(calls.count == session.keystrokeCount)
    }
  }

  private final class Calls: @unchecked Sendable { var count = 0 }
}
