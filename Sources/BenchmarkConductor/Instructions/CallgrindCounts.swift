/// What callgrind says of some keystrokes, in the metrics that come of it.
struct CallgrindCounts: AdditiveArithmetic {
  /// Instructions executed, without the lookups.
  var instructions = 0
  /// Instructions of the runtime's lookups of generic metadata.
  var metadataLookups = 0
  /// Instructions that lock the bus.
  var lockedOperations = 0
  /// Strong references taken.
  var retains = 0
  /// Strong references given back.
  var releases = 0

  static var zero: CallgrindCounts { CallgrindCounts() }

  private static var figures: [WritableKeyPath<CallgrindCounts, Int>] {
    [\.instructions, \.metadataLookups, \.lockedOperations, \.retains, \.releases]
  }

  private func combined(_ operation: (Int, WritableKeyPath<CallgrindCounts, Int>) -> Int) -> Self {
    var result = self
    for figure in Self.figures {
      result[keyPath: figure] = operation(self[keyPath: figure], figure)
    }
    return result
  }

  static func + (a: CallgrindCounts, b: CallgrindCounts) -> CallgrindCounts {
    a.combined { $0 + b[keyPath: $1] }
  }

  static func - (a: CallgrindCounts, b: CallgrindCounts) -> CallgrindCounts {
    a.combined { $0 - b[keyPath: $1] }
  }

  static func * (count: Int, a: CallgrindCounts) -> CallgrindCounts {
    a.combined { figure, _ in count * figure }
  }

  /// The counts divided, or nil where any does not divide without a rest.
  func divided(by count: Int) -> CallgrindCounts? {
    guard count > 0 else { return nil }
    let quotient = combined { figure, _ in figure / count }
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

  /// Whether a function of the runtime probes a hash table of metadata, or compares its keys.
  ///
  /// The keys are addresses, so how many probes it takes differs between builds that do the same work: 53 instructions
  /// each. What calls these does the same work always.
  static func isMetadataLookup(_ symbol: String) -> Bool {
    symbol.hasPrefix("_ZNR5swift25ConcurrentReadableHashMap") && symbol.contains("Snapshot4find")
      || symbol.hasPrefix("_ZNK5swift16MetadataCacheKeyeq")
  }

  /// The counts of a dump.
  init(_ dump: CallgrindDump) {
    for function in dump.functions {
      if Self.retaining.contains(function.symbol) { retains += function.entries }
      if Self.releasing.contains(function.symbol) { releases += function.entries }
      if Self.isMetadataLookup(function.symbol) { metadataLookups += function.instructions }
    }
    instructions = dump.instructions - metadataLookups
    lockedOperations = dump.lockedOperations
  }
}
