import BenchmarkModel
import BenchmarkResults

/// Whether the exact metrics of two runs may be held against each other.
struct Toolchain {
  /// Where compiler, configuration, Unicode data and instruction set differ.
  private let differences: [FactDifference]
  /// What is known of neither run, so that nothing shows that it is the same.
  private let unknown: [String]
  /// Where the allocators differ.
  private let allocators: FactDifference?
  /// Where what else valgrind's counts depend on differs.
  private let simulators: [FactDifference]
  /// Whether both runs have such counts.
  private let comparesSimulated: Bool
  /// Where the seeds differ, from which scripts draw what they type.
  private let seeds: (UInt64, UInt64)?

  init(_ a: RunMetadata, _ b: RunMetadata) {
    let (first, second) = (a.toolchain, b.toolchain)
    differences =
      first.differences(from: second)
      + [FactDifference("architecture", a.architecture, b.architecture)].compactMap(\.self)
    unknown = zip(first.facts(), second.facts()).filter {
      $0.value == $1.value && [nil, "unknown"].contains($0.value)
    }.map(\.0.name)
    allocators = first.differences(from: second, of: .shim).first
    simulators = first.differences(from: second, of: .valgrind)
    comparesSimulated = first.valgrind != nil && second.valgrind != nil
    seeds = a.plan.seed == b.plan.seed ? nil : (a.plan.seed, b.plan.seed)
  }

  /// Whether a change of this row fails the gate.
  func gates(_ series: SeriesKey) -> Bool {
    sameKeys(series.cell) && reason(of: series.measure) == nil
  }

  /// Whether both runs have typed the same into a cell: always where it is a trace, which was recorded.
  func sameKeys(_ cell: Cell) -> Bool { seeds == nil || cell.isTraced }

  /// Why rows like this do not gate, or not all of them; nil where they do.
  func reason(for measure: SeriesKey.Measure) -> ComparisonScope.Reason? {
    reason(of: measure) ?? seeds.map { _ in .seed }
  }

  private func reason(of measure: SeriesKey.Measure) -> ComparisonScope.Reason? {
    // What the field did does not depend on compiler or allocator.
    if measure.metric.isBehaviour { return nil }
    if !differences.isEmpty { return .toolchain }
    switch measure.instrument {
    case .shim: return allocators == nil ? nil : .allocator
    case .valgrind: return simulators.isEmpty ? nil : .system
    case .perf: return .differsByRun
    case .clock, .host: return nil
    }
  }

  /// Whether anything differs that some exact metric depends on.
  var isOther: Bool {
    !differences.isEmpty || allocators != nil || seeds != nil
      || (!simulators.isEmpty && comparesSimulated)
  }

  /// Why exact metrics do not gate, where they do not.
  var notes: [ComparisonNote] {
    (differences.isEmpty ? [] : [.toolchains(differences)])
      + (unknown.isEmpty ? [] : [.unknownToolchain(unknown)])
      + [allocators.map { .allocators($0) }].compactMap(\.self)
      + (simulators.isEmpty || !comparesSimulated ? [] : [.simulators(simulators)])
      + [seeds.map { .seeds($0, $1) }].compactMap(\.self)
  }
}

/// Whether the times of two runs are of one kind of machine, as far as their facts tell.
public struct HostPair: Sendable {
  /// How the machines differ.
  public enum Difference: Equatable, Sendable {
    /// Each run has one machine, and these facts of them differ.
    case facts([FactDifference])
    /// Runs were measured on several, which one fact cannot tell.
    case several([Machines])
  }

  /// The machines of a run that was merged.
  public struct Machines: Equatable, Sendable {
    /// The run.
    public let side: ComparisonNote.Side
    /// The machines.
    public let hosts: [HostFacts]
  }

  /// How they differ; nil where no fact does.
  public let difference: Difference?

  init(_ a: RunMetadata, _ b: RunMetadata) {
    if a.hosts.count == 1, b.hosts.count == 1 {
      // A run that was merged names all machines in its own facts, so the lists are what counts.
      let differences = a.hosts[0].differences(from: b.hosts[0])
      difference = differences.isEmpty ? nil : .facts(differences)
    } else {
      difference = .several(
        [(ComparisonNote.Side.baseline, a.hosts), (.candidate, b.hosts)]
          .filter { $0.1.count > 1 }.map(Machines.init))
    }
  }
}
