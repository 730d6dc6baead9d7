import BenchmarkModel
import Foundation

/// Measures the cells of one suite, one request after the other.
struct Worker {
  var suite: any BenchmarkSuite
  /// True if nothing is played under valgrind before the first request.
  let isCold: Bool
  /// The calibration of the clock and of the ledger.
  ///
  /// Nil under valgrind: the clock's readings there mean nothing and differ from run to run, and so would all later
  /// allocations.
  private let timing: (clock: ClockCalibration, ledgerCost: LedgerCalibration)?

  /// The cells that are ready for slices.
  var prepared: [SliceMeasurement] = []

  /// Creates a worker for a suite and calibrates the clock.
  ///
  /// - Throws: `SuiteError` in a debug build that is not allowed, or if metrics of the suite cannot be declared.
  init(suite: any BenchmarkSuite, allowsDebug: Bool, isCold: Bool = false) throws {
    guard allowsDebug || BuildConfiguration.ofThisBuild == .release else {
      throw SuiteError(
        "\(suite.name) is a debug build, whose figures mean nothing: build with -c release, or allow it with --allow-debug"
      )
    }
    if let problem = OwnMetric.problem(in: suite.metrics) {
      throw SuiteError("\(suite.name): \(problem)")
    }
    self.suite = suite
    self.isCold = isCold
    timing =
      Valgrind.problem == nil ? nil : (ClockCalibration.measure(), LedgerCalibration.measure())
  }

  /// Returns the calibration of the clock.
  ///
  /// - Throws: `SuiteError` under valgrind.
  func needTiming() throws -> (clock: ClockCalibration, ledgerCost: LedgerCalibration) {
    guard let timing else { throw SuiteError("under valgrind nothing can be timed") }
    return timing
  }

  /// Greets, then replies to each line of standard input, until its end.
  mutating func serve() throws {
    guard Valgrind.problem != nil else { return try serveInChildren() }
    try send(line(greeting()))
    while let request = readLine() { try send(reply(to: request)) }
  }

  /// Writes a line of the protocol to standard output, without its end if another process adds it.
  func send(_ line: Data, endsLine: Bool = true) throws {
    let line = endsLine ? line + Data("\n".utf8) : line
    do { try FileHandle.standardOutput.write(contentsOf: line) } catch {
      throw SuiteError("nobody reads the answers of this worker any more")
    }
  }

  /// Returns a line of the protocol, without its end.
  func line(_ message: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return try encoder.encode(message)
  }

  func greeting() -> WorkerGreeting {
    var greeting = WorkerGreeting(
      keystrokeBenchProtocol: ProtocolVersion.current, suite: suite.name,
      configuration: .ofThisBuild)
    greeting.clock = timing?.clock
    if !suite.promises.isEmpty { greeting.promises = suite.promises }
    if !suite.ownStrategies.isEmpty { greeting.ownStrategies = suite.ownStrategies.sorted() }
    if suite.endsThreads { greeting.endsThreads = true }
    if !suite.metrics.isEmpty { greeting.metrics = suite.metrics }
    if timing != nil { greeting.program = try? .present() }
    do throws(ShimError) {
      greeting.allocatorVersion = try AllocationCounters.live().allocatorVersion
    } catch {
      greeting.shimProblem = error.description
    }
    return greeting
  }

  /// Returns the line that replies to a request; if the request fails, the line says why.
  mutating func reply(to request: String) throws -> Data {
    do {
      return try reply(
        to: JSONDecoder().decode(RequestLine.self, from: Data(request.utf8)).request)
    } catch {
      return try line([WireKey.error.stringValue: "\(error)"])
    }
  }

  private mutating func reply<Request: AnsweredRequest>(to request: Request) throws -> Data {
    let reply = try request.reply(of: &self)
    return try line([Request.name: reply])
  }
}

extension AllocationCounters {
  /// Returns the counters of a shim that has just proved that it counts.
  package static func live() throws(ShimError) -> AllocationCounters {
    let counters = try AllocationCounters.locate()
    try counters.selfTest()
    return counters
  }
}

extension BuildConfiguration {
  /// The configuration of this build.
  static var ofThisBuild: BuildConfiguration {
    #if DEBUG
      .debug
    #else
      .release
    #endif
  }
}
