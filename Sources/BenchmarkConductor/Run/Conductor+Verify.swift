import BenchmarkModel
import BenchmarkResults
import Synchronization

extension Conductor {
  /// The maximum number of wrong cells that are listed; if there are more, each locale lists its share.
  package static let listedWrongCells = 10_000

  /// Checks every cell against the oracle without measuring: one worker per processor, locale by locale.
  ///
  /// - Parameter patterns: globs of cells that are counted; if there are any, all wrong cells are listed.
  /// - Returns: the result, with the wrong cells sorted, and the error for strategies that were left out.
  /// - Throws: `Problem` if there is nothing to check, or a worker cannot be launched or dies.
  package func verify(counting patterns: [String] = []) async throws -> (
    found: Verification, leftOut: Problem?
  ) {
    let (tried, locales, greeting) = try await WorkerProcess.with(launch()) { worker in
      let tried = try await self.tried(in: &worker)
      let locales = try await worker.ask(LocalesRequest(filter: plan.filter))
      if locales.isEmpty { _ = try await worker.cells(matching: plan.filter) }
      return (tried, locales, worker.greeting)
    }
    (try? await Checkout.present(for: greeting))?.warning.map(progress.remark)
    progress.begin(steps: locales.count)
    defer { progress.end() }
    let left = WorkQueue(locales)
    let listed =
      patterns.isEmpty ? max(1, Self.listedWrongCells / max(locales.count, 1)) : Int.max
    let processors = max(Processors.allowed().count, 1)
    var all = try await withThrowingTaskGroup { group in
      for _ in 0..<min(processors, locales.count) {
        group.addTask { try await tried.verify(left, listed: listed, patterns) }
      }
      return try await group.reduce(into: Verification()) { $0.add($1) }
    }
    guard all.total != Verification.Tally() else {
      if let leftOut = tried.leftOut { throw leftOut }
      // The list of cells says which filter fits none.
      _ = try await WorkerProcess.with(launch()) { try await $0.cells(matching: plan.filter) }
      throw Problem.noCells(of: greeting.suite)
    }
    all.sort()
    return (all, tried.leftOut)
  }

  /// Checks one locale after the other until none is left.
  private func verify(_ left: WorkQueue<String>, listed: Int, _ patterns: [String]) async throws
    -> Verification
  {
    try await WorkerProcess.with(launch()) { worker in
      var all = Verification()
      while let locale = left.next() {
        progress.step("verifying", locale)
        all.add(
          try await worker.ask(
            VerifyRequest(
              filter: plan.filter, locale: locale, seed: plan.seed, listed: listed,
              patterns: patterns.isEmpty ? nil : patterns)))
      }
      return all
    }
  }
}

/// The pieces of work that no worker has taken yet.
final class WorkQueue<Piece: Sendable>: Sendable {
  private let left: Mutex<ArraySlice<Piece>>

  init(_ pieces: [Piece]) { left = Mutex(pieces[...]) }

  func next() -> Piece? { left.withLock { $0.popFirst() } }
}
