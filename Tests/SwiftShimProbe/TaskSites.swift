import BenchmarkWorker
import Foundation

/// Tasks that record on the thread they run on, and free each other's blocks.
enum TaskSites {
  private static let tag: UInt32 = 42
  private static let tasks = 200
  private static let blocks = 10

  static func report(sites: AllocationSites) throws {
    // While one thread records, frees are followed on all threads.
    try sites.start()
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      await freeHalf(of: await allocate(sites))
      done.signal()
    }
    done.wait()
    sites.stop()
    let recorded = sites.read().filter { $0.tag == tag }
    print("sites=\(recorded.count)")
    print("allocations=\(recorded.reduce(0) { $0 + $1.allocations })")
    print("requested_bytes=\(recorded.reduce(0) { $0 + $1.requestedBytes })")
    print("live_blocks=\(recorded.reduce(0) { $0 + $1.liveBlocks })")
    print("without_frames=\(recorded.count { $0.frames.count < 2 })")
    print("lost=\(sites.losses.total)")
  }

  /// Returns the blocks of all tasks as addresses, since pointers cannot be sent between tasks.
  private static func allocate(_ sites: AllocationSites) async -> [UInt] {
    await withTaskGroup(of: [UInt].self) { group in
      for _ in 0..<tasks { group.addTask { record(sites) } }
      return await group.reduce(into: []) { $0 += $1 }
    }
  }

  private static func record(_ sites: AllocationSites) -> [UInt] {
    var addresses = [UInt](repeating: 0, count: blocks)
    do { try sites.start() } catch { return [] }
    sites.setTag(tag)
    for index in 0..<blocks { addresses[index] = UInt(bitPattern: malloc(777)) }
    sites.setTag(0)
    sites.stop()
    return addresses
  }

  private static func freeHalf(of addresses: [UInt]) async {
    await withTaskGroup(of: Void.self) { group in
      for address in addresses.prefix(addresses.count / 2) {
        group.addTask { free(UnsafeMutableRawPointer(bitPattern: address)) }
      }
    }
  }
}
