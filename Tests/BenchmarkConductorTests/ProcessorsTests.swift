import BenchmarkConductor
import Foundation
import RunFixtures
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

  /// Writes what the kernel says of processors: the threads of their core, and their speed.
  private func pairs(
    _ processors: [(siblings: String, speed: String?)], atMost most: Int = 9, quota: Double? = nil
  ) throws -> [[Int]] {
    let folder = try TemporaryFolder()
    for (number, one) in processors.enumerated() {
      for name in ["topology", "cpufreq"] {
        try FileManager.default.createDirectory(
          atPath: folder.path("cpu\(number)/\(name)"), withIntermediateDirectories: true)
      }
      try folder.write(one.siblings + "\n", to: "cpu\(number)/topology/thread_siblings_list")
      if let speed = one.speed {
        try folder.write(speed + "\n", to: "cpu\(number)/cpufreq/cpuinfo_max_freq")
      }
    }
    return Processors.pairs(
      atMost: most, of: Array(processors.indices), quota: quota, in: folder.path)
  }

  @Test("Pairs are cores of one speed, the last ones first, and no two threads of a core")
  func pairs() throws {
    #expect(try pairs([("0", nil), ("1", nil)]) == [[1, 0]])
    #expect(try pairs([("0", nil)]) == [])
    #expect(try pairs([("0-1", nil), ("0-1", nil)]) == [])
    #expect(try pairs([("0,2", nil), ("1,3", nil), ("0,2", nil), ("1,3", nil)]) == [[3, 2]])
    #expect(
      try pairs([("0", "5"), ("1", "5"), ("2", "3"), ("3", "3"), ("4", "3")]) == [[4, 3], [1, 0]])
    #expect(try pairs([("0", "5"), ("1", "3")]) == [])
    #expect(Processors.pairs(atMost: 1, of: [2, 5], quota: nil, in: "/nowhere") == [[5, 2]])
  }

  @Test("A quota allows as many pairs as it has processors for")
  func quota() throws {
    let four = (0..<4).map { (siblings: "\($0)", speed: String?.none) }
    #expect(try pairs(four) == [[3, 2], [1, 0]])
    #expect(try pairs(four, atMost: 1) == [[3, 2]])
    #expect(try pairs(four, quota: 3.5) == [[3, 2]])
    #expect(try pairs(four, quota: 1.9) == [])
  }

  @Test("Time that a hypervisor gave to other guests is told, of one processor and of all")
  func stolen() throws {
    let folder = try TemporaryFolder()
    func time(of processor: Int?, _ idle: Int, _ steal: Int) throws -> ProcessorTime? {
      try folder.write(
        "cpu  9 0 1 \(idle) 0 0 0 \(steal) 7 0\ncpu1 9 0 1 \(idle) 0 0 0 0 7 0\nintr 5\n",
        to: "stat")
      return ProcessorTime(of: processor, in: folder.path("stat"))
    }
    let before = try #require(try time(of: nil, 10, 0))
    #expect(try time(of: nil, 40, 10)?.stolenShare(since: before) == 0.25)
    #expect(try time(of: nil, 10, 0)?.stolenShare(since: before) == 0)
    #expect(try time(of: 1, 40, 10)?.stolenShare(since: before) == 0)
    #expect(try time(of: 2, 40, 10) == nil)
    #expect(ProcessorTime(in: folder.path("none")) == nil)
  }

  @Test func thisProcessMayRunSomewhere() {
    #expect(!Processors.allowed().isEmpty)
  }
}
