import BenchmarkModel

extension Conductor {
  /// The maximum number of cases in one request, so that no line is too long for either side.
  private static let casesPerRequest = 500

  /// Asks the worker which strategies edit cases can be replayed with.
  ///
  /// - Throws: `Problem` if it cannot be asked.
  package func replayed() async throws -> [String] {
    try await WorkerProcess.with(launch()) { worker in try await worker.ask(ReplayedRequest()) }
  }

  /// Lets a strategy make the edits of each case in a fresh field.
  ///
  /// - Parameters:
  ///   - cases: the cases.
  ///   - strategy: one of the strategies that ``replayed()`` names.
  ///   - locales: the locales to look among, if a strategy knows only locales; empty for all.
  /// - Returns: the outcome of each case.
  /// - Throws: `Problem` if the worker does not know the strategy or a locale, or dies.
  package func replay(_ cases: [EditCase], strategy: String, locales: [String]) async throws
    -> [EditCaseOutcome]
  {
    try await WorkerProcess.with(launch()) { worker in
      var outcomes: [EditCaseOutcome] = []
      for start in stride(from: 0, to: cases.count, by: Self.casesPerRequest) {
        let some = Array(cases[start..<min(start + Self.casesPerRequest, cases.count)])
        outcomes += try await worker.ask(
          ReplayRequest(cases: some, strategy: strategy, locales: locales))
      }
      return outcomes
    }
  }
}
