import BenchmarkModel
import FieldHost
import Foundation
import ReformatCore

/// Keystrokes in a headless field, by strategy, kind of value, locale, length and script.
public struct KeystrokeSuite: Sendable {
  /// The name in the `suite` column.
  public let name: String

  private(set) var strategies: [StrategyEntry]
  private let matrix: Matrix
  private let traces: [Trace]
  private let setUps = SetUps()
  private let scripts = ScriptedSessions()

  /// Makes a suite of the cells of a matrix, and of each trace with each of the strategies that it is for.
  ///
  /// - Parameters:
  ///   - name: the name of the executable.
  ///   - strategies: the strategies of the matrix, and further ones that a user may name.
  ///   - matrix: the default suite.
  ///   - traces: the traces, replayed with the strategies that they name, or with those in `traced`.
  ///   - traced: names of strategies.
  public init(
    name: String, strategies: [StrategyEntry], matrix: [Matrix.Block], traces: [Trace] = [],
    traced: [String] = []
  ) {
    self.name = name
    self.strategies = strategies
    self.traces = traces
    let replays = traces.flatMap { trace in
      (trace.strategies ?? traced).map { Self.cell(trace, strategy: $0) }
    }
    self.matrix = Matrix(matrix, and: replays)
  }

  /// Records the sessions of a cell, each on a fresh field, and checks their results.
  func fieldSessions(of cell: Cell, seed: UInt64) throws -> [FieldSession] {
    guard let strategy = strategies.first(where: { $0.name == cell.strategy }),
      let value = strategy.kind(named: cell.value),
      let setUp = setUps.setUp(cell.locale, value), cell.length > 0 || cell.isTraced
    else { throw SuiteError.noCell(cell, of: name) }
    if let trace = traces.first(where: {
      $0.script == cell.script && Self.cell($0, strategy: cell.strategy) == cell
    }) {
      let configuration = setUp.configuration.with(trace)
      return [
        try FieldSession(
          strategy: strategy, configuration: configuration, workload: setUp.context
        ) {
          trace.record(on: $0, promise: strategy.promise, workload: setUp.context)
        }
      ]
    }
    guard let script = EditScript(rawValue: cell.script), strategy.holds(cell, of: value) else {
      throw SuiteError.noCell(cell, of: name)
    }
    if script.writes, let fault = strategy.typeFault(of: value) { throw SuiteError(fault) }
    let sessions = scripts.sessions(
      script, value: value, symbols: setUp.context.symbols, length: cell.length, seed: seed)
    return try sessions.map { session in
      try FieldSession(
        strategy: strategy, configuration: setUp.configuration, workload: setUp.context,
        next: session.lastLocale.flatMap { setUps.setUp($0, value)?.configuration }
      ) {
        session.record(on: $0, promise: strategy.promise, workload: setUp.context)
      }
    }
  }

  private static func cell(_ trace: Trace, strategy: String) -> Cell {
    Cell(
      strategy: strategy, value: trace.value.rawValue, locale: trace.locale,
      length: trace.length, script: trace.script)
  }
}

// MARK: - Choosing

extension KeystrokeSuite {
  /// The cells that match a filter; see `Matrix.selection(matching:known:)`.
  public func cells(matching filter: CellFilter) -> [Cell] {
    held(selection(matching: filter).cells)
  }

  /// The locales of the cells that match a filter.
  public func locales(matching filter: CellFilter) -> [String] {
    selection(matching: filter).locales
  }

  /// The cells of one locale among them.
  public func cells(matching filter: CellFilter, in locale: String) -> [Cell] {
    held(selection(matching: filter).cells(in: locale))
  }

  /// The promise of each strategy.
  public var promises: [String: Promise] {
    Dictionary(strategies.map { ($0.name, $0.promise) }, uniquingKeysWith: { first, _ in first })
  }

  /// The strategies that are listed outside of this package.
  public var ownStrategies: Set<String> { Set(strategies.filter(\.isOwn).map(\.name)) }

  /// The suite without some strategies, and without their cells.
  public func leavingOut(_ names: Set<String>) -> KeystrokeSuite {
    var suite = self
    suite.strategies.removeAll { names.contains($0.name) }
    return suite
  }

  /// The metrics that its strategies define themselves, each once.
  public var metrics: [OwnMetric] {
    var known: Set<OwnMetric> = []
    return strategies.flatMap(\.metrics).filter { known.insert($0).inserted }
  }

  /// The problem with a filter: a locale that ICU does not know, or a cell whose script writes a value of another type
  /// than its strategy's.
  public func problem(with filter: CellFilter) -> String? {
    if let problem = KnownLocales.problem(with: filter, in: name) { return problem }
    let faults = strategies.flatMap { strategy in
      strategy.values.filter { $0.own != nil }.compactMap { kind in
        strategy.typeFault(of: kind).map { (strategy.name, kind.rawValue, $0) }
      }
    }
    guard !faults.isEmpty else { return nil }
    let written = cells(matching: filter).filter { EditScript(rawValue: $0.script)?.writes == true }
    return faults.first { strategy, kind, _ in
      written.contains { $0.strategy == strategy && $0.value == kind }
    }?.2
  }

  private func selection(matching filter: CellFilter) -> MatrixSelection {
    let named = filter.value.compactMap { ValueKind(rawValue: $0) }
    let kinds =
      ValueKind.allCases + Set(named).subtracting(ValueKind.allCases)
      + Set(strategies.flatMap { $0.values.compactMap(\.own) }).map(ValueKind.own)
    let limits = Dictionary(uniqueKeysWithValues: kinds.map { ($0.rawValue, $0.digitLimit) })
    return matrix.selection(
      matching: filter,
      known: Matrix.Known(
        strategies: strategies.map(\.name), values: kinds.map(\.rawValue),
        isLocale: { KnownLocales.contains($0) }, locales: KnownLocales.listed, lengths: 1...38,
        scripts: EditScript.allCases.map(\.rawValue), usual: usual,
        digitLimit: { limits[$0] ?? nil }))
  }

  /// The usual block: whole numbers if a strategy holds them, otherwise all kinds that the strategies hold; and always the
  /// kinds of the user's own.
  private var usual: Matrix.Block {
    var usual = Matrix.Block.usualKeystroke
    let held = Set(strategies.flatMap(\.values))
    let kinds = held.contains(.int) ? held.filter { $0 == .int || $0.own != nil } : held
    usual.values = kinds.map(\.rawValue).sorted()
    return usual
  }

  /// The cells whose kind of value the strategy can hold, and whose digits the value can hold.
  private func held(_ cells: [Cell]) -> [Cell] {
    let entries = Dictionary(strategies.map { ($0.name, $0) }, uniquingKeysWith: { a, _ in a })
    return cells.filter { cell in
      guard let entry = entries[cell.strategy], let kind = entry.kind(named: cell.value)
      else { return false }
      return entry.holds(cell, of: kind)
    }
  }
}

extension StrategyEntry {
  /// True if a field holds as many digits as a script types, and accepts the values that it writes; a trace may type
  /// some that are refused.
  fileprivate func holds(_ cell: Cell, of value: ValueKind) -> Bool {
    guard let script = EditScript(rawValue: cell.script) else { return true }
    if script.writes, !takesWrites(of: value) { return false }
    if !script.isPlayed(with: value) { return false }
    return value.digitLimit.map { cell.length <= $0 } ?? true
  }
}
