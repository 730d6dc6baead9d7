/// The machine that a run was measured on, as far as times depend on it.
public struct HostFacts: Codable, Hashable, Sendable {
  /// The processor, as the kernel names it.
  public var cpuModel: String
  /// How many logical cores there are.
  public var cores: Int
  /// The kernel and its version.
  public var kernel: String
  /// The kernel's clock source.
  public var clockSource: String
  /// The hypervisor or container, where there is one.
  public var virtualisation: String?
  /// The instruction set, where it is known.
  public var architecture: String?

  /// What differs from another machine, this one first; empty where nothing does.
  public func differences(from other: HostFacts) -> [FactDifference] {
    [
      FactDifference("processor", cpuModel, other.cpuModel),
      FactDifference("cores", "\(cores)", "\(other.cores)"),
      FactDifference("architecture", architecture, other.architecture),
      FactDifference("kernel", kernel, other.kernel),
      FactDifference("virtualisation", virtualisation ?? "none", other.virtualisation ?? "none"),
      FactDifference("clock source", clockSource, other.clockSource),
    ].compactMap(\.self)
  }

  /// What people call the machine: `AMD EPYC, 2 cores, hypervisor, tsc`; without the kernel, which is updated often.
  public var name: String {
    let parts = [
      cpuModel, Words.count(cores, "core"), architecture, virtualisation, clockSource,
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }
}

/// A fact that two runs say differently.
public struct FactDifference: Equatable, Sendable {
  /// What it is about.
  public let name: String
  /// What the first run says; nil where that is unknown.
  public let before: String?
  /// What the second one says.
  public let after: String?

  /// Nil where both say the same.
  public init?(_ name: String, _ before: String?, _ after: String?) {
    guard before != after else { return nil }
    self.name = name
    self.before = before
    self.after = after
  }
}

extension RunMetadata {
  /// The allocator with its version.
  package var allocatorName: String { "\(allocator) \(allocatorVersion ?? "of unknown version")" }

  /// The machine that the run says it was measured on; of a merged run see ``hosts``.
  public var host: HostFacts {
    HostFacts(
      cpuModel: cpuModel, cores: cores, kernel: kernel, clockSource: clockSource,
      virtualisation: virtualisation, architecture: architecture)
  }

  /// The machines that the run was measured on, each once: several where it was merged from such runs.
  public var hosts: [HostFacts] {
    guard let mergedFrom, !mergedFrom.isEmpty else { return [host] }
    var known: Set<HostFacts> = []
    return mergedFrom.map(\.host).filter { known.insert($0).inserted }
  }
}
