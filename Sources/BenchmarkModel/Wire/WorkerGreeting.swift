/// The version of the protocol between a worker and its conductor: one JSON object per line, requests on the
/// worker's standard input, replies on its standard output.
///
/// The worker greets first. Each request then has one reply; the end of input ends the worker.
package enum ProtocolVersion {
  /// It is raised with every change that an older worker or conductor would misread.
  package static let current = 7
}

/// The first line of a worker.
package struct WorkerGreeting: Codable, Sendable {
  /// The maximum number of bytes in its line.
  package static let longest = 1 << 16

  /// ``ProtocolVersion/current`` of the worker.
  package var keystrokeBenchProtocol: Int
  package var suite: String
  package var configuration: BuildConfiguration
  /// Nil under valgrind, where nothing can be timed.
  package var clock: ClockCalibration?
  /// The version of the allocator behind the shim; nil if no live shim is preloaded.
  package var allocatorVersion: String?
  /// The reason why allocations cannot be counted, with a hint; nil if they can.
  package var shimProblem: String?
  /// The promises of the strategies about the contents of a field, by name; nil if the worker does not report them.
  package var promises: [String: Promise]?
  /// The strategies that the suite is about, if it lists others to compare with; nil if the worker does not report them.
  package var ownStrategies: [String]?
  /// True if threads may end in the process while it measures; nil if the worker does not report it.
  package var endsThreads: Bool?
  /// The metrics that its strategies define themselves; nil if there are none.
  package var metrics: [OwnMetric]?

  /// Makes a greeting of its parts.
  package init(
    keystrokeBenchProtocol: Int, suite: String, configuration: BuildConfiguration,
    clock: ClockCalibration? = nil, allocatorVersion: String? = nil, shimProblem: String? = nil,
    promises: [String: Promise]? = nil, ownStrategies: [String]? = nil, endsThreads: Bool? = nil,
    metrics: [OwnMetric]? = nil
  ) {
    self.metrics = metrics
    self.keystrokeBenchProtocol = keystrokeBenchProtocol
    self.suite = suite
    self.configuration = configuration
    self.clock = clock
    self.allocatorVersion = allocatorVersion
    self.shimProblem = shimProblem
    self.promises = promises
    self.ownStrategies = ownStrategies
    self.endsThreads = endsThreads
  }

  /// Throws if a run cannot hold the name of the suite, or one of its metrics.
  package func check() throws(WrongReply) {
    guard suite.isName else { throw WrongReply("\(suite.quotedName) is not the name of a suite") }
    if let problem = OwnMetric.problem(in: metrics ?? []) { throw WrongReply(problem) }
  }
}

/// The way in which the measured code was compiled.
public enum BuildConfiguration: String, Codable, CaseIterable, Sendable {
  /// With optimisation.
  case release
  /// Without optimisation.
  case debug
}

/// The cost of reading the clock, and its resolution, on this machine.
public struct ClockCalibration: Sendable, Codable, Hashable {
  /// The nanoseconds of one reading: the smallest mean of many batches of back-to-back readings.
  public var overhead: Double
  /// The step in which the clock really moves, in nanoseconds.
  public var resolution: Double

  /// Makes a calibration of known figures.
  public init(overhead: Double, resolution: Double) {
    self.overhead = overhead
    self.resolution = resolution
  }

  /// The time below which keystrokes are batched, in nanoseconds: the clock's step would be over a hundredth of it.
  public var batchingThreshold: Double { 100 * resolution }
}
