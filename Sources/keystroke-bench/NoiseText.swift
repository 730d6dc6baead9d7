import BenchmarkReport
import BenchmarkRunner
import Foundation

/// What the harness costs, and whether its figures are true, for people.
enum NoiseText {
  static func render(_ report: NoiseReport) -> String {
    let truth = Grid(
      [
        .init("body"), .init("figure"), .init("known", number: true),
        .init("measured", number: true), .init(""),
      ],
      rows: report.checks.map { check in
        [
          check.body, check.figure, number(check.known), number(check.measured),
          check.isTrue ? "true" : "FALSE",
        ]
      })
    let jemalloc = report.heapPairs.first { $0.allocator == "jemalloc" }?.nanoseconds
    let heap = Grid(
      [
        .init("malloc and free of 64 bytes"), .init("ns a pair", number: true),
        .init("over jemalloc", number: true),
      ],
      rows: report.heapPairs.map { pair in
        let net = pair.nanoseconds.map { $0 - report.emptyBatchedKeystroke }
        let over = net.flatMap { net in jemalloc.map { net - ($0 - report.emptyBatchedKeystroke) } }
        return [pair.allocator, net.map(number) ?? "-", over.map(number) ?? "-"]
      })
    return """
      What the harness adds to a keystroke: \(number(report.emptyKeystroke)) ns (empty body, one pair of \
      clock readings), \(number(report.emptyBatchedKeystroke)) ns where keystrokes are batched.
      The clock: \(number(report.clockOverhead)) ns a reading, steps of \(number(report.clockResolution)) ns.

      \(truth.rendered(markdown: false))
      \(heap.rendered(markdown: false))
      """
  }

  private static func number(_ value: Double) -> String {
    value.rounded() == value
      ? String(Int(value))
      : String(format: "%.2f", locale: Locale(identifier: "en_US_POSIX"), value)
  }
}
