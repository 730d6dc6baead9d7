import BenchmarkWorker
import Glibc
import Testing

/// Tests of the kernel's counters; those that every machine has replace those that some lack.
@Suite("Performance counters")
struct PerfCounterTests {
  @Test("A counter of page faults counts each page at its first access")
  func pageFaults() throws {
    let counter: PerfCounter
    do { counter = try PerfCounter(.pageFaults) } catch {
      // A kernel that forbids even this reports it, with the hint.
      #expect(error.description.contains("perf_event"))
      return
    }
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let pages = 200
    let memory = try #require(
      mmap(nil, pages * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
    defer { munmap(memory, pages * page) }
    let before = counter.count
    for index in 0..<pages {
      memory.storeBytes(of: 1, toByteOffset: index * page, as: UInt8.self)
    }
    let faults = counter.count - before
    // Fewer if the kernel maps large pages at once, and a few more from the test itself.
    #expect((1...UInt64(pages + 20)).contains(faults))
  }

  @Test("Instructions are counted correctly, or the error has the reason and the hint")
  func instructions() {
    do throws(PerfError) {
      try PerfCounter(.instructions).selfTest()
    } catch {
      #expect(error.description.contains("--instructions valgrind"))
    }
  }
}
