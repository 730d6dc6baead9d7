import BenchmarkModel

extension Conductor {
  /// So many cases go into one request: a line that neither side finds too long.
  private static let casesARequest = 500

  /// Asks the worker which strategies edit cases can be replayed with.
  ///
  /// - Throws: `RunError` where it cannot be asked.
  public func replayed() async throws -> [String] {
    try await WorkerProcess.with(launch()) { worker in try await worker.ask(ReplayedRequest()) }
  }

  /// Has a strategy make the edit of each case in a fresh field.
  ///
  /// - Parameters:
  ///   - cases: the cases.
  ///   - strategy: one of those that ``replayed()`` names.
  ///   - locales: where a strategy knows only locales, those to look among; empty for all.
  /// - Returns: what was left, case by case.
  /// - Throws: `RunError` where the worker does not know the strategy or a locale, or dies.
  public func replay(_ cases: [EditCase], strategy: String, locales: [String]) async throws
    -> [EditCaseOutcome]
  {
    try await WorkerProcess.with(launch()) { worker in
      var outcomes: [EditCaseOutcome] = []
      for start in stride(from: 0, to: cases.count, by: Self.casesARequest) {
        let some = Array(cases[start..<min(start + Self.casesARequest, cases.count)])
        outcomes += try await worker.ask(
          ReplayRequest(cases: some, strategy: strategy, locales: locales))
      }
      return outcomes
    }
  }
}
