/// Asks to prepare cells for slices; the reply has the nanoseconds of one repetition of each.
package struct PrepareRequest: WorkerRequest {
  package typealias Reply = [Double]
  package static let name = "prepare"
  /// The cells, which slices name by their index.
  package var cells: [Cell]
  package var seed: UInt64
  /// The number of bytes to allocate first and keep, which moves all later allocations.
  package var heapShift: Int

  package init(cells: [Cell], seed: UInt64, heapShift: Int) {
    self.cells = cells
    self.seed = seed
    self.heapShift = heapShift
  }

  package var activity: String { "while it recorded \(cells.count) cells" }

  package func check(_ times: [Double]) throws(WrongReply) {
    guard times.count == cells.count else {
      throw WrongReply("\(times.count) times of \(cells.count) cells")
    }
  }
}

/// Asks to time a few repetitions of a prepared cell.
package struct SliceRequest: WorkerRequest {
  package typealias Reply = CellSlice
  package static let name = "slice"
  /// The index of the cell among those that were prepared.
  package var cell: Int
  /// The number of repetitions that are timed as a whole, and again phase by phase.
  package var repetitions: Int

  package init(cell: Int, repetitions: Int) {
    self.cell = cell
    self.repetitions = repetitions
  }

  package var activity: String { "while it timed cell \(cell) of those prepared" }

  package func check(_ slice: CellSlice) throws(WrongReply) {
    try slice.rows.check(by: [.clock, .host])
  }
}

/// The times of a cell in one slice of a paired round.
package struct CellSlice: Codable, Sendable {
  /// The total, the first keystroke, each phase that occurs, and the rest.
  package var rows: [SampleRow]

  package init(rows: [SampleRow]) { self.rows = rows }
}
