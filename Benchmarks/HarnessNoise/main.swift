import BenchmarkModel
import BenchmarkWorker
import Foundation

// An empty body, bodies of known ratios of time, and bodies of known counts of allocations: they show the cost of the
// harness itself, and whether its figures are correct.

BenchmarkMain.run(
  BodySuite(
    name: "HarnessNoise",
    bodies: [
      .init("empty", known: KnownCost(allocations: 0, bytes: 0)) {},
      .init("spin-1", known: KnownCost(allocations: 0, bytes: 0, timesUnit: 1)) { spin(1000) },
      .init("spin-2", known: KnownCost(allocations: 0, bytes: 0, timesUnit: 2)) { spin(2000) },
      .init("spin-8", known: KnownCost(allocations: 0, bytes: 0, timesUnit: 8)) { spin(8000) },
      .init("malloc-1x64", known: KnownCost(allocations: 1, bytes: 64)) {
        allocate(count: 1, bytes: 64)
      },
      .init("malloc-3x1000", known: KnownCost(allocations: 3, bytes: 3000)) {
        allocate(count: 3, bytes: 1000)
      },
      // With the calls around it, its stack is about as deep as that of a keystroke's allocations: about 20.
      .init("malloc-1000x64", known: KnownCost(allocations: 1000, bytes: 64_000)) {
        allocate(count: 1000, bytes: 64, calls: 10)
      },
      // Foundation's own calls, on the toolchain and the jemalloc that the baseline names.
      .init("format-int-fr_FR", known: KnownCost(allocations: 2, bytes: 472)) { formatInt() },
      .init("parse-int-fr_FR", known: KnownCost(allocations: 3, bytes: 275)) { parseInt() },
    ]))
