import BenchmarkConductor
import BenchmarkModel
import BenchmarkResults

/// The cost of a pair of malloc and free: under the system's allocator, under jemalloc, and under the
/// shim before it, in each of its modes.
struct HeapOverheads: Sendable {
  /// The cost under one allocator.
  struct Overhead: Sendable {
    /// The allocator.
    var allocator: String
    /// Nanoseconds per pair.
    var nanoseconds: Double
    /// The ratio to the cost under jemalloc alone.
    var timesJemalloc: Double
    /// The nanoseconds more than under jemalloc alone.
    var overJemalloc: Double
    /// The maximum that the shim promises; nil for the other allocators.
    var bound: Bound?

    /// True if the promise is kept; nil if there is none.
    var isWithinBound: Bool? {
      switch bound {
      case nil: nil
      case .times(let times): timesJemalloc <= times
      case .nanoseconds(let nanoseconds): overJemalloc <= nanoseconds
      }
    }
  }

  /// The most that a mode of the shim may cost.
  enum Bound: Sendable {
    /// The maximum ratio to what jemalloc alone costs.
    case times(Double)
    /// The maximum number of nanoseconds more than jemalloc alone.
    case nanoseconds(Double)
  }

  /// One overhead each, the system's allocator first.
  var overheads: [Overhead]
  /// The number of frames in the stack of a pair if sites are recorded.
  var depth: Int
  /// In how many rounds each was measured; the figures are medians.
  var rounds: Int

  /// The body of `HarnessNoise` that is made of pairs, and of how many.
  private static let body = BodyCell.named("malloc-1000x64")
  private static let pairs = 1000.0
  private static let rounds = 5
  private static let milliseconds = 40.0

  private struct Way {
    var name: String
    var preload: String?
    var mode: ShimMode?
    var bound: Bound?
  }

  /// Measures each in a fresh worker, one after the other, in several rounds.
  ///
  /// - Parameter shimmed: how a worker is launched with the shim preloaded.
  /// - Returns: the overheads.
  /// - Throws: `RunError` if a worker cannot be launched or has no such body.
  static func measure(_ shimmed: WorkerLaunch) async throws -> HeapOverheads {
    let jemalloc = "libjemalloc.so.2"
    let ways = [
      Way(name: "system", preload: nil),
      Way(name: "jemalloc", preload: jemalloc),
      Way(name: "shim, idle", preload: shimmed.preload, mode: .idle, bound: .times(1.3)),
      Way(
        name: "shim, counting", preload: shimmed.preload, mode: .counting, bound: .nanoseconds(10)),
      Way(
        name: "shim, with sites", preload: shimmed.preload, mode: .sites, bound: .nanoseconds(40)),
    ]
    var times = [[Double]](repeating: [], count: ways.count)
    for _ in 0..<rounds {
      for (index, way) in ways.enumerated() {
        var launch = shimmed
        launch.preload = way.preload
        times[index].append(try await nanosecondsAPair(launch, mode: way.mode))
      }
    }
    let medians = times.map { $0.sorted()[rounds / 2] }
    guard let reference = zip(ways, medians).first(where: { $0.0.preload == jemalloc })?.1 else {
      throw RunError("the shim cannot be compared with jemalloc: it was not timed; measure again")
    }
    return HeapOverheads(
      overheads: zip(ways, medians).map { way, median in
        Overhead(
          allocator: way.name, nanoseconds: median, timesJemalloc: median / reference,
          overJemalloc: median - reference, bound: way.bound)
      },
      depth: try await depth(shimmed), rounds: rounds)
  }

  private static func nanosecondsAPair(_ launch: WorkerLaunch, mode: ShimMode?) async throws
    -> Double
  {
    let sample = try await WorkerProcess.with(launch) { worker in
      try await worker.ask(
        TimeRequest(
          cell: body, seed: RunPlan.defaultSeed, milliseconds: milliseconds, batch: 1,
          shim: mode))
    }
    guard let median = sample.rows.first(where: { $0.phase == .total })?.summary?.p50 else {
      throw RunError("malloc was not timed: no sample of \(body.id); build HarnessNoise anew")
    }
    return median / pairs
  }

  /// Returns the depth of the stack that nearly all of the body's blocks come from.
  private static func depth(_ launch: WorkerLaunch) async throws -> Int {
    let sites = try await WorkerProcess.with(launch) { worker in
      try await worker.ask(SitesRequest(cell: body, seed: RunPlan.defaultSeed))
    }
    guard let largest = sites.sites.max(by: { $0.allocations < $1.allocations }) else {
      throw RunError(
        "the depth of stacks is not known: \(body.id) allocated nothing; build HarnessNoise anew")
    }
    return largest.frames.count
  }
}
