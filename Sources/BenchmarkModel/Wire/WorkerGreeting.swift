/// The version of the protocol between a worker and its conductor: one JSON object per line, requests on the
/// worker's standard input, replies on its standard output.
///
/// The worker greets first. Each request then has one reply; the end of input ends the worker.
package enum ProtocolVersion {
  /// Raised with every change that an older worker or conductor would misread.
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
  /// The version of the allocator behind the shim; nil where no live shim is preloaded.
  package var allocatorVersion: String?
  /// Why allocations cannot be counted, with the hint; nil where they can.
  package var shimProblem: String?
  /// What strategies promise to leave in a field, by name; nil where the worker does not say.
  package var promises: [String: Promise]?
  /// Whether threads may end in the process while it measures; nil where the worker does not say.
  package var endsThreads: Bool?

  /// With these parts.
  package init(
    keystrokeBenchProtocol: Int, suite: String, configuration: BuildConfiguration,
    clock: ClockCalibration? = nil, allocatorVersion: String? = nil, shimProblem: String? = nil,
    promises: [String: Promise]? = nil, endsThreads: Bool? = nil
  ) {
    self.keystrokeBenchProtocol = keystrokeBenchProtocol
    self.suite = suite
    self.configuration = configuration
    self.clock = clock
    self.allocatorVersion = allocatorVersion
    self.shimProblem = shimProblem
    self.promises = promises
    self.endsThreads = endsThreads
  }

  /// Throws if a run cannot hold the name of the suite.
  package func check() throws(WrongReply) {
    guard suite.isName else { throw WrongReply("\(suite.quotedName) is not the name of a suite") }
  }
}

/// How the measured code was compiled.
public enum BuildConfiguration: String, Codable, CaseIterable, Sendable {
  /// With optimisation.
  case release
  /// Without.
  case debug
}

/// What reading the clock costs, and how finely it tells times apart, on this machine.
public struct ClockCalibration: Sendable, Codable, Hashable {
  /// Nanoseconds that one reading takes: the smallest mean of many batches of back-to-back readings.
  public var overhead: Double
  /// Nanoseconds of the step in which the clock really moves.
  public var resolution: Double

  /// A calibration that is known.
  public init(overhead: Double, resolution: Double) {
    self.overhead = overhead
    self.resolution = resolution
  }

  /// Times below this many nanoseconds are batched: the clock's step would be over a hundredth of them.
  public var batchingThreshold: Double { 100 * resolution }
}
