import FieldHost
import Foundation
import KeystrokeWorkload
import ReformatCore

/// Keystrokes in a headless field, by strategy, kind of value, locale, length and script.
public struct KeystrokeSuite: BenchmarkSuite {
  /// The name in the `suite` column.
  public let name: String

  /// How many sessions of different digits a cell has.
  static let variants = 4

  private let strategies: [StrategyEntry]
  private let matrix: Matrix
  private let traces: [Trace]

  /// A suite of what a matrix names, and of each trace with each of the strategies that it is for.
  ///
  /// - Parameters:
  ///   - name: the name of the executable.
  ///   - strategies: all that the matrix names, and those that a user may name beside it.
  ///   - matrix: the default suite.
  ///   - traces: replayed with the strategies in `traced`.
  ///   - traced: names of strategies.
  public init(
    name: String, strategies: [StrategyEntry], matrix: [Matrix.Block], traces: [Trace] = [],
    traced: [String] = []
  ) {
    self.name = name
    self.strategies = strategies
    self.traces = traces
    let replays = traces.flatMap { trace in
      traced.map { Self.cell(trace, strategy: $0) }
    }
    self.matrix = Matrix(matrix, and: replays)
  }

  /// The cells that a filter means; see ``Matrix/cells(matching:known:)``.
  public func cells(matching filter: CellFilter) -> [Cell] {
    matrix.cells(
      matching: filter,
      known: Matrix.Known(
        strategies: strategies.map(\.name), values: ValueKind.allCases.map(\.rawValue),
        isLocale: { Self.locales.contains($0) }, lengths: 1...38,
        scripts: EditScript.allCases.map(\.rawValue),
        digitLimit: { ValueKind(rawValue: $0)?.digitLimit })
    ).filter { cell in
      guard let kind = ValueKind(rawValue: cell.value), holds(cell, of: kind) else { return false }
      return strategies.contains { $0.name == cell.strategy && $0.values.contains(kind) }
    }
  }

  /// Records the sessions of a cell, each on a fresh field, and checks what they leave.
  public func sessions(of cell: Cell, seed: UInt64) throws -> [any MeasurableSession] {
    guard let strategy = strategies.first(where: { $0.name == cell.strategy }),
      let value = ValueKind(rawValue: cell.value), strategy.values.contains(value),
      Self.locales.contains(cell.locale), cell.length > 0
    else { throw SuiteError("\(name) has no cell \(cell.id)") }
    let context = WorkloadContext(locale: cell.locale, value: value)
    if let trace = traces.first(where: { Self.cell($0, strategy: cell.strategy) == cell }) {
      let configuration = FieldConfiguration(
        locale: cell.locale, value: value,
        maximumLength: trace.maximumLength ?? FieldConfiguration.unlimited)
      return [
        FieldSession(strategy: strategy, configuration: configuration) {
          trace.record(on: $0, promise: strategy.promise, workload: context)
        }
      ]
    }
    guard let script = EditScript(rawValue: cell.script), holds(cell, of: value) else {
      throw SuiteError("\(name) has no cell \(cell.id)")
    }
    let configuration = FieldConfiguration(locale: cell.locale, value: value)
    return (0..<Self.variants).map { variant in
      let session = script.session(
        value: value, symbols: context.symbols, length: cell.length, seed: seed, variant: variant)
      return FieldSession(strategy: strategy, configuration: configuration) {
        session.record(on: $0, promise: strategy.promise, workload: context)
      }
    }
  }

  /// Whether a field holds as many digits as a script types; a trace may type some that are refused.
  private func holds(_ cell: Cell, of value: ValueKind) -> Bool {
    guard let limit = value.digitLimit, EditScript(rawValue: cell.script) != nil else {
      return true
    }
    return cell.length <= limit
  }

  private static func cell(_ trace: Trace, strategy: String) -> Cell {
    Cell(
      strategy: strategy, value: trace.value.rawValue, locale: trace.locale,
      length: trace.length, script: trace.script)
  }

  private static let locales = Set(Locale.availableIdentifiers)
}
