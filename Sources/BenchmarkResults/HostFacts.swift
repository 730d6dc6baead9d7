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

  /// What differs from another machine, in words, this one first; empty where nothing does.
  public func differences(from other: HostFacts) -> [String] {
    let facts: [(name: String, here: String, there: String)] = [
      ("processor", cpuModel, other.cpuModel), ("cores", "\(cores)", "\(other.cores)"),
      ("architecture", architecture ?? "unknown", other.architecture ?? "unknown"),
      ("kernel", kernel, other.kernel),
      ("virtualisation", virtualisation ?? "none", other.virtualisation ?? "none"),
      ("clock source", clockSource, other.clockSource),
    ]
    return facts.filter { $0.here != $0.there }.map { "\($0.name) \($0.here) against \($0.there)" }
  }

  /// What people call the machine: `AMD EPYC, 2 cores, hypervisor, tsc`; without the kernel, which is updated often.
  public var name: String {
    let parts = [
      cpuModel, "\(cores) core\(cores == 1 ? "" : "s")", architecture, virtualisation, clockSource,
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }
}

extension RunMetadata {
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
