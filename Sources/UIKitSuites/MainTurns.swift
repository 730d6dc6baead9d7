import Foundation

/// The main queue of this process, and its turns: work that a delegate leaves for later, with `DispatchQueue.main.async`
/// or a `Task` on the main actor, waits there.
///
/// A worker measures on the main thread and lets the queue turn itself, without the run loop, which would ask the system
/// for everything else that it may wait for: 7 µs, and nothing if it is only the queue, some nanoseconds if that is empty.
enum MainTurns {
  /// This is the main thread: the function lets the queue have one turn.
  case taken(Turn)
  /// This is another thread, as in a test of Swift Testing: the main queue has threads of its own.
  case awaited
  /// This is the main queue, but not the main thread, as in a test on the main actor: nothing else of it can run before
  /// the test awaits something.
  case none

  /// The function that lets the main queue have one turn.
  typealias Turn = @convention(c) (UnsafeMutableRawPointer?) -> Void

  private static let isMain: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// The turns as seen from here.
  static var here: MainTurns {
    if Thread.isMainThread {
      // What Foundation's run loop calls when the queue has work.
      guard let turn = dlsym(nil, "_dispatch_main_queue_callback_4CF") else { return .none }
      return .taken(unsafeBitCast(turn, to: Turn.self))
    }
    return DispatchQueue.getSpecific(key: isMain) == true ? .none : .awaited
  }

  /// Does something on the main actor.
  func perform<Result>(_ body: @MainActor () -> Result) -> Result {
    if case .awaited = self { return DispatchQueue.main.sync { Self.performHere(body) } }
    return Self.performHere(body)
  }

  /// Does something that is known to run on the main actor's queue.
  private static func performHere<Result>(_ body: @MainActor () -> Result) -> Result {
    withoutActuallyEscaping(body) { unsafeBitCast($0, to: (() -> Result).self)() }
  }

  /// Lets the main queue have one turn from the main thread: what waited when it began is done when it ends.
  func takeOne() {
    if case .taken(let turn) = self { turn(nil) }
  }
}
