import BenchmarkResults

/// Whether the exact metrics of two runs may be held against each other.
struct Toolchain {
  /// Where compiler, configuration and Unicode data differ.
  private let differences: [String]
  /// Where the allocators differ.
  private let allocators: String?

  init(_ a: RunMetadata, _ b: RunMetadata) {
    func difference(_ name: String, _ a: String?, _ b: String?) -> String? {
      a == b ? nil : "\(name) \(a ?? "unknown") against \(b ?? "unknown")"
    }
    differences = [
      difference("Swift", a.swiftVersion, b.swiftVersion),
      difference("configuration", a.configuration.rawValue, b.configuration.rawValue),
      difference("ICU", a.icuVersion, b.icuVersion),
      difference("CLDR", a.cldrVersion, b.cldrVersion),
    ].compactMap { $0 }
    func name(_ run: RunMetadata) -> String {
      "\(run.allocator) \(run.allocatorVersion ?? "of unknown version")"
    }
    allocators = difference("allocator", name(a), name(b))
  }

  /// Whether a change of this row fails the gate.
  func gates(_ series: Series) -> Bool {
    // What the field did does not depend on compiler or allocator.
    if series.metric.isBehaviour { return true }
    return differences.isEmpty && (allocators == nil || series.instrument != .shim)
  }

  /// Why exact metrics do not gate, where they do not.
  var notes: [String] {
    var notes: [String] = []
    if !differences.isEmpty {
      notes.append(
        "exact metrics are advisory, since the toolchains differ: "
          + "\(differences.joined(separator: ", ")). "
          + "Texts, refreshes, emissions and vanished cells gate all the same.")
    }
    if let allocators {
      notes.append(
        "allocations and bytes are advisory, since the allocators differ: \(allocators).")
    }
    return notes
  }
}
