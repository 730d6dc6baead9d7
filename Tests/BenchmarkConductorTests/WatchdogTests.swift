import BenchmarkConductor
import Synchronization
import Testing

/// Tests of giving up a worker, with made-up reports of the kernel on its activity.
@Suite struct WatchdogTests {
  /// Returns the result of waiting for an answer while the worker does what `look` reports, look by look; the verdict
  /// is nil if the worker is not given up within that many looks.
  private func verdict(
    _ limits: Watchdog.Limits = .init(idleLooks: 3, processorSeconds: 10),
    looks: Int = 50, meanwhile: @escaping @Sendable (Watchdog) -> Void = { _ in },
    _ look: @escaping @Sendable (Int) -> ProcessActivity
  ) async -> (verdict: Watchdog.Verdict?, ends: Int) {
    let watchdog = Watchdog(interval: .milliseconds(1))
    let (count, ends) = (Counter(), Counter())
    watchdog.expect(limits)
    let watching = Task {
      await watchdog.watch {
        let number = count.next()
        if number >= looks { watchdog.answerArrived() }
        meanwhile(watchdog)
        return look(number)
      } end: {
        _ = ends.next()
      }
    }
    while watchdog.verdict == nil && count.value < looks { await Task.yield() }
    if watchdog.verdict == nil { watching.cancel() }
    await watching.value
    return (watchdog.verdict, ends.value)
  }

  private final class Counter: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    func next() -> Int {
      count.withLock { count in
        count += 1
        return count - 1
      }
    }
  }

  @Test("A worker that sleeps is given up once")
  func sleeps() async {
    let outcome = await verdict { _ in ProcessActivity(seconds: 1, isBusy: false, alive: 1) }
    #expect(outcome.ends == 1)
    guard case .idle? = outcome.verdict else {
      Issue.record("\(String(describing: outcome.verdict))")
      return
    }
  }

  @Test("A worker that computes, waits for a processor or writes is not given up")
  func works() async {
    // A process gets little processor time if many compete for it.
    let slow = await verdict { look in
      ProcessActivity(seconds: Double(look / 2) / 100, isBusy: false, alive: 1)
    }
    #expect(slow.verdict == nil)
    let waiting = await verdict { _ in ProcessActivity(seconds: 1, isBusy: true, alive: 1) }
    #expect(waiting.verdict == nil)
    let writing = await verdict(looks: 20, meanwhile: { $0.outputArrived() }) { _ in
      ProcessActivity(seconds: 1, isBusy: false, alive: 1)
    }
    #expect(writing.verdict == nil)
  }

  @Test("One that only hands out its answer in small pieces is given up in the end")
  func drips() async {
    let dripping = await verdict(meanwhile: { $0.outputArrived() }) { _ in
      ProcessActivity(seconds: 1, isBusy: false, alive: 1)
    }
    #expect(dripping.ends == 1)
    guard case .idle? = dripping.verdict else {
      Issue.record("\(String(describing: dripping.verdict))")
      return
    }
  }

  @Test("One that computes for ever is given up by the time that it computed")
  func spins() async {
    let outcome = await verdict { look in
      ProcessActivity(seconds: Double(look), isBusy: true, alive: 1)
    }
    #expect(outcome.verdict == .endless(11))
    #expect(outcome.ends == 1)
  }

  @Test("If no answer is due, the watchdog looks at nothing")
  func rests() async {
    let watchdog = Watchdog(interval: .milliseconds(1))
    watchdog.expect(.init(idleLooks: 0, processorSeconds: 0))
    watchdog.answerArrived()
    let watching = Task {
      await watchdog.watch {
        Issue.record("it looked")
        return ProcessActivity(seconds: 0, isBusy: false, alive: 1)
      } end: {
        Issue.record("it bit")
      }
    }
    for _ in 1...1_000 { await Task.yield() }
    watching.cancel()
    await watching.value
    #expect(watchdog.verdict == nil)
  }
}
