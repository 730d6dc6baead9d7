import Foundation

/// Limits the CPU-heavy programs that run at once, over all tests, to the number of processors.
///
/// Whole runs, builds and valgrind each keep a processor busy. Without a limit, dozens of them would share two
/// processors, and a task of a second would take a minute.
package actor MachineShare {
  private static let shared = MachineShare()

  private var free = max(1, ProcessInfo.processInfo.activeProcessorCount)
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Waits until a processor is free, then runs CPU-heavy work.
  ///
  /// The work must not call this function again.
  package static func with<Result: Sendable>(
    _ body: @Sendable () async throws -> Result
  ) async rethrows -> Result {
    await shared.take()
    do {
      let result = try await body()
      await shared.give()
      return result
    } catch {
      await shared.give()
      throw error
    }
  }

  private func take() async {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  private func give() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}
