import BenchmarkConductor
import BenchmarkResults
import Dispatch
import Glibc
import Synchronization

/// Turns Ctrl-C and SIGTERM into a cancellation, so that a run ends in order; a later one ends it at once.
enum Interruption {
  private static let signals = [SIGINT, SIGTERM]

  /// Runs work that either signal cancels.
  ///
  /// - Throws: ``Interrupted`` if a signal arrived; otherwise the errors of `work`.
  static func guarding<Result: Sendable>(
    _ work: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    let task = Task(operation: work)
    let received = Atomic<CInt>(SIGINT)
    let first = Mutex<ContinuousClock.Instant?>(nil)
    let sources = signals.map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        let now = ContinuousClock.now
        let began = first.withLock { first in
          first = first ?? now
          return first ?? now
        }
        // Two at once may be one signal that was sent twice; a later one means that the user does not want to wait.
        if now - began > .seconds(1) { ExitStatus(ofSignal: number).exit() }
        received.store(number, ordering: .relaxed)
        task.cancel()
      }
      source.resume()
      return source
    }
    defer {
      for source in sources { source.cancel() }
      for number in signals { signal(number, SIG_DFL) }
    }
    do {
      return try await task.value
    } catch let run as RunInterrupted {
      throw Interrupted(signal: received.load(ordering: .relaxed), lost: run.lost)
    } catch {
      // A tool that was ended meanwhile would be reported as missing.
      guard task.isCancelled || error is CancellationError else { throw error }
      throw Interrupted(signal: received.load(ordering: .relaxed))
    }
  }
}

/// The error for work that a signal ended.
struct Interrupted: Error, CustomStringConvertible {
  /// The signal.
  var signal: CInt
  /// The folder of the run that is kept.
  var folder = ""
  /// The missing part of the run; nil if nothing was measured.
  var lost: String?
  /// The message for work that measures nothing, instead of the others.
  var words: String?

  /// The place of the run, and its missing part.
  var description: String {
    if let words { return "interrupted; \(words)" }
    guard let lost else { return "interrupted before anything was measured" }
    return "interrupted; what was measured is kept in \(folder); \(lost)"
  }
}
