import BenchmarkWorker

// An empty body, one that only takes time, and bodies of known counts of allocations: the tests measure them.

BenchmarkMain.run(
  BodySuite(
    name: "HarnessNoise",
    bodies: [
      .init("empty") {},
      .init("spin-1") { spin(1000) },
      .init("malloc-1x64") { allocate(count: 1, bytes: 64) },
      .init("malloc-3x1000") { allocate(count: 3, bytes: 1000) },
      // Foundation's own calls.
      .init("format-int-fr_FR") { formatInt() },
      .init("parse-int-fr_FR") { parseInt() },
    ]))
