import BenchmarkModel
import BenchmarkResults

// What the conductor believes of a worker. A run must stay readable whatever a worker says.

/// Names go into files line by line, and into tables.
private let longestName = 200
/// Sums of counts must stay numbers.
private let largestCount = 1 << 40
/// Eleven days in nanoseconds, and more bytes than there are.
private let largestFigure = 1e15

extension String {
  /// Whether it may be a name in a run.
  fileprivate var isName: Bool {
    !isEmpty && utf8.count <= longestName && !utf8.contains { $0 < 0x20 || $0 == 0x7F }
  }

  /// The beginning of a name that may be none.
  fileprivate var quoted: String { String(prefix(longestName)).debugDescription }
}

extension WorkerGreeting {
  /// How many bytes it may have.
  static let longest = 1 << 16

  /// Why it cannot be, or nil.
  var problem: String? {
    suite.isName ? nil : "its suite is \(suite.quoted), which is no name"
  }
}

extension WorkerAnswer {
  /// What is wrong with a list of cells, or nil.
  static func problem(withList cells: [Cell]) -> String? {
    var known: Set<Cell> = []
    for cell in cells {
      let names = [cell.strategy, cell.value, cell.locale, cell.script]
      guard names.allSatisfy(\.isName), Cell(id: cell.id) == cell else {
        return "\(cell.id.quoted), which is no cell"
      }
      guard known.insert(cell).inserted else { return "\(cell.id) twice" }
    }
    return nil
  }
}

extension CellSample {
  /// A batch is never so large.
  private static let largestBatch = 1 << 12

  /// Why it cannot be what was asked for, or nil.
  func problem(asAnswerTo request: WorkerRequest, of asked: Cell) -> String? {
    guard cell == asked else { return "a sample of \(cell.id.quoted)" }
    guard (1...Self.largestBatch).contains(batch) else { return "a batch of \(batch)" }
    switch request {
    case .time: return rows.problem(by: [.clock])
    case .count: return rows.problem(by: [.host, .shim])
    case .processorInstructions: return rows.problem(by: [.perf])
    default: return nil
    }
  }
}

extension [SampleRow] {
  /// What is wrong with the rows of one cell, or nil.
  func problem(by instruments: Set<Instrument>) -> String? {
    var known: Set<[String]> = []
    for row in self {
      let name = "\(row.phase.rawValue) \(row.metric.rawValue)"
      guard instruments.contains(row.instrument) else {
        return "\(name) by \(row.instrument.rawValue), which was not asked for"
      }
      guard known.insert([row.phase.rawValue, row.metric.rawValue]).inserted else {
        return "\(name) twice"
      }
      // Seven are checked where they are written.
      let ordered = row.figures.prefix(6).compactMap(\.self)
      guard (0...largestCount).contains(row.count),
        row.figures.allSatisfy({ $0.map { (0...largestFigure).contains($0) } ?? true }),
        ordered == ordered.sorted()
      else { return "figures of \(name) that cannot be" }
    }
    return nil
  }
}

extension CellSites {
  /// Why they cannot be what was asked for, or nil.
  func problem(asked: Cell) -> String? {
    guard cell == asked else { return "sites of \(cell.id.quoted)" }
    let counts = sites.flatMap { [$0.allocations, $0.bytes, $0.liveBlocks, $0.liveBytes] }
    guard sites.isEmpty || (keystrokes > 0 && sessions > 0),
      counts.allSatisfy({ (0...largestCount).contains($0) })
    else {
      return "sites that cannot be"
    }
    return nil
  }
}

extension Verification {
  /// Why it cannot be, or nil.
  var problem: String? {
    let counts = tallies.values.flatMap { [$0.ok, $0.wrong, $0.unchecked] }
    return tallies.keys.allSatisfy(\.isName)
      && counts.allSatisfy { (0...largestCount).contains($0) } ? nil : "counts that cannot be"
  }
}

/// More keystrokes than this are never counted at once.
private let mostKeystrokes = 1 << 24

extension CountedInstructions {
  /// Why they cannot be, or nil.
  var problem: String? {
    parts.allSatisfy { part in
      (0...mostKeystrokes).contains(part.keystrokes)
        && ([part.intervals] + part.counts).allSatisfy { (0...largestCount).contains($0) }
    } ? nil : "counts that cannot be"
  }
}

extension CallgrindDumps {
  /// Why they cannot be, or nil.
  var problem: String? {
    process > 0 && parts.allSatisfy { (0...mostKeystrokes).contains($0.keystrokes) }
      ? nil : "dumps that cannot be"
  }
}
