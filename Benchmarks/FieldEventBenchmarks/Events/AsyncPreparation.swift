import Synchronization

/// An asynchronous action to be done once, while a screen is shown.
///
/// The first appearance starts it. A disappearance cancels it if it has not finished, and the next appearance starts it
/// again; after it has finished it never starts again. An action has finished when it returns, even if it returns in
/// spite of a cancellation; one that throws has not. Two attempts never overlap: a new one waits until the cancelled
/// one has ended. An attempt that is still running when the preparation is released is cancelled.
public final class AsyncPreparation: Sendable {
  private let progress = Progress()
  private let executor: (any TaskExecutor)?
  private let action: @Sendable () async throws -> Void

  /// Makes a preparation that runs `action` at the first appearance, on `executor` or, without one, on the global pool.
  public init(
    on executor: (any TaskExecutor)? = nil, _ action: @escaping @Sendable () async throws -> Void
  ) {
    self.executor = executor
    self.action = action
  }

  deinit { disappear() }

  /// True if the action has finished.
  public var isFinished: Bool { progress.isFinished }

  /// Takes note that the screen appears.
  public func appear() {
    progress.start { previous in
      // The task does not capture self, because a released screen must be able to cancel.
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

  /// Takes note that the screen disappears.
  public func disappear() { progress.stop() }
}

/// The progress of an asynchronous preparation.
private final class Progress: Sendable {
  private typealias Attempt = Task<Void, Never>

  private enum State {
    case idle
    case running(Attempt)
    /// Cancelled, and perhaps not ended yet.
    case stopped(Attempt)
    case finished
  }

  private let state = Mutex(State.idle)

  var isFinished: Bool {
    state.withLock { if case .finished = $0 { true } else { false } }
  }

  /// Starts an attempt, which gets the cancelled one before it, unless one is running or has finished.
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
    // Not under the lock: a cancellation handler may ask for the progress.
    running?.cancel()
  }

  /// Marks the action as finished, even by a cancelled attempt: one that waits for it will find nothing left to do.
  func finish() {
    state.withLock { $0 = .finished }
  }

  func fail() {
    state.withLock { state in
      // A cancelled attempt throws because it was stopped; that must not change the state of a later one.
      guard case .running = state, !Task.isCancelled else { return }
      state = .idle
    }
  }
}
