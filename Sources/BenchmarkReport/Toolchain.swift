import BenchmarkResults

/// Whether the exact metrics of two runs may be held against each other.
struct Toolchain {
  /// Where compiler, configuration and Unicode data differ.
  private let differences: [String]
  /// Where the allocators differ.
  private let allocators: String?
  /// Where what else callgrind's counts depend on differs.
  private let simulators: [String]
  /// Whether both runs have such counts.
  private let comparesSimulated: Bool

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
    simulators = [
      difference("valgrind", a.valgrindVersion, b.valgrindVersion),
      difference("C library", a.libcVersion, b.libcVersion),
      difference("architecture", a.architecture, b.architecture),
    ].compactMap { $0 }
    comparesSimulated = a.valgrindVersion != nil && b.valgrindVersion != nil
  }

  /// Whether a change of this row fails the gate.
  func gates(_ series: SeriesCode) -> Bool {
    // What the field did does not depend on compiler or allocator.
    if series.metric.isBehaviour { return true }
    guard differences.isEmpty else { return false }
    switch series.instrument {
    case .shim: return allocators == nil
    case .callgrind: return simulators.isEmpty
    // A processor's own counter differs by a few from run to run.
    case .perf: return false
    case .clock, .host: return true
    }
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
    if !simulators.isEmpty && comparesSimulated {
      notes.append(
        "instructions, retains and releases are advisory, since what counts them differs: "
          + "\(simulators.joined(separator: ", ")).")
    }
    return notes
  }
}
