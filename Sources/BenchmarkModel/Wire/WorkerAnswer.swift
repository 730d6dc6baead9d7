/// What a worker answers.
package enum WorkerAnswer: Codable {
  case cells([Cell])
  case locales([String])
  case verification(Verification)
  case strategies([String])
  case outcomes([EditCaseOutcome])
  case sample(CellSample)
  case instructions(CountedInstructions)
  case dumps(CallgrindDumps)
  case sites(CellSites)
  /// How long a repetition of each cell takes, in nanoseconds, in the order of the request.
  case prepared([Double])
  case slice(CellSlice)
  /// The request could not be met; the text names the cause and the hint.
  case failure(String)
}

/// What a worker reports of a cell in a round.
package struct CellSample: Codable {
  package var cell: Cell
  package var rows: [SampleRow]
  /// What is wrong with the text or value, or nil.
  package var mismatch: Mismatch?
  /// Keystrokes a pair of clock readings; 1 where nothing was batched.
  package var batch = 1
  /// Whether the cell was steady when the warm-up ended.
  package var steady = true
  package var knownCost: KnownCost?
  /// onChange actions that the model dropped, over all sessions; nil where none were.
  package var droppedActions: Int?

  /// With these parts.
  package init(
    cell: Cell, rows: [SampleRow], mismatch: Mismatch? = nil, batch: Int = 1, steady: Bool = true,
    knownCost: KnownCost? = nil, droppedActions: Int? = nil
  ) {
    self.cell = cell
    self.rows = rows
    self.mismatch = mismatch
    self.batch = batch
    self.steady = steady
    self.knownCost = knownCost
    self.droppedActions = droppedActions
  }
}

/// One row of a sample: what a ``BenchmarkResults/Row`` says without the run.
package struct SampleRow: Codable {
  package var phase: RowPhase
  package var metric: Metric
  package var instrument: Instrument
  package var count: Int
  /// min, p50, p90, p99, p999, max, mean.
  package var figures: [Double?]

  package init(
    phase: RowPhase, metric: Metric, instrument: Instrument, count: Int, summary: Summary
  ) {
    self.phase = phase
    self.metric = metric
    self.instrument = instrument
    self.count = count
    figures = Figure.allCases.map { summary[$0] }
  }

  /// The figures by name; nil where there are not seven of them.
  package var summary: Summary? {
    guard figures.count == Figure.allCases.count else { return nil }
    var summary = Summary()
    for (figure, value) in zip(Figure.allCases, figures) { summary[figure] = value }
    return summary
  }
}

/// The times of a cell in one slice of a paired round.
package struct CellSlice: Codable {
  /// The total, the first keystroke, each phase that occurs, and the rest.
  package var rows: [SampleRow]

  /// With these parts.
  package init(rows: [SampleRow]) {
    self.rows = rows
  }
}

/// What a worker under valgrind's counter has counted.
package struct CountedInstructions: Codable, Equatable {
  /// The parts of keystrokes, each with its counts.
  package var parts: [CountedPart]
  /// How many instructions the known body executes; only where the overhead of counting was asked for.
  package var knownInstructions: Int?

  /// With these parts.
  package init(parts: [CountedPart], knownInstructions: Int? = nil) {
    self.parts = parts
    self.knownInstructions = knownInstructions
  }
}

/// A part of keystrokes, counted.
package struct CountedPart: Codable, Equatable {
  /// The phase of a row, or an ``OverheadPart``.
  package var name: String
  /// How many keystrokes it covers.
  package var keystrokes: Int
  /// In how many intervals it was counted; counting adds its own cost to each.
  package var intervals: Int
  /// What was counted, in the order that the counter was asked for.
  package var counts: [Int]

  /// With these parts.
  package init(name: String, keystrokes: Int, intervals: Int, counts: [Int]) {
    self.name = name
    self.keystrokes = keystrokes
    self.intervals = intervals
    self.counts = counts
  }
}

/// A part that tells some of what counting costs, beside empty phases, which are named as their phase.
package enum OverheadPart: String {
  /// A body of so many instructions as the worker says.
  case known
  /// Empty keystrokes.
  case total
  /// What is left over of empty keystrokes without a phase.
  case rest
  /// What is left over of empty keystrokes with one.
  case interruptedRest = "interrupted rest"
}

/// What a worker under callgrind has had dumped; the figures are in callgrind's own file.
package struct CallgrindDumps: Codable, Equatable {
  /// The process that dumped, whose number is in the name of the file.
  package var process: Int32
  /// The dumps in their order.
  package var parts: [CallgrindPart]

  /// With these parts.
  package init(process: Int32, parts: [CallgrindPart]) {
    self.process = process
    self.parts = parts
  }
}

/// One dump.
package struct CallgrindPart: Codable, Equatable {
  /// The name it was dumped under: the phase of a row.
  package var name: String
  /// How many keystrokes it covers.
  package var keystrokes: Int

  /// With these parts.
  package init(name: String, keystrokes: Int) {
    self.name = name
    self.keystrokes = keystrokes
  }
}
