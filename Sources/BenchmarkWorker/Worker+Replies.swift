import BenchmarkModel
import Foundation

/// A request with the code that replies to it.
protocol AnsweredRequest: WorkerRequest {
  func reply(of worker: inout Worker) throws -> Reply
}

/// A line from the conductor.
struct RequestLine: Decodable {
  private static let types: [any AnsweredRequest.Type] = [
    TrialRequest.self, ListRequest.self, LocalesRequest.self, VerifyRequest.self,
    ReplayedRequest.self,
    HuntRequest.self, ReplayRequest.self, CountRequest.self,
    TimeRequest.self, InstructionsRequest.self, InstructionOverheadRequest.self,
    InstructionDumpsRequest.self, SitesRequest.self, PrepareRequest.self, SliceRequest.self,
  ]

  let request: any AnsweredRequest

  init(from decoder: any Decoder) throws {
    let line = try decoder.container(keyedBy: WireKey.self)
    let names = line.allKeys.map(\.stringValue)
    guard let type = Self.types.first(where: { names == [$0.name] }) else {
      throw SuiteError("unknown request \(names.sorted().joined(separator: ", "))")
    }
    request = try line.decode(type, forKey: WireKey(type.name))
  }
}

// MARK: - The suite

extension TrialRequest: AnsweredRequest {
  func reply(of worker: inout Worker) throws -> [String: String] {
    let trapped = worker.suite.trial(filter)
    worker.suite = worker.suite.leavingOut(Set(trapped.keys))
    return trapped
  }
}

extension BenchmarkSuite {
  /// The seconds after which a strategy that is tried is given up.
  private var trialSeconds: UInt32 { 30 }

  /// Tries each of the suite's own strategies in a child: in each locale that a filter selects, it plays one cell.
  ///
  /// - Returns: how those ended that ended the child, by name.
  fileprivate func trial(_ filter: CellFilter) -> [String: String] {
    var trapped: [String: String] = [:]
    for name in ownStrategies.sorted() {
      let alone = leavingOut(ownStrategies.subtracting([name]))
      let status = ForkedChild.run {
        alarm(trialSeconds)
        _ = alone.problem(with: filter)
        var locales: Set<String> = []
        for cell in alone.cells(matching: filter) where cell.strategy == name {
          guard locales.insert(cell.locale).inserted else { continue }
          _ = try? alone.sessions(of: cell, seed: DefaultSeed.value)
        }
        return true
      }
      guard let signal = status.map({ $0 & 0x7f }), signal != 0 else { continue }
      trapped[name] =
        signal == SIGALRM ? "took over \(trialSeconds) s" : "ended by signal \(signal)"
    }
    return trapped
  }
}

extension ListRequest: AnsweredRequest {
  func reply(of worker: inout Worker) throws -> [Cell] {
    try worker.suite.check(filter)
    return worker.suite.cells(matching: filter)
  }
}

extension LocalesRequest: AnsweredRequest {
  func reply(of worker: inout Worker) throws -> [String] {
    try worker.suite.check(filter)
    return worker.suite.locales(matching: filter)
  }
}

extension BenchmarkSuite {
  /// Throws if the filter names something that the suite lacks.
  fileprivate func check(_ filter: CellFilter) throws {
    if let problem = problem(with: filter) { throw SuiteError(problem) }
  }
}

extension VerifyRequest: AnsweredRequest {
  func reply(of worker: inout Worker) throws -> Verification { try worker.suite.verify(self) }
}

extension ReplayedRequest: AnsweredRequest {
  func reply(of worker: inout Worker) -> [String] { worker.suite.replayed }
}

extension ReplayRequest: AnsweredRequest {
  func reply(of worker: inout Worker) throws -> [EditCaseOutcome] {
    try worker.suite.replay(cases, strategy: strategy, locales: locales)
  }
}

