import Dispatch
import Glibc

/// Turns Ctrl-C and SIGTERM into a cancellation, so that a run ends in order.
enum Interruption {
  private static let signals = [SIGINT, SIGTERM]

  /// Runs work that either signal cancels.
  ///
  /// - Throws: ``Interrupted`` where a signal came; what `work` throws otherwise.
  static func guarding(_ work: @escaping @Sendable () async throws -> Void) async throws {
    let task = Task(operation: work)
    let sources = signals.map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { task.cancel() }
      source.resume()
      return source
    }
    defer {
      for source in sources { source.cancel() }
      for number in signals { signal(number, SIG_DFL) }
    }
    do { try await task.value } catch is CancellationError { throw Interrupted() }
  }
}

/// A signal ended the work.
struct Interrupted: Error, CustomStringConvertible {
  /// The run that is kept.
  var folder = ""

  /// Where to find what was measured.
  var description: String { "interrupted; what was measured is kept in \(folder)" }
}
