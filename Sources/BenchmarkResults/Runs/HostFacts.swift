/// The machine that a run was measured on, as far as times depend on it.
package struct HostFacts: Codable, Hashable, Sendable {
  /// The processor, as the kernel names it.
  package var cpuModel: String
  /// The number of logical cores.
  package var cores: Int
  /// The kernel and its version.
  package var kernel: String
  /// The kernel's clock source, for example `tsc`.
  package var clockSource: String
  /// The hypervisor or container, if there is one.
  package var virtualisation: String?
  /// The instruction set, for example `x86_64`.
  package var architecture: String?

  /// Describes a machine.
  package init(
    cpuModel: String, cores: Int, kernel: String, clockSource: String,
    virtualisation: String? = nil, architecture: String? = nil
  ) {
    self.cpuModel = cpuModel
    self.cores = cores
    self.kernel = kernel
    self.clockSource = clockSource
    self.virtualisation = virtualisation
    self.architecture = architecture
  }

  /// The facts that differ from those of another machine, this one first.
  package func differences(from other: HostFacts) -> [FactDifference] {
    [
      FactDifference("processor", cpuModel, other.cpuModel),
      FactDifference("cores", "\(cores)", "\(other.cores)"),
      FactDifference("architecture", architecture, other.architecture),
      FactDifference("kernel", kernel, other.kernel),
      FactDifference("virtualisation", virtualisation ?? "none", other.virtualisation ?? "none"),
      FactDifference("clock source", clockSource, other.clockSource),
    ].compactMap(\.self)
  }

  /// The name of the machine for people: `AMD EPYC, 2 cores, hypervisor, tsc`; without the kernel, which is updated often.
  package var name: String {
    let parts = [
      cpuModel, Words.count(cores, "core"), architecture, virtualisation, clockSource,
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }
}

/// A fact that differs between two runs.
package struct FactDifference: Equatable, Sendable {
  /// The name of the fact.
  package let name: String
  /// The fact of the first run; nil if it is unknown.
  package let before: String?
  /// The fact of the second run; nil if it is unknown.
  package let after: String?

  /// Makes a difference; nil if both facts are equal.
  package init?(_ name: String, _ before: String?, _ after: String?) {
    guard before != after else { return nil }
    self.name = name
    self.before = before
    self.after = after
  }
}