extension HuntRequest: AnsweredRequest {
  func reply(of worker: inout Worker) throws -> Hunted { try worker.suite.hunt(self) }
}

// MARK: - Samples

extension CountRequest: AnsweredRequest {
  func reply(of worker: inout Worker) throws -> CellSample {
    let counters = allocations ? try AllocationCounters.live() : nil
    let sessions = try worker.suite.sessions(of: cell, seed: seed)
    return try CountMeasurement(
      sessions: sessions, allocations: counters, setUp: setUp
    ).sample(of: cell)
  }
}

extension TimeRequest: AnsweredRequest {
  func reply(of worker: inout Worker) throws -> CellSample {
    let timing = try worker.needTiming()
    let sessions = try worker.suite.sessions(of: cell, seed: seed)
    return try TimeMeasurement(
      sessions: sessions, clock: timing.clock, ledgerCost: timing.ledgerCost, request: self
    ).sample()
  }
}

// MARK: - Instructions under valgrind

extension InstructionsRequest: AnsweredRequest {
  func reply(of worker: inout Worker) throws -> CountedInstructions {
    if let problem = PhaseCounter.problem { throw SuiteError(problem) }
    let sessions = try worker.suite.sessions(of: cell, seed: seed)
    let parts = InstructionMeasurement(sessions: sessions).counts()
    let made = setUp ? SetUpMeasurement(sessions)?.part() : nil
    PhaseCounter.listFunctions()
    return CountedInstructions(parts: parts + [made].compactMap(\.self))
  }
}

extension InstructionOverheadRequest: AnsweredRequest {
  func reply(of worker: inout Worker) throws -> CountedInstructions {
    if let problem = PhaseCounter.problem { throw SuiteError(problem) }
    return CountedInstructions(
      parts: InstructionOverheadMeasurement.counts(),
      knownInstructions: Valgrind.knownInstructions)
  }
}

extension InstructionDumpsRequest: AnsweredRequest {
  func reply(of worker: inout Worker) throws -> CallgrindDumps {
    if let problem = Valgrind.problem { throw SuiteError(problem) }
    let sessions = try worker.suite.sessions(of: cell, seed: seed)
    let parts = InstructionMeasurement(sessions: sessions).dumps()
    let made = cell.measuresSetUp ? SetUpMeasurement(sessions)?.dump() : nil
    return CallgrindDumps(process: getpid(), parts: parts + [made].compactMap(\.self))
  }
}

// MARK: - Allocation sites

extension SitesRequest: AnsweredRequest {
  func reply(of worker: inout Worker) throws -> CellSites {
    _ = try AllocationCounters.live()
    let sessions = try worker.suite.sessions(of: cell, seed: seed)
    return try SiteMeasurement(sessions: sessions, sites: .locate()).sample(of: cell)
  }
}

// MARK: - Slices

extension PrepareRequest: AnsweredRequest {
  /// Prepares the cells for slices, in place of the former ones.
  func reply(of worker: inout Worker) throws -> [Double] {
    let timing = try worker.needTiming()
    // This block is kept until the process ends; its only purpose is to shift the heap.
    _ = UnsafeMutableRawPointer.allocate(byteCount: max(1, heapShift), alignment: 16)
    worker.prepared = try cells.map { cell in
      SliceMeasurement(
        sessions: try worker.suite.sessions(of: cell, seed: seed), clock: timing.clock,
        ledgerCost: timing.ledgerCost)
    }
    return worker.prepared.map { $0.warmUp() }
  }
}

extension SliceRequest: AnsweredRequest {
  func reply(of worker: inout Worker) throws -> CellSlice {
    guard worker.prepared.indices.contains(cell), repetitions > 0 else {
      throw SuiteError(
        "no slice of \(repetitions) repetitions of cell \(cell): \(worker.prepared.count) cells are ready"
      )
    }
    return CellSlice(rows: try worker.prepared[cell].rows(repetitions: repetitions))
  }
}
