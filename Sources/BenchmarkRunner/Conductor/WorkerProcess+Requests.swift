import BenchmarkResults
import KeystrokeWorkload

extension WorkerProcess {
  /// The cells that a filter means.
  mutating func cells(matching filter: CellFilter) async throws -> [Cell] {
    guard
      case .cells(let cells) = try await ask(
        .list(filter), doing: "while it listed its cells")
    else { throw RunError("\(name) answered a list with something else") }
    if let problem = WorkerAnswer.problem(withList: cells) {
      throw RunError("\(name) listed \(problem)")
    }
    return cells
  }

  /// The locales of those cells.
  mutating func locales(matching filter: CellFilter) async throws -> [String] {
    guard
      case .locales(let locales) = try await ask(
        .locales(filter), doing: "while it listed its locales")
    else { throw RunError("\(name) answered a list with something else") }
    return locales
  }

  /// What comes of checking the cells of a locale.
  mutating func verification(_ request: VerifyRequest) async throws -> Verification {
    guard
      case .verification(let verification) = try await ask(
        .verify(request), doing: "while it verified \(request.locale)")
    else { throw RunError("\(name) answered a check with something else") }
    if let problem = verification.problem {
      throw RunError("\(name) answered for \(request.locale) with \(problem)")
    }
    return verification
  }

  /// The sample of a cell.
  mutating func sample(_ request: WorkerRequest, of cell: Cell) async throws -> CellSample {
    guard case .sample(let sample) = try await ask(request, doing: "while it measured \(cell.id)")
    else { throw RunError("\(name) answered a measurement with something else") }
    if let problem = sample.problem(asAnswerTo: request, of: cell) {
      throw RunError("\(name) answered for \(cell.id) with \(problem)")
    }
    return sample
  }

  /// Where a cell's allocations come from.
  mutating func sites(_ request: SiteRequest) async throws -> CellSites {
    guard
      case .sites(let sites) = try await ask(
        .sites(request), doing: "while it recorded the allocation sites of \(request.cell.id)")
    else { throw RunError("\(name) answered a measurement with something else") }
    if let problem = sites.problem(asked: request.cell) {
      throw RunError("\(name) answered for \(request.cell.id) with \(problem)")
    }
    return sites
  }

  /// The strategies that edit cases can be replayed with.
  mutating func replayed() async throws -> [String] {
    guard
      case .strategies(let names) = try await ask(
        .replayed, doing: "while it listed its strategies")
    else { throw RunError("\(name) answered a list with something else") }
    return names
  }

  /// What a strategy makes of edit cases.
  mutating func outcomes(_ request: ReplayRequest) async throws -> [EditCaseOutcome] {
    guard
      case .outcomes(let outcomes) = try await ask(
        .replay(request), doing: "while it replayed edit cases"),
      outcomes.count == request.cases.count
    else { throw RunError("\(name) answered a replay with something else") }
    return outcomes
  }

  /// Gets cells ready for slices, and tells how long a turn of each takes, in nanoseconds.
  mutating func prepare(
    _ cells: [Cell], seed: UInt64, _ layout: ProcessLayout
  ) async throws -> [Double] {
    let request = PrepareRequest(cells: cells, seed: seed, heapShift: layout.heapShift)
    guard
      case .prepared(let times) = try await ask(
        .prepare(request), doing: "while it recorded \(cells.count) cells"),
      times.count == cells.count
    else { throw RunError("\(name) answered a preparation with something else") }
    return times
  }

  /// A slice of a cell, by its place among those that were prepared.
  mutating func slice(_ request: SliceRequest, of cell: Cell) async throws -> CellSlice {
    guard
      case .slice(let slice) = try await ask(.slice(request), doing: "while it timed \(cell.id)")
    else { throw RunError("\(name) answered a slice with something else") }
    if let problem = slice.rows.problem(by: [.clock]) {
      throw RunError("\(name) answered for \(cell.id) with \(problem)")
    }
    return slice
  }

  /// What callgrind was asked to dump.
  mutating func dumps(_ request: WorkerRequest, doing: String) async throws -> CallgrindDumps {
    guard case .dumps(let dumps) = try await ask(request, doing: doing)
    else { throw RunError("\(name) answered a count of instructions with something else") }
    if let problem = dumps.problem { throw RunError("\(name) answered \(doing) with \(problem)") }
    return dumps
  }
}
