import BenchmarkModel

extension RunMetadata {
  /// The tools and libraries that code was built and counted with, as far as exact metrics depend on them.
  package struct Toolchain: Codable, Equatable, Sendable {
    /// An allocator.
    package struct Allocator: Codable, Equatable, Sendable {
      /// The name, for example `jemalloc`.
      package var name: String
      /// The version; nil if the run does not say.
      package var version: String?

      /// Describes an allocator.
      package init(name: String, version: String?) {
        self.name = name
        self.version = version
      }
    }

    /// The version of the Swift compiler that built the worker, for example `6.3.1`; `unknown` if the worker did not
    /// tell.
    package var swift: String
    /// The build configuration.
    package var configuration: BuildConfiguration
    /// The version of ICU inside Foundation.
    package var icu: String?
    /// The version of CLDR that ICU carries.
    package var cldr: String?
    /// The SHA-256 of the compiler's description and of the libraries of Swift and Foundation that the worker used; nil
    /// if the run does not say.
    package var digest: String?
    /// The allocator behind the counting shim.
    package var allocator: Allocator
    /// The version of valgrind that counted instructions, for example `3.19.0`; nil if none did.
    package var valgrind: String?
    /// The version of the C library, whose routines are part of the counts.
    package var libc: String?

    /// Describes a toolchain of which nothing else is known.
    package init(swift: String, configuration: BuildConfiguration, allocator: Allocator) {
      self.swift = swift
      self.configuration = configuration
      self.allocator = allocator
    }

    /// Facts by name: those that all counts depend on, or those that only the counts of an instrument depend on.
    package func facts(of instrument: Instrument? = nil) -> [(name: String, value: String?)] {
      switch instrument {
      case nil:
        [
          ("Swift", swift), ("configuration", configuration.rawValue), ("ICU", icu), ("CLDR", cldr),
        ]
      case .shim: [("allocator", "\(allocator.name) \(allocator.version ?? "of unknown version")")]
      case .valgrind: [("valgrind", valgrind ?? "none"), ("C library", libc)]
      case .clock, .host: []
      }
    }

    /// The facts that differ from those of another toolchain, this one first.
    package func differences(
      from other: Toolchain, of instrument: Instrument? = nil
    ) -> [FactDifference] {
      let versions = zip(facts(of: instrument), other.facts(of: instrument)).compactMap {
        FactDifference($0.name, $0.value, $1.value)
      }
      // Earlier runs have no digest, and are compared by their versions alone.
      guard instrument == nil, versions.isEmpty, let digest, let others = other.digest else {
        return versions
      }
      return [FactDifference("libraries", String(digest.prefix(12)), String(others.prefix(12)))]
        .compactMap(\.self)
    }
  }

  /// The instruction set of the machine; nil if it is unknown, or if there are several.
  package var architecture: String? {
    let known = Set(hosts.map(\.architecture))
    return known.count == 1 ? known.first ?? nil : nil
  }
}
