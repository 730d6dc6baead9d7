/// What callgrind says of some keystrokes, in the three metrics that come of it.
struct CallgrindCounts: AdditiveArithmetic {
  /// Instructions executed.
  var instructions = 0
  /// Strong references taken.
  var retains = 0
  /// Strong references given back.
  var releases = 0

  static var zero: CallgrindCounts { CallgrindCounts() }

  static func + (a: CallgrindCounts, b: CallgrindCounts) -> CallgrindCounts {
    CallgrindCounts(
      instructions: a.instructions + b.instructions, retains: a.retains + b.retains,
      releases: a.releases + b.releases)
  }

  static func - (a: CallgrindCounts, b: CallgrindCounts) -> CallgrindCounts {
    CallgrindCounts(
      instructions: a.instructions - b.instructions, retains: a.retains - b.retains,
      releases: a.releases - b.releases)
  }

  static func * (count: Int, a: CallgrindCounts) -> CallgrindCounts {
    CallgrindCounts(
      instructions: count * a.instructions, retains: count * a.retains,
      releases: count * a.releases)
  }

  /// The counts divided, or nil where any does not divide without a rest.
  func divided(by count: Int) -> CallgrindCounts? {
    guard count > 0 else { return nil }
    let quotient = CallgrindCounts(
      instructions: instructions / count, retains: retains / count, releases: releases / count)
    return count * quotient == self ? quotient : nil
  }
}

extension CallgrindCounts {
  /// The runtime's functions that take a strong reference to an object.
  ///
  /// The others, such as swift_bridgeObjectRetain and swift_retain's callers in the runtime, go through these. A
  /// call of swift_retain_n is one, however many references it takes.
  static let retaining: Set<String> = [
    "swift_retain", "swift_retain_n", "swift_nonatomic_retain", "swift_nonatomic_retain_n",
    "swift_tryRetain", "swift_unownedRetainStrong", "swift_nonatomic_unownedRetainStrong",
  ]

  /// The runtime's functions that give one back.
  static let releasing: Set<String> = [
    "swift_release", "swift_release_n", "swift_nonatomic_release", "swift_nonatomic_release_n",
  ]

  /// Whether a function takes a reference; the others that are looked for give one back.
  static func isRetain(_ name: String) -> Bool {
    name.lowercased().contains("retain") && !name.contains("release")
  }

  /// Functions that only pass a reference on to those.
  static let forwarding: Set<String> = [
    "swift_bridgeObjectRetain", "swift_bridgeObjectRetain_n", "swift_bridgeObjectRelease",
    "swift_bridgeObjectRelease_n", "swift_nonatomic_bridgeObjectRetain",
    "swift_nonatomic_bridgeObjectRetain_n", "swift_nonatomic_bridgeObjectRelease",
    "swift_nonatomic_bridgeObjectRelease_n", "swift_errorRetain", "swift_errorRelease",
  ]

  /// The counts of a dump.
  init(_ dump: CallgrindDump) {
    instructions = dump.instructions
    for function in dump.functions {
      if Self.retaining.contains(function.symbol) { retains += function.entries }
      if Self.releasing.contains(function.symbol) { releases += function.entries }
    }
  }
}
