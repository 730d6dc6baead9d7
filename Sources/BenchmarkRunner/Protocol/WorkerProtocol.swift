import BenchmarkResults
import Instruments
import KeystrokeWorkload

/// What a worker and its conductor say to each other: one JSON object a line, requests on the worker's
/// standard input, answers on its standard output.
///
/// The worker greets first. Each request then has one answer; the end of input ends the worker.
enum WorkerProtocol {
  /// Raised with every change that an older worker or conductor would misread.
  static let version = 4
}

/// The first line of a worker.
struct WorkerGreeting: Codable {
  /// ``WorkerProtocol/version`` of the worker.
  var keystrokeBenchProtocol: Int
  var suite: String
  var configuration: BuildConfiguration
  /// Nil under callgrind, where nothing can be timed.
  var clock: ClockCalibration?
  /// The version of the allocator behind the shim; nil where no live shim is preloaded.
  var allocatorVersion: String?
  /// Why allocations cannot be counted, with the cure; nil where they can.
  var shimProblem: String?
}

/// What a conductor asks for.
enum WorkerRequest: Codable {
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
  /// Dumps of what a cell costs, by a worker under callgrind.
  case instructions(InstructionRequest)
  /// Instructions of a cell, as the processor counts them.
  case processorInstructions(InstructionRequest)
  /// Dumps of what collecting them costs.
  case instructionPrice
  /// Where allocations come from; an error where no live shim is preloaded.
  case sites(SiteRequest)
  /// Gets cells ready for slices.
  case prepare(PrepareRequest)
  /// Times a few turns of a cell that is ready.
  case slice(SliceRequest)
}

struct VerifyRequest: Codable {
  var filter: CellFilter
  var locale: String
  var seed: UInt64
  /// How many wrong cells the answer may list; all are counted.
  var listed: Int
}

struct ReplayRequest: Codable {
  var cases: [EditCase]
  var strategy: String
  /// Where to look for one that writes numbers as a case does.
  var locales: [String]
}

struct CountRequest: Codable {
  var cell: Cell
  var seed: UInt64
  /// Whether allocations are counted; an error where no live shim is preloaded.
  var allocations: Bool
}

struct SiteRequest: Codable {
  var cell: Cell
  var seed: UInt64
}

struct TimeRequest: Codable {
  var cell: Cell
  var seed: UInt64
  /// How long to measure, in milliseconds, warm-up not counted.
  var milliseconds: Double
  /// Keystrokes a pair of clock readings; nil to let the worker decide.
  var batch: Int?
  /// What a preloaded shim is to do meanwhile; nil for what it does by itself.
  var shim: ShimMode?
}

struct InstructionRequest: Codable {
  var cell: Cell
  var seed: UInt64
}

struct PrepareRequest: Codable {
  /// The cells, which slices then name by their place.
  var cells: [Cell]
  var seed: UInt64
  /// How many bytes to allocate beforehand and keep, which moves all that is allocated afterwards.
  var heapShift: Int
}

struct SliceRequest: Codable {
  /// The place of the cell among those that were prepared.
  var cell: Int
  /// How many turns are timed as a whole, and as many again phase by phase.
  var turns: Int
}

/// What a worker answers.
enum WorkerAnswer: Codable {
  case cells([Cell])
  case locales([String])
  case verification(Verification)
  case strategies([String])
  case outcomes([EditCaseOutcome])
  case sample(CellSample)
  case dumps(CallgrindDumps)
  case sites(CellSites)
  /// How long a turn of each cell takes, in nanoseconds, in the order of the request.
  case prepared([Double])
  case slice(CellSlice)
  /// The request could not be met; the text names the cause and the cure.
  case failure(String)
}

/// What a worker reports of a cell in a round.
struct CellSample: Codable {
  var cell: Cell
  var rows: [SampleRow]
  /// What is wrong with the text or value, or nil.
  var mismatch: Mismatch?
  /// Keystrokes a pair of clock readings; 1 where nothing was batched.
  var batch = 1
  /// Whether the cell was steady when the warm-up ended.
  var steady = true
  var knownCost: KnownCost?
  /// onChange actions that the model dropped, over all sessions; nil where none were.
  var droppedActions: Int?
}

/// One row of a sample: what a ``BenchmarkResults/Row`` says without the run.
struct SampleRow: Codable {
  var phase: RowPhase
  var metric: Metric
  var instrument: Instrument
  var count: Int
  /// min, p50, p90, p99, p999, max, mean.
  var figures: [Double?]

  init(
    phase: RowPhase, metric: Metric, instrument: Instrument, count: Int, summary: Summary
  ) {
    self.phase = phase
    self.metric = metric
    self.instrument = instrument
    self.count = count
    figures = Figure.allCases.map { summary[$0] }
  }

  /// The figures by name; nil where there are not seven of them.
  var summary: Summary? {
    guard figures.count == Figure.allCases.count else { return nil }
    var summary = Summary()
    for (figure, value) in zip(Figure.allCases, figures) { summary[figure] = value }
    return summary
  }
}

/// The times of a cell in one slice of a lock-step round.
struct CellSlice: Codable {
  /// The total, the first keystroke, each phase that occurs, and the rest.
  var rows: [SampleRow]
}

/// What a worker under callgrind has had dumped; the figures are in callgrind's own file.
struct CallgrindDumps: Codable, Equatable {
  /// The process that dumped, whose number is in the name of the file.
  var process: Int32
  /// The dumps in their order.
  var parts: [CallgrindPart]
}

/// One dump.
struct CallgrindPart: Codable, Equatable {
  /// The name it was dumped under.
  var name: String
  /// How many keystrokes it covers.
  var keystrokes: Int
  /// In how many intervals it was collected; collecting adds its own cost to each.
  var intervals: Int
}
