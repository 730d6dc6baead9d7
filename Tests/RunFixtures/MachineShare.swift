import Foundation

/// Lets as many programs run at once as there are processors, over all tests.
///
/// Whole runs, builds and valgrind keep a processor busy each. Without a limit dozens of them would share two, and what
/// takes a second would take a minute.
package actor MachineShare {
  private static let shared = MachineShare()

  private var free = max(1, ProcessInfo.processInfo.activeProcessorCount)
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Does something that keeps a processor busy, once one is free.
  ///
  /// Within it nothing may ask for another one.
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
