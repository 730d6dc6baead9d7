import BenchmarkModel
import BenchmarkWorker
import Foundation
import KeystrokeSuites
import ReformatCore

/// One call of a formatter or a parser, by API, type of number, locale and length.
///
/// A keystroke of these cells is one call, `integer-format/int/fr_FR/9/call`; the first one is the first of a new
/// formatter. The outcome of a call is checked before anything is measured.
public struct FormatterSuite: BenchmarkSuite {
  /// The name in the `suite` column.
  public let name: String

  private let entries: [FormatterEntry]
  private let matrix: Matrix
  private static let script = "call"

  /// Makes a suite of these APIs in these locales at these lengths, as far as their numbers hold that many digits.
  ///
  /// - Parameters:
  ///   - name: the name in the `suite` column.
  ///   - entries: the APIs.
  ///   - locales: the locales of the default suite.
  ///   - lengths: its lengths.
  ///   - growth: additional lengths for the APIs that accept that many digits, in the first locale and the last.
  public init(
    name: String, entries: [FormatterEntry], locales: [String], lengths: [Int],
    growth: [Int] = []
  ) {
    self.name = name
    self.entries = entries
    matrix = Matrix(
      entries.flatMap { entry in
        [(locales, lengths), ([locales.first, locales.last].compactMap(\.self), growth)].map {
          Matrix.Block(
            strategies: [entry.name], values: entry.values.map(\.rawValue), locales: $0,
            lengths: $1.filter { length in
              entry.values.contains { Self.lengths(of: entry, $0).contains(length) }
            }, scripts: [Self.script])
        }
      })
  }

  /// The cells that match a filter; a locale or a length that it names in full is added.
  public func cells(matching filter: CellFilter) -> [Cell] {
    selection(matching: filter).cells.filter { entry(of: $0) != nil }
  }

  /// The locales of the cells that match a filter.
  public func locales(matching filter: CellFilter) -> [String] {
    selection(matching: filter).locales
  }

  /// The cells of one locale among them.
  public func cells(matching filter: CellFilter, in locale: String) -> [Cell] {
    selection(matching: filter).cells(in: locale).filter { entry(of: $0) != nil }
  }

  /// The problem with a filter: a locale that ICU does not know.
  public func problem(with filter: CellFilter) -> String? {
    KnownLocales.problem(with: filter, in: name)
  }

  private func selection(matching filter: CellFilter) -> MatrixSelection {
    let values = ValueKind.allCases.filter { kind in
      entries.contains { $0.values.contains(kind) }
    }.map(\.rawValue)
    return matrix.selection(
      matching: filter,
      known: Matrix.Known(
        strategies: entries.map(\.name), values: values,
        isLocale: { KnownLocales.contains($0) }, locales: KnownLocales.listed, lengths: 1...1000,
        scripts: [Self.script],
        usual: Matrix.Block(
          strategies: [], values: values, locales: ["en_US"], lengths: [9],
          scripts: [Self.script])))
  }

  /// Sessions of different digits, each checked.
  public func sessions(of cell: Cell, seed: UInt64) throws -> [any MeasurableSession] {
    guard let (entry, kind) = entry(of: cell), cell.script == Self.script,
      KnownLocales.contains(cell.locale)
    else { throw SuiteError("\(name) has no cell \(cell.id)") }
    let symbols = LocaleSymbols.of(cell.locale)
    return (0..<EditScript.variants).map { variant in
      FormatterSession(
        entry: entry, kind: kind, locale: Locale(identifier: cell.locale),
        number: SampleNumber(
          kind: kind, symbols: symbols, length: cell.length, seed: seed, variant: variant))
    }
  }

  /// The API and type of number of a cell; nil if there is none, or if it holds no number of that length.
  private func entry(of cell: Cell) -> (FormatterEntry, ValueKind)? {
    guard let kind = ValueKind(rawValue: cell.value),
      let entry = entries.first(where: { $0.name == cell.strategy && $0.values.contains(kind) }),
      Self.lengths(of: entry, kind).contains(cell.length)
    else { return nil }
    return (entry, kind)
  }

  private static func lengths(of entry: FormatterEntry, _ kind: ValueKind) -> ClosedRange<Int> {
    entry.lengths ?? kind.exactLengths
  }
}
