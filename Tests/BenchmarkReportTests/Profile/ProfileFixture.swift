import BenchmarkModel
import BenchmarkReport
import BenchmarkResults
import RunFixtures

/// Made-up sites, with the frames of the harness around them.
enum ProfileFixture {
  static let cell = RunFixture.cells[1]

  static let harness = [
    StackFrame(function: "main", library: "KeystrokeBenchmarks"),
    StackFrame(
      function: "static BenchmarkMain.run<A>(_:)",
      file: "Sources/BenchmarkWorker/BenchmarkMain.swift", line: 31),
    StackFrame(
      function: "protocol witness for MeasurableSubject.press(_:) in conformance FieldSubject"),
    StackFrame(
      function: "FieldSubject.press(_:)",
      file: "Sources/KeystrokeSuites/FieldSession.swift", line: 41),
    StackFrame(
      function: "HostedField.press(_:)", file: "Sources/KeystrokeSuites/Workload/Keystroke.swift",
      line: 14
    ),
  ]

  static func apply(_ line: Int) -> StackFrame {
    StackFrame(
      function: "FieldState.apply(_:strategy:phases:)", file: "Sources/FieldHost/FieldState.swift",
      line: line)
  }

  static let measure = StackFrame(
    function: "PhaseMarker.measure<A, B>(_:_:)", file: "Sources/ReformatCore/Phase.swift", line: 38)
  static let thunk = StackFrame(
    function: "partial apply for closure #1 in FieldState.apply(_:strategy:phases:)")
  static let format = StackFrame(
    function: "closure #1 in Strategy<Int>.format(_:)", file: "Sources/Demo & Co/Strategy.swift",
    line: 12)
  static let append = StackFrame(function: "String.append(_:)", library: "libswiftCore.so")
  static let malloc = StackFrame(function: "malloc", library: "libAllocatorShim.so")

  static func site(
    _ phase: RowPhase, _ stack: [StackFrame], _ count: Double, bytes: Double? = nil,
    metric: Metric = .allocations
  ) -> CostSite {
    CostSite(
      series: SeriesKey(
        suite: "Keystroke", cell: cell, phase: phase, metric: metric, instrument: .shim),
      stack: harness + stack, count: count, bytes: bytes)
  }

  /// Sites of 5 allocations per keystroke, in two phases and the rest, and of the first keystroke.
  static let sites = [
    site(.format, [apply(54), measure, thunk, format, append, malloc], 2, bytes: 96),
    site(.format, [apply(61), measure, thunk, format, append, malloc], 0.5, bytes: 24),
    site(
      .parse, [apply(54), measure, StackFrame(function: "icu::parse(char const*, int&)"), malloc],
      1.5, bytes: 300),
    site(.rest, [apply(70), malloc], 1, bytes: 16),
    site(.first, [apply(54), malloc], 40, bytes: 4_000),
    site(.total, [apply(54), malloc], 5, bytes: 436),
  ]

  /// The sites after a change: one more allocation in the format phase, and none in the rest.
  static let sitesAfter = [
    site(.format, [apply(55), measure, thunk, format, append, malloc], 2, bytes: 96),
    site(.format, [apply(62), measure, thunk, format, append, malloc], 0.5, bytes: 24),
    site(
      .format,
      [
        apply(55), measure, thunk,
        StackFrame(function: "Box.init()", file: "Sources/Demo & Co/Box.swift", line: 3), malloc,
      ],
      1, bytes: 16),
    site(
      .parse, [apply(55), measure, StackFrame(function: "icu::parse(char const*, int&)"), malloc],
      1.5, bytes: 300),
  ]

  static let profile = Profile(sites, of: cell, metric: .allocations)
  static let difference = ProfileDifference(
    baseline: profile.withoutHarness(),
    candidate: Profile(sitesAfter, of: cell, metric: .allocations).withoutHarness(),
    names: "main..today")
}
