import BenchmarkResults
import KeystrokeWorkload
import WorkerProtocol

/// Whether the exact metrics of two runs may be held against each other.
struct Toolchain {
  /// Where compiler, configuration, Unicode data and instruction set differ.
  private let differences: [String]
  /// What is known of neither run, so that nothing shows that it is the same.
  private let unknown: [String]
  /// Where the allocators differ.
  private let allocators: String?
  /// Where what else callgrind's counts depend on differs.
  private let simulators: [String]
  /// Whether both runs have such counts.
  private let comparesSimulated: Bool
  /// Where the seeds differ, from which scripts draw what they type.
  private let seeds: String?

  init(_ a: RunMetadata, _ b: RunMetadata) {
    func difference(_ name: String, _ a: String?, _ b: String?) -> String? {
      a == b ? nil : "\(name) \(a ?? "unknown") against \(b ?? "unknown")"
    }
    // Runs of earlier versions do not say on what they ran.
    let isOtherMachine =
      a.architecture != nil && b.architecture != nil && a.architecture != b.architecture
    let compilers = [
      ("Swift", a.swiftVersion, b.swiftVersion),
      ("configuration", a.configuration.rawValue, b.configuration.rawValue),
      ("ICU", a.icuVersion, b.icuVersion), ("CLDR", a.cldrVersion, b.cldrVersion),
    ]
    differences =
      compilers.compactMap { difference($0.0, $0.1, $0.2) }
      + (isOtherMachine
        ? [difference("architecture", a.architecture, b.architecture)].compactMap(\.self) : [])
    unknown = compilers.filter { $0.1 == $0.2 && [nil, "unknown"].contains($0.1) }.map(\.0)
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
    seeds = a.seed == b.seed ? nil : "\(a.seed) against \(b.seed)"
  }

  /// Whether a change of this row fails the gate.
  func gates(_ cell: SuiteCell, _ series: SeriesCode) -> Bool {
    sameKeys(cell.cell) && reason(of: series) == nil
  }

  /// Whether both runs have typed the same into a cell: always where it is a trace, which was recorded.
  func sameKeys(_ cell: Cell) -> Bool { seeds == nil || Trace.isScript(cell.script) }

  /// Why rows like this do not gate, or not all of them; nil where they do.
  func reason(for series: SeriesCode) -> String? {
    reason(of: series) ?? seeds.map { _ in "another seed; traces gate" }
  }

  private func reason(of series: SeriesCode) -> String? {
    // What the field did does not depend on compiler or allocator.
    if series.metric.isBehaviour { return nil }
    if !differences.isEmpty { return "another toolchain" }
    switch series.instrument {
    case .shim: return allocators == nil ? nil : "another allocator"
    case .callgrind: return simulators.isEmpty ? nil : "counted on another system"
    case .perf: return "differ from run to run"
    case .clock, .host: return nil
    }
  }

  /// Whether anything differs that some exact metric depends on.
  var isOther: Bool {
    !differences.isEmpty || allocators != nil || seeds != nil
      || (!simulators.isEmpty && comparesSimulated)
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
    if !unknown.isEmpty {
      notes.append(
        "\(unknown.joined(separator: ", ")) of both runs are unknown, so nothing shows that the toolchains are the same."
      )
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
    if let seeds {
      notes.append(
        "exact metrics are advisory but for traces, since the seeds differ (\(seeds)): scripts that draw from the seed type other keys. Texts and vanished cells gate all the same."
      )
    }
    return notes
  }
}

/// Whether the times of two runs are of one kind of machine, as far as their facts tell.
struct HostPair {
  /// Why they are not, in words; nil where no fact differs.
  let difference: String?

  init(_ a: RunMetadata, _ b: RunMetadata) {
    if a.hosts.count == 1, b.hosts.count == 1 {
      // A run that was merged names all machines in its own facts, so the lists are what counts.
      let differences = a.hosts[0].differences(from: b.hosts[0])
      difference = differences.isEmpty ? nil : differences.joined(separator: ", ")
      return
    }
    let several = [("baseline", a), ("candidate", b)].filter { $0.1.hosts.count > 1 }
    difference = several.map { name, run in
      "the \(name) was measured on \(run.hosts.count): \(run.hosts.map { "\($0.name), \($0.kernel)" }.joined(separator: "; "))"
    }.joined(separator: "; ")
  }

  /// What a reader is told, where something differs.
  var note: String? {
    difference.map { "the machines differ (\($0)), so times say little." }
  }
}
