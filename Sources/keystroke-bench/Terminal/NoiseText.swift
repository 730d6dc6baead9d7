import BenchmarkConductor
import BenchmarkReport
import Foundation

/// The costs of the harness, and the check of its figures, for people.
enum NoiseText {
  static func render(_ report: NoiseReport) -> String {
    let truth = Grid(
      [
        .init("body"), .init("figure"), .init("known", number: true),
        .init("measured", number: true), .init("memcheck", number: true), .init(""),
      ],
      rows: report.checks.map { check in
        [
          check.body, check.figure, number(check.known), number(check.measured),
          check.memcheck.map(number) ?? "-", check.isTrue ? "true" : "FALSE",
        ]
      })
    let heap = Grid(
      [
        .init("malloc and free of 64 bytes"), .init("ns a pair", number: true),
        .init("times jemalloc", number: true), .init("over jemalloc", number: true),
        .init("at most", number: true), .init(""),
      ],
      rows: report.heapOverheads.overheads.map { overhead in
        [
          overhead.allocator, number(overhead.nanoseconds), number(overhead.timesJemalloc),
          number(overhead.overJemalloc), overhead.bound.map(text) ?? "-", verdict(overhead),
        ]
      })
    let parts: [Document.Block] =
      [
        .list([
          "What the harness adds to a keystroke: \(number(report.emptyKeystroke)) ns (empty body, one pair of clock readings), \(number(report.emptyBatchedKeystroke)) ns if keystrokes are batched.",
          "The clock: \(number(report.clockOverhead)) ns a reading, steps of \(number(report.clockResolution)) ns.",
        ]), .table(truth),
        .list([
          "memcheck: what valgrind counts of the same body, over the system's allocator"
            + (report.memcheckProblem.map { "; not counted: \($0)" } ?? "") + "."
        ]), .table(heap),
        .list([
          "Medians of \(report.heapOverheads.rounds) rounds, each in a fresh worker; sites of a stack of \(report.heapOverheads.depth) frames."
        ]),
      ] + instructions(report)
    // There are no titles, so empty lines separate the tables.
    return parts.map { Document([$0]).text() }.joined(separator: "\n")
  }

  private static func instructions(_ report: NoiseReport) -> [Document.Block] {
    guard let overheads = report.instructionOverheads else {
      return [.list(["Instructions: \(report.instructionProblem ?? "not counted")."])]
    }
    return [
      .table(
        Grid(
          [
            .init("instructions a call"), .init("counter", number: true),
            .init("lackey", number: true),
          ],
          rows: overheads.bodies.map { [$0.name, number($0.counter), number($0.lackey)] })),
      .list([
        "lackey: another tool of valgrind, which counts a whole process; two runs of different length, less an empty body.",
        "An empty phase is \(overheads.emptyPhase) instructions under the counter, and \(overheads.emptyPhaseInRest) more in the rest of its keystroke; both are taken off. A keystroke takes \(number(overheads.slowdown.rounded())) times as long there.",
      ]),
    ]
  }

  private static func text(_ bound: HeapOverheads.Bound) -> String {
    switch bound {
    case .times(let times): "\(number(times)) times"
    case .nanoseconds(let nanoseconds): "\(number(nanoseconds)) ns over"
    }
  }

  private static func verdict(_ overhead: HeapOverheads.Overhead) -> String {
    switch overhead.isWithinBound {
    case nil: ""
    case true?: "ok"
    case false?: "warn"
    }
  }

  private static func number(_ value: Double) -> String {
    value.rounded() == value
      ? String(Int(value))
      : String(format: "%.2f", locale: Locale(identifier: "en_US_POSIX"), value)
  }
}
