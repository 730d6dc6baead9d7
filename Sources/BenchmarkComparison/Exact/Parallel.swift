import Dispatch
import Synchronization

/// What a body gives for each number below a count, in order, as many at a time as there are processors.
func inParallel<Part: Sendable>(_ count: Int, _ body: @Sendable (Int) -> Part) -> [Part] {
  let parts = Mutex<[Part?]>(Array(repeating: nil, count: count))
  DispatchQueue.concurrentPerform(iterations: count) { number in
    let part = body(number)
    parts.withLock { $0[number] = part }
  }
  return parts.withLock { $0.compactMap(\.self) }
}
