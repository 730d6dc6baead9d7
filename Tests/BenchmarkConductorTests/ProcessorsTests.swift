import BenchmarkConductor
import Foundation
import Synchronization
import Testing

struct ProcessorsTests {
  @Test("Other threads that are ready to run are counted")
  func othersReady() async throws {
    final class Flag: Sendable { let isUp = Atomic(false) }
    let ended = Flag()
    for _ in 0..<3 {
      Thread.detachNewThread { while !ended.isUp.load(ordering: .relaxed) {} }
    }
    defer { ended.isUp.store(true, ordering: .relaxed) }
    #expect(try #require(await MachineFacts.othersReady()) >= 2)
  }

  @Test(arguments: [("0-3,8", [0, 1, 2, 3, 8]), ("1", [1]), ("", []), ("3-1", []), ("x", [])])
  func processorsAreReadAsTheKernelWritesThem(_ text: String, _ expected: [Int]) {
    #expect(Processors.list(text) == expected)
  }

  @Test func thisProcessMayRunSomewhere() {
    #expect(!Processors.allowed().isEmpty)
  }
}
