import Synchronization

/// Something asynchronous to be done once, while a screen is shown.
///
/// The first appearance starts it. A disappearance cancels it where it has not finished, and the next appearance
/// starts it again; once finished it is never started again. An action has finished when it returns, also where it
/// returns in spite of a cancellation; one that throws has not. No two attempts overlap: a new one waits for the
/// cancelled one to end. What is still under way when the preparation goes away is cancelled.
public final class AsyncPreparation: Sendable {
  private let progress = Progress()
  private let executor: (any TaskExecutor)?
  private let action: @Sendable () async throws -> Void

  /// Does `action` at the first appearance, on `executor` or, without one, on the global pool.
  public init(
    on executor: (any TaskExecutor)? = nil, _ action: @escaping @Sendable () async throws -> Void
  ) {
    self.executor = executor
    self.action = action
  }

  deinit { disappear() }

  /// Whether the action has finished.
  public var isFinished: Bool { progress.isFinished }

  /// The screen appears.
  public func appear() {
    progress.start { previous in
      // Not self: a screen that goes away must be able to cancel.
      Task(executorPreference: executor) { [progress, action] in
        await previous?.value
        guard !Task.isCancelled, !progress.isFinished else { return }
        do {
          try await action()
          progress.finish()
        } catch {
          progress.fail()
        }
      }
    }
  }

  /// The screen disappears.
  public func disappear() { progress.stop() }
}

/// How far an asynchronous preparation is.
private final class Progress: Sendable {
  private typealias Attempt = Task<Void, Never>

  private enum State {
    case idle
    case running(Attempt)
    /// Cancelled, and perhaps not yet at its end.
    case stopped(Attempt)
    case finished
  }

  private let state = Mutex(State.idle)

  var isFinished: Bool {
    state.withLock { if case .finished = $0 { true } else { false } }
  }

  /// Starts an attempt, which is given the cancelled one before it, unless one is running or has finished.
  func start(_ attempt: (Task<Void, Never>?) -> Task<Void, Never>) {
    state.withLock { state in
      switch state {
      case .idle: state = .running(attempt(nil))
      case .stopped(let previous): state = .running(attempt(previous))
      case .running, .finished: break
      }
    }
  }

  func stop() {
    let running: Attempt? = state.withLock { state in
      guard case .running(let attempt) = state else { return nil }
      state = .stopped(attempt)
      return attempt
    }
    // Not under the lock: a cancellation handler may ask how far the preparation is.
    running?.cancel()
  }

  /// Also for an attempt that was cancelled: one that waits for it will find nothing left to do.
  func finish() {
    state.withLock { $0 = .finished }
  }

  func fail() {
    state.withLock { state in
      // A cancelled attempt throws because it was stopped; whether a later one runs is not for it to say.
      guard case .running = state, !Task.isCancelled else { return }
      state = .idle
    }
  }
}
