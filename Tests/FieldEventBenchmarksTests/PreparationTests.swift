import FieldEvents
import Synchronization
import Testing

@Suite struct PreparationTests {
  @Test func thePlainOneIsDoneOnceAtTheFirstAppearance() {
    var runs = 0
    let preparation = Preparation { runs += 1 }
    #expect(!preparation.isDone)
    for _ in 0..<3 { preparation.appear() }
    #expect(runs == 1)
    #expect(preparation.isDone)
  }

  @Test func aPreparationThatAppearsAgainInItselfIsStillDoneOnce() {
    var runs = 0
    var preparation: Preparation?
    preparation = Preparation {
      runs += 1
      preparation?.appear()
    }
    preparation?.appear()
    preparation = nil
    #expect(runs == 1)
  }
}

/// Tests on a loop that the test turns step by step, so that it can check each moment between two steps of an action.
@Suite struct AsyncPreparationTests {
  /// A log of how often an action began and ended.
  private final class Log: Sendable {
    private let counts = Mutex((begun: 0, ended: 0))
    var begun: Int { counts.withLock { $0.begun } }
    var ended: Int { counts.withLock { $0.ended } }
    func begin() { counts.withLock { $0.begun += 1 } }
    func end() { counts.withLock { $0.ended += 1 } }
  }

  private struct Failure: Error {}

  private let loop = JobLoop()
  private let log = Log()

  /// Yields once; ends unless it was cancelled meanwhile.
  private func obedient() -> AsyncPreparation {
    AsyncPreparation(on: loop) { [log] in
      log.begin()
      await Task.yield()
      try Task.checkCancellation()
      log.end()
    }
  }

  @Test func runsOnceAndNeverAgainWhenFinished() {
    let preparation = obedient()
    preparation.appear()
    loop.runAll()
    #expect(preparation.isFinished)
    for _ in 0..<2 {
      preparation.disappear()
      preparation.appear()
      loop.runAll()
    }
    #expect((log.begun, log.ended) == (1, 1))
    #expect(preparation.isFinished)
  }

  @Test func twoAppearancesInARowStartItOnce() {
    let preparation = obedient()
    preparation.appear()
    preparation.appear()
    loop.runNext()
    preparation.appear()
    loop.runAll()
    #expect((log.begun, log.ended) == (1, 1))
  }

  @Test func aDisappearanceCancelsItAndTheNextAppearanceRestartsIt() {
    let preparation = obedient()
    preparation.appear()
    loop.runNext()
    preparation.disappear()
    loop.runAll()
    #expect((log.begun, log.ended) == (1, 0))
    #expect(!preparation.isFinished)
    preparation.appear()
    loop.runAll()
    #expect((log.begun, log.ended) == (2, 1))
    #expect(preparation.isFinished)
  }

  @Test func aDisappearanceBeforeItStartedLetsItNotStart() {
    let preparation = obedient()
    preparation.appear()
    preparation.disappear()
    loop.runAll()
    #expect(log.begun == 0)
    preparation.disappear()
    preparation.appear()
    loop.runAll()
    #expect((log.begun, log.ended) == (1, 1))
  }

  @Test func attemptsDoNotOverlap() {
    let preparation = obedient()
    preparation.appear()
    loop.runNext()
    for _ in 0..<3 {
      preparation.disappear()
      preparation.appear()
    }
    // The first attempt is half done: no other attempt has begun.
    #expect(log.begun == 1)
    loop.runAll()
    #expect((log.begun, log.ended) == (2, 1))
    #expect(preparation.isFinished)
  }

  @Test func whatFinishesInSpiteOfACancellationHasFinished() {
    let preparation = AsyncPreparation(on: loop) { [log] in
      log.begin()
      await Task.yield()
      log.end()
    }
    preparation.appear()
    loop.runNext()
    preparation.disappear()
    preparation.appear()
    loop.runAll()
    #expect((log.begun, log.ended) == (1, 1))
    #expect(preparation.isFinished)
  }

  @Test func whatFailsIsTriedAgainAtTheNextAppearance() {
    let preparation = AsyncPreparation(on: loop) { [log] in
      log.begin()
      if log.begun == 1 { throw Failure() }
      log.end()
    }
    preparation.appear()
    loop.runAll()
    #expect(!preparation.isFinished)
    preparation.disappear()
    preparation.appear()
    loop.runAll()
    #expect((log.begun, log.ended) == (2, 1))
  }

  @Test func whatIsUnderWayEndsWithThePreparation() {
    var preparation: AsyncPreparation? = obedient()
    weak let gone = preparation
    preparation?.appear()
    loop.runNext()
    preparation = nil
    #expect(gone == nil, "a task must not keep the preparation")
    loop.runAll()
    #expect((log.begun, log.ended) == (1, 0))
  }

  /// Checks the same on the global pool, where attempts end on other threads.
  @Test func onTheGlobalPoolItFinishesToo() async throws {
    let (finished, end) = AsyncStream.makeStream(of: Void.self)
    let preparation = AsyncPreparation { end.yield() }
    preparation.appear()
    var ends = finished.makeAsyncIterator()
    await ends.next()
    while !preparation.isFinished { await Task.yield() }
    preparation.appear()
    end.finish()
    #expect(await ends.next() == nil, "it ran again")
  }
}
