import BenchmarkModel
import Foundation

/// Measures the cells of one suite, one request after the other.
struct Worker {
  let suite: any BenchmarkSuite
  /// Whether nothing is played under valgrind before the first request.
  let isCold: Bool
  /// Nil under valgrind: what the clock says there means nothing, and differs from run to run, and with it all that is
  /// allocated afterwards.
  private let timing: (clock: ClockCalibration, ledgerCost: LedgerCalibration)?

  /// What slices are taken of.
  private var prepared: [SliceMeasurement] = []

  /// A worker for a suite; calibrates the clock.
  ///
  /// - Throws: ``SuiteError`` in a debug build that is not allowed.
  init(suite: any BenchmarkSuite, allowsDebug: Bool, isCold: Bool = false) throws {
    guard allowsDebug || BuildConfiguration.ofThisBuild == .release else {
      throw SuiteError(
        "\(suite.name) is a debug build, whose figures mean nothing: build with -c release, or allow it with --allow-debug"
      )
    }
    self.suite = suite
    self.isCold = isCold
    timing =
      Valgrind.problem == nil ? nil : (ClockCalibration.measure(), LedgerCalibration.measure())
  }

  /// Greets, then answers each line of standard input, until its end.
  mutating func serve() throws {
    guard Valgrind.problem != nil else { return try serveInChildren() }
    try send(greeting())
    while let line = readLine() { try send(answer(line)) }
  }

  /// Writes a line of the protocol to standard output, without its end where another process adds that.
  func send(_ message: some Encodable, endsLine: Bool = true) throws {
    let line = try line(message) + Data((endsLine ? "\n" : "").utf8)
    do { try FileHandle.standardOutput.write(contentsOf: line) } catch {
      throw SuiteError("nobody reads the answers of this worker any more")
    }
  }

  /// A line of the protocol, without its end.
  func line(_ message: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return try encoder.encode(message)
  }

  func greeting() -> WorkerGreeting {
    var greeting = WorkerGreeting(
      keystrokeBenchProtocol: ProtocolVersion.current, suite: suite.name,
      configuration: .ofThisBuild, clock: timing?.clock,
      promises: suite.promises.isEmpty ? nil : suite.promises,
      endsThreads: suite.endsThreads ? true : nil)
    do throws(ShimError) {
      greeting.allocatorVersion = try liveCounters().allocatorVersion
    } catch {
      greeting.shimProblem = error.description
    }
    return greeting
  }

  mutating func answer(_ line: String) -> WorkerAnswer {
    do {
      switch try JSONDecoder().decode(WorkerRequest.self, from: Data(line.utf8)) {
      case .list(let filter): return .cells(suite.cells(matching: try known(filter)))
      case .locales(let filter): return .locales(suite.locales(matching: try known(filter)))
      case .verify(let request): return .verification(try suite.verify(request))
      case .replayed: return .strategies(suite.replayed)
      case .replay(let request):
        return .outcomes(
          try suite.replay(
            request.cases, strategy: request.strategy, locales: request.locales))
      case .count(let request): return .sample(try count(request))
      case .time(let request): return .sample(try time(request))
      case .instructions(let request): return try counted(request)
      case .instructionOverhead: return countedOverhead()
      case .instructionDumps(let request): return try dumped(request)
      case .processorInstructions(let request):
        return .sample(try processorInstructions(request))
      case .sites(let request): return .sites(try sites(request))
      case .prepare(let request): return .prepared(try prepare(request))
      case .slice(let request): return .slice(try slice(request))
      }
    } catch {
      return .failure("\(error)")
    }
  }

  /// The filter, unless it names what there is not.
  private func known(_ filter: CellFilter) throws -> CellFilter {
    if let problem = suite.problem(with: filter) {
      throw SuiteError("no cell of \(suite.name) matches the filters: \(problem)")
    }
    return filter
  }

  func count(_ request: CountRequest) throws -> CellSample {
    let counters = request.allocations ? try liveCounters() : nil
    let sessions = try suite.sessions(of: request.cell, seed: request.seed)
    var sample = CountMeasurement(sessions: sessions, request: request, allocations: counters)
      .sample()
    sample.knownCost = sessions.first?.knownCost
    return sample
  }

  func sites(_ request: CellRequest) throws -> CellSites {
    _ = try liveCounters()
    let sessions = try suite.sessions(of: request.cell, seed: request.seed)
    return try SiteMeasurement(sessions: sessions, request: request, sites: .locate()).sample()
  }

  /// The counters of a shim that has just proved that it counts.
  private func liveCounters() throws(ShimError) -> AllocationCounters {
    let counters = try AllocationCounters.locate()
    try counters.selfTest()
    return counters
  }

  private func processorInstructions(_ request: CellRequest) throws -> CellSample {
    let counter = try PerfCounter(.instructions)
    try counter.selfTest()
    let sessions = try suite.sessions(of: request.cell, seed: request.seed)
    let rows = PerfMeasurement(sessions: sessions, counter: counter).rows()
    guard !counter.hasFailed else {
      throw SuiteError(
        "the processor's counter could not be read to the end; count with --instructions valgrind")
    }
    return CellSample(cell: request.cell, rows: rows)
  }

  /// Gets cells ready for slices, in place of those before.
  ///
  /// - Returns: how long a repetition of each takes, in nanoseconds.
  private mutating func prepare(_ request: PrepareRequest) throws -> [Double] {
    guard let timing else { throw SuiteError("under valgrind nothing can be timed") }
    // Kept for ever, as its only purpose is to be in the way.
    _ = UnsafeMutableRawPointer.allocate(byteCount: max(1, request.heapShift), alignment: 16)
    prepared = try request.cells.map { cell in
      SliceMeasurement(
        sessions: try suite.sessions(of: cell, seed: request.seed), ledgerCost: timing.ledgerCost)
    }
    return prepared.map { $0.warmUp() }
  }

  private func slice(_ request: SliceRequest) throws -> CellSlice {
    guard prepared.indices.contains(request.cell), request.repetitions > 0 else {
      throw SuiteError(
        "a slice of \(request.repetitions) repetitions was asked for of cell \(request.cell), \(prepared.count) are ready"
      )
    }
    return CellSlice(rows: prepared[request.cell].rows(repetitions: request.repetitions))
  }

  func time(_ request: TimeRequest) throws -> CellSample {
    guard let timing else { throw SuiteError("under valgrind nothing can be timed") }
    let sessions = try suite.sessions(of: request.cell, seed: request.seed)
    let measurement = TimeMeasurement(
      sessions: sessions, clock: timing.clock, ledgerCost: timing.ledgerCost, request: request)
    var sample =
      try request.shim.map { mode in try mode.during(measurement.sample) } ?? measurement.sample()
    sample.knownCost = sessions.first?.knownCost
    return sample
  }
}

extension BuildConfiguration {
  /// How this code was built.
  static var ofThisBuild: BuildConfiguration {
    #if DEBUG
      .debug
    #else
      .release
    #endif
  }
}
