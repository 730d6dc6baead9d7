import BenchmarkModel
import BenchmarkResults

/// The differences between two runs that decide whether their exact metrics can be compared.
struct ToolchainPair {
  /// The differences in compiler, configuration, Unicode data and instruction set.
  private let differences: [FactDifference]
  /// The facts that neither run states, so that they may differ.
  private let unknown: [String]
  /// The difference between the allocators.
  private let allocators: FactDifference?
  /// The differences in other facts that valgrind's counts depend on.
  private let simulators: [FactDifference]
  /// True if both runs have such counts.
  private let comparesSimulated: Bool
  /// The seeds of the scripts, if they differ.
  private let seeds: (UInt64, UInt64)?

  init(_ a: RunMetadata, _ b: RunMetadata) {
    let (first, second) = (a.toolchain, b.toolchain)
    let all =
      first.differences(from: second)
      + [FactDifference("architecture", a.architecture, b.architecture)].compactMap(\.self)
    // Equal digests cover what is unknown. One toolchain builds both sides of a paired comparison, even if an older
    // worker does not tell which.
    let covers =
      a.paired(with: b) != nil || (first.digest != nil && first.digest == second.digest)
    let isUnknown = { (fact: String?) in fact == nil || fact == "unknown" }
    differences = all.filter { !covers || !(isUnknown($0.before) || isUnknown($0.after)) }
    unknown = zip(first.facts(), second.facts()).filter {
      !covers && $0.value == $1.value && isUnknown($0.value)
    }.map(\.0.name)
    allocators = first.differences(from: second, of: .shim).first
    simulators = first.differences(from: second, of: .valgrind)
    comparesSimulated = first.valgrind != nil && second.valgrind != nil
    seeds = a.plan.seed == b.plan.seed ? nil : (a.plan.seed, b.plan.seed)
  }

  /// True if a change of this row fails the gate.
  func gates(_ series: SeriesKey) -> Bool {
    sameKeys(series.cell) && reason(of: series.measure) == nil
  }

  /// True if both runs have typed the same keys into a cell; always true for a trace, which was recorded.
  func sameKeys(_ cell: Cell) -> Bool { seeds == nil || cell.isTraced }

  /// The reason why rows like this do not gate, or not all of them; nil if they gate.
  func reason(for measure: SeriesKey.Measure) -> ComparisonScope.Reason? {
    reason(of: measure) ?? seeds.map { _ in .seed }
  }

  private func reason(of measure: SeriesKey.Measure) -> ComparisonScope.Reason? {
    // The behaviour of the field does not depend on compiler or allocator.
    if measure.metric.isBehaviour { return nil }
    if !differences.isEmpty || !unknown.isEmpty { return .toolchain }
    switch measure.instrument {
    case .shim: return allocators == nil ? nil : .allocator
    case .valgrind: return simulators.isEmpty ? nil : .system
    case .clock, .host: return nil
    }
  }

  /// The reasons why exact metrics do not gate.
  var notes: [ComparisonNote] {
    (differences.isEmpty ? [] : [.toolchains(differences)])
      + (unknown.isEmpty ? [] : [.unknownToolchain(unknown)])
      + [allocators.map { .allocators($0) }].compactMap(\.self)
      + (simulators.isEmpty || !comparesSimulated ? [] : [.simulators(simulators)])
      + [seeds.map { .seeds($0, $1) }].compactMap(\.self)
  }
}

/// The differences between the machines of two runs, as far as their facts show.
package struct HostPair: Sendable {
  /// The difference between the machines.
  package enum Difference: Equatable, Sendable {
    /// Each run has one machine, and these facts of the two differ.
    case facts([FactDifference])
    /// At least one run was measured on several machines, so single facts cannot be compared.
    case several([Machines])

    /// The difference between the machines, in words.
    package var words: String {
      switch self {
      case .facts(let facts): facts.map(\.words).joined(separator: ", ")
      case .several(let runs):
        runs.map { run in
          "the \(run.side.rawValue) was measured on \(run.hosts.count): "
            + run.hosts.map { "\($0.name), \($0.kernel)" }.joined(separator: "; ")
        }.joined(separator: "; ")
      }
    }
  }

  /// The machines of a run that was merged.
  package struct Machines: Equatable, Sendable {
    /// The run.
    package let side: ComparisonNote.Side
    /// The machines.
    package let hosts: [HostFacts]
  }

  /// The difference; nil if no fact differs.
  package let difference: Difference?

  init(_ a: RunMetadata, _ b: RunMetadata) {
    if a.hosts.count == 1, b.hosts.count == 1 {
      // A merged run names all machines in its own facts, so the lists decide.
      let differences = a.hosts[0].differences(from: b.hosts[0])
      difference = differences.isEmpty ? nil : .facts(differences)
    } else {
      difference = .several(
        [(ComparisonNote.Side.baseline, a.hosts), (.candidate, b.hosts)]
          .filter { $0.1.count > 1 }.map(Machines.init))
    }
  }
}

extension FactDifference {
  /// The facts of both runs.
  var words: String { "\(name) \(before ?? "unknown") against \(after ?? "unknown")" }
}
