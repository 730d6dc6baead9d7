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
  /// - Throws: ``Interrupted`` where a signal came; what `work` throws otherwise.
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
        // Two at once may be one that was sent twice; whoever sends a later one does not want to wait.
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
      // A tool that was ended meanwhile looks as if it were missing.
      guard task.isCancelled || error is CancellationError else { throw error }
      throw Interrupted(signal: received.load(ordering: .relaxed))
    }
  }
}

/// A signal ended the work.
struct Interrupted: Error, CustomStringConvertible {
  /// Which one.
  var signal: CInt
  /// The run that is kept.
  var folder = ""
  /// What it lacks, or nil where nothing was measured.
  var lost: String?
  /// How to go on, or nil where one has to begin anew.
  var hint: String? = "keystroke-bench run --resume"
  /// What beside its folder the hint needs.
  var condition = ""
  /// What to say instead, of work that measures nothing.
  var words: String?

  /// Where to find what was measured, what was not, and how to go on.
  var description: String {
    if let words { return "interrupted; \(words)" }
    guard let lost else { return "interrupted before anything was measured" }
    return "interrupted; what was measured is kept in \(folder); \(lost)"
      + (hint.map { "; \($0) \(ShellText.path(folder, or: "RUN"))\(condition) completes it" } ?? "")
  }
}
