import BenchmarkRunner
import Synchronization
import Testing

@Suite struct WatchdogTests {
  @Test func anAnswerThatIsOverdueEndsTheWorkerOnce() async {
    let watchdog = Watchdog(interval: .milliseconds(1))
    let ends = Mutex(0)
    watchdog.expect(within: .zero)
    await watchdog.watch { ends.withLock { $0 += 1 } }
    #expect(watchdog.hasBitten)
    #expect(ends.withLock { $0 } == 1)
  }

  @Test func nothingDueIsNeverOverdue() async {
    let watchdog = Watchdog(interval: .milliseconds(1))
    watchdog.expect(within: .zero)
    watchdog.rest()
    let watching = Task { await watchdog.watch { Issue.record("it bit") } }
    try? await Task.sleep(for: .milliseconds(20))
    watching.cancel()
    await watching.value
    #expect(!watchdog.hasBitten)
  }
}
