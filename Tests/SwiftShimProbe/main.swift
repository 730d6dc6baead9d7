// A Swift program that runs with the shim preloaded. It prints `name=value` lines, as ShimProbe does.
//
//     SwiftShimProbe self-test        whether counting is live; the error, status 2, if not
//     SwiftShimProbe late-load FILE   the same, with the shim loaded by dlopen
//     SwiftShimProbe switched-off     the same, with counting switched off
//     SwiftShimProbe format | parse   100 warm calls of Foundation's integer style in fr_FR
//     SwiftShimProbe count BODY       100 warm calls of one of HeapBodies, by any counter
//     SwiftShimProbe tasks            sites recorded by 200 tasks, half of their blocks freed by others
//     SwiftShimProbe snapshots        1000 snapshots
//     SwiftShimProbe bench            picoseconds a snapshot, the fastest of 1000 runs

import BenchmarkWorker
import Foundation

/// An error: a probe called with wrong arguments.
struct ProbeFailure: Error, CustomStringConvertible {
  let description: String
}

func report(_ change: AllocationSnapshot) {
  print("allocations=\(change.allocations)")
  print("requested_bytes=\(change.requestedBytes)")
  print("reallocs=\(change.reallocs)")
  print("live_bytes=\(change.liveBytes)")
}

/// Counts 100 calls of `body`, after 100 calls that are not counted.
func count(_ counters: AllocationCounters, body: () throws -> Void) rethrows {
  for _ in 0..<100 { try body() }
  let start = counters.snapshot
  for _ in 0..<100 { try body() }
  report(counters.snapshot.since(start))
}

func run(_ arguments: [String]) throws {
  let verb = arguments.first ?? ""
  if verb == "late-load", arguments.count == 2 {
    guard dlopen(arguments[1], RTLD_NOW | RTLD_GLOBAL) != nil else {
      throw ProbeFailure(description: dlerror().map { String(cString: $0) } ?? "dlopen failed")
    }
  }
  if verb == "count", arguments.count == 2, let body = HeapBodies.body(arguments[1]) {
    return try HeapCounter().report(body)
  }
  let counters = try AllocationCounters.locate()
  let style = IntegerFormatStyle<Int>(locale: Locale(identifier: "fr_FR"))
  switch verb {
  case "self-test", "late-load":
    try counters.selfTest()
    print("live=1")
  case "switched-off":
    counters.setCounting(false)
    try counters.selfTest()
    print("live=1")
  case "tasks":
    try TaskSites.report(sites: .locate())
  case "format":
    count(counters) { _ = style.format(1_234_567) }
  case "parse":
    let text = style.format(1_234_567)
    let strategy = style.parseStrategy
    try count(counters) { _ = try strategy.parse(text) }
  case "snapshots":
    var sum = 0
    let start = counters.snapshot
    for _ in 0..<1000 { sum &+= counters.snapshot.allocations }
    for _ in 0..<1000 { sum &+= counters.processTotals.allocations }
    report(counters.snapshot.since(start))
    print("sum_is_positive=\(sum > 0 ? 1 : 0)")
  case "bench":
    var sum = 0
    var best = Duration.seconds(1)
    for _ in 0..<1000 {
      let start = ContinuousClock.now
      for _ in 0..<1000 { sum &+= counters.snapshot.allocations &+ counters.snapshot.liveBytes }
      best = min(best, ContinuousClock.now - start)
    }
    print("snapshot_ps=\(best.components.attoseconds / 1_000_000 / 2000)")
    print("sum_is_positive=\(sum > 0 ? 1 : 0)")
  default:
    throw ProbeFailure(description: "no such verb: '\(verb)'")
  }
}

do {
  try run(Array(CommandLine.arguments.dropFirst()))
} catch {
  FileHandle.standardError.write(Data("SwiftShimProbe: \(error)\n".utf8))
  exit(2)
}
