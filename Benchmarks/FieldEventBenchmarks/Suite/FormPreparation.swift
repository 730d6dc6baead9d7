import BenchmarkWorker
import FieldEvents
import Foundation
import Synchronization

/// The preparation of a form before its first field is typed into: it formats a placeholder.
///
/// The asynchronous one yields once before, as it would for a value that has to be fetched.
final class FormPreparation: Sendable {
  private struct Progress {
    var placeholder: String?
    var runs = 0
  }

  private let style: IntegerFormatStyle<Int>
  private let progress = Mutex(Progress())

  init(locale: String) { style = IntegerFormatStyle(locale: Locale(identifier: locale)) }

  /// The placeholder; nil before it is prepared.
  var placeholder: String? { progress.withLock { $0.placeholder } }
  /// The number of preparations that ran to their end.
  var runs: Int { progress.withLock { $0.runs } }

  func run() {
    let text = style.format(1_234_567)
    progress.withLock {
      $0.placeholder = text
      $0.runs += 1
    }
  }

  func runLater() async throws {
    await Task.yield()
    try Task.checkCancellation()
    run()
  }
}
