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
  /// The program; nil under valgrind, where telling would change counts, and if the worker does not report it.
  package var program: WorkerProgram?

  /// Makes a greeting without the parts that not every worker has.
  package init(keystrokeBenchProtocol: Int, suite: String, configuration: BuildConfiguration) {
    self.keystrokeBenchProtocol = keystrokeBenchProtocol
    self.suite = suite
    self.configuration = configuration
  }

  /// Throws if a run cannot hold the name of the suite, or one of its metrics.
  package func check() throws(WrongReply) {
    guard suite.isName else { throw WrongReply("\(suite.quotedName) is not the name of a suite") }
    if let problem = OwnMetric.problem(in: metrics ?? []) { throw WrongReply(problem) }
    for name in [program?.swift, program?.icu, program?.cldr].compactMap(\.self) {
      guard name.isName else { throw WrongReply("\(name.quotedName) is not a version") }
    }
  }
}

/// The executable of a worker, and what it was built with, as the worker itself knows it.
package struct WorkerProgram: Codable, Sendable {
  /// The path of the executable.
  package var executable = ""
  /// The version of the Swift compiler, for example `6.3.1`; nil if it is not known.
  package var swift: String?
  /// The words of the compiler's own clang, which name its commit.
  package var clang = ""
  /// The version of ICU inside Foundation; nil if Foundation does not tell it.
  package var icu: String?
  /// The version of CLDR that ICU carries.
  package var cldr: String?
  /// The paths of the libraries of Swift and Foundation; those that are linked in are not among them.
  package var libraries: [String] = []

  package init() {}
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
