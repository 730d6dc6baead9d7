/// What a conductor asks for.
package enum WorkerRequest: Codable {
  /// The cells that a filter means.
  case list(CellFilter)
  /// The locales of those cells.
  case locales(CellFilter)
  /// Texts and values of all the cells of a locale, against the oracle.
  case verify(VerifyRequest)
  /// The strategies that edit cases can be replayed with.
  case replayed
  /// What a strategy makes of edit cases.
  case replay(ReplayRequest)
  /// Emissions and refreshes, and allocations where the shim is wanted. Exact.
  case count(CountRequest)
  /// Times.
  case time(TimeRequest)
  /// What the keystrokes of a cell execute, by a worker under valgrind's counter.
  case instructions(CellRequest)
  /// What counting them costs.
  case instructionOverhead
  /// Dumps of the functions that execute them, by a worker under callgrind.
  case instructionDumps(CellRequest)
  /// Instructions of a cell, as the processor counts them.
  case processorInstructions(CellRequest)
  /// Where allocations come from; an error where no live shim is preloaded.
  case sites(CellRequest)
  /// Gets cells ready for slices.
  case prepare(PrepareRequest)
  /// Times a few repetitions of a cell that is ready.
  case slice(SliceRequest)
}

package struct VerifyRequest: Codable {
  package var filter: CellFilter
  package var locale: String
  package var seed: UInt64
  /// How many wrong cells the answer may list; all are counted.
  package var listed: Int

  /// With these parts.
  package init(filter: CellFilter, locale: String, seed: UInt64, listed: Int) {
    self.filter = filter
    self.locale = locale
    self.seed = seed
    self.listed = listed
  }
}

package struct ReplayRequest: Codable {
  package var cases: [EditCase]
  package var strategy: String
  /// Where to look for one that writes numbers as a case does.
  package var locales: [String]

  /// With these parts.
  package init(cases: [EditCase], strategy: String, locales: [String]) {
    self.cases = cases
    self.strategy = strategy
    self.locales = locales
  }
}

package struct CountRequest: Codable {
  package var cell: Cell
  package var seed: UInt64
  /// Whether allocations are counted; an error where no live shim is preloaded.
  package var allocations: Bool

  /// With these parts.
  package init(cell: Cell, seed: UInt64, allocations: Bool) {
    self.cell = cell
    self.seed = seed
    self.allocations = allocations
  }
}

package struct TimeRequest: Codable {
  package var cell: Cell
  package var seed: UInt64
  /// How long to measure, in milliseconds, warm-up not counted.
  package var milliseconds: Double
  /// Keystrokes a pair of clock readings; nil to let the worker decide.
  package var batch: Int?
  /// What a preloaded shim is to do meanwhile; nil for what it does by itself.
  package var shim: ShimMode?

  /// With these parts.
  package init(
    cell: Cell, seed: UInt64, milliseconds: Double, batch: Int? = nil, shim: ShimMode? = nil
  ) {
    self.cell = cell
    self.seed = seed
    self.milliseconds = milliseconds
    self.batch = batch
    self.shim = shim
  }
}

/// A cell whose instructions or allocation sites are asked for.
package struct CellRequest: Codable {
  package var cell: Cell
  package var seed: UInt64

  /// With these parts.
  package init(cell: Cell, seed: UInt64) {
    self.cell = cell
    self.seed = seed
  }
}

package struct PrepareRequest: Codable {
  /// The cells, which slices then name by their place.
  package var cells: [Cell]
  package var seed: UInt64
  /// How many bytes to allocate beforehand and keep, which moves all that is allocated afterwards.
  package var heapShift: Int

  /// With these parts.
  package init(cells: [Cell], seed: UInt64, heapShift: Int) {
    self.cells = cells
    self.seed = seed
    self.heapShift = heapShift
  }
}

package struct SliceRequest: Codable {
  /// The place of the cell among those that were prepared.
  package var cell: Int
  /// How many repetitions are timed as a whole, and as many again phase by phase.
  package var repetitions: Int

  /// With these parts.
  package init(cell: Int, repetitions: Int) {
    self.cell = cell
    self.repetitions = repetitions
  }
}

/// The seed of scripts where none is asked for.
package enum DefaultSeed {
  /// The day on which it was chosen.
  package static let value: UInt64 = 20_261_121
}

/// What a preloaded shim does beside serving memory.
package enum ShimMode: String, Codable {
  case idle
  case counting
  /// Counting, and recording the allocation sites of the worker's thread.
  case sites
}
