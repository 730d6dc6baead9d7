import BenchmarkModel

extension WorkerProcess {
  /// The cells that a filter means.
  package mutating func cells(matching filter: CellFilter) async throws -> [Cell] {
    let cells = try await ask(.list(filter), doing: "while it listed its cells")
    try refuse(WorkerAnswer.problem(withList: cells), "listed")
    // Who misspelt a name is told the one that is there.
    if cells.isEmpty, !filter.isEmpty,
      let hint = filter.suggestion(among: try await self.cells(matching: CellFilter()))
    {
      throw RunError("no cell of \(greeting.suite) matches the filters: \(hint)")
    }
    return cells
  }

  /// The locales of those cells.
  package mutating func locales(matching filter: CellFilter) async throws -> [String] {
    try await ask(.locales(filter), doing: "while it listed its locales")
  }

  /// What comes of checking the cells of a locale.
  package mutating func verification(_ request: VerifyRequest) async throws -> Verification {
    let found = try await ask(.verify(request), doing: "while it verified \(request.locale)")
    try refuse(found.problem, "answered for \(request.locale) with")
    return found
  }

  /// The sample of a cell.
  package mutating func sample(_ question: Question<CellSample>, of cell: Cell) async throws
    -> CellSample
  {
    let sample = try await ask(question, doing: "while it measured \(cell.id)")
    try refuse(
      sample.problem(asAnswerTo: question.request, of: cell), "answered for \(cell.id) with")
    return sample
  }

  /// Where a cell's allocations come from.
  package mutating func sites(_ request: CellRequest) async throws -> CellSites {
    let sites = try await ask(
      .sites(request), doing: "while it recorded the allocation sites of \(request.cell.id)")
    try refuse(sites.problem(asked: request.cell), "answered for \(request.cell.id) with")
    return sites
  }

  /// The strategies that edit cases can be replayed with.
  package mutating func replayed() async throws -> [String] {
    try await ask(.replayed, doing: "while it listed its strategies")
  }

  /// What a strategy makes of edit cases.
  package mutating func outcomes(_ request: ReplayRequest) async throws -> [EditCaseOutcome] {
    try await ask(.replay(request), doing: "while it replayed edit cases")
  }

  /// Gets cells ready for slices, and tells how long a repetition of each takes, in nanoseconds.
  package mutating func prepare(
    _ cells: [Cell], seed: UInt64, _ layout: ProcessLayout
  ) async throws -> [Double] {
    let request = PrepareRequest(cells: cells, seed: seed, heapShift: layout.heapShift)
    return try await ask(.prepare(request), doing: "while it recorded \(cells.count) cells")
  }

  /// A slice of a cell, by its place among those that were prepared.
  package mutating func slice(_ request: SliceRequest, of cell: Cell) async throws -> CellSlice {
    let slice = try await ask(.slice(request), doing: "while it timed \(cell.id)")
    try refuse(slice.rows.problem(by: [.clock]), "answered for \(cell.id) with")
    return slice
  }

  /// What the counter counted.
  package mutating func counted(
    _ question: Question<CountedInstructions>, doing: String
  ) async throws -> CountedInstructions {
    let counted = try await ask(question, doing: doing)
    try refuse(counted.problem, "answered \(doing) with")
    return counted
  }

  /// What callgrind was asked to dump of a cell.
  package mutating func dumps(_ request: CellRequest) async throws -> CallgrindDumps {
    let doing = "while it looked for the instructions of \(request.cell.id)"
    let dumps = try await ask(.instructionDumps(request), doing: doing)
    try refuse(dumps.problem, "answered \(doing) with")
    return dumps
  }

  /// Throws where there is a problem with what was answered.
  private func refuse(_ problem: String?, _ answered: String) throws {
    if let problem { throw RunError("\(name) \(answered) \(problem)") }
  }
}
