import KeystrokeWorkload

/// What a worker and its conductor say to each other: one JSON object a line, requests on the worker's
/// standard input, answers on its standard output.
///
/// The worker greets first. Each request then has one answer; the end of input ends the worker.
package enum ProtocolVersion {
  /// Raised with every change that an older worker or conductor would misread.
  package static let current = 5
}

/// The first line of a worker.
package struct WorkerGreeting: Codable {
  /// ``ProtocolVersion/current`` of the worker.
  package var keystrokeBenchProtocol: Int
  package var suite: String
  package var configuration: BuildConfiguration
  /// Nil under callgrind, where nothing can be timed.
  package var clock: ClockCalibration?
  /// The version of the allocator behind the shim; nil where no live shim is preloaded.
  package var allocatorVersion: String?
  /// Why allocations cannot be counted, with the hint; nil where they can.
  package var shimProblem: String?
  /// What strategies promise to leave in a field, by name; nil where the worker does not say.
  package var promises: [String: Promise]?

  /// With these parts.
  package init(
    keystrokeBenchProtocol: Int, suite: String, configuration: BuildConfiguration,
    clock: ClockCalibration? = nil, allocatorVersion: String? = nil, shimProblem: String? = nil,
    promises: [String: Promise]? = nil
  ) {
    self.keystrokeBenchProtocol = keystrokeBenchProtocol
    self.suite = suite
    self.configuration = configuration
    self.clock = clock
    self.allocatorVersion = allocatorVersion
    self.shimProblem = shimProblem
    self.promises = promises
  }
}
