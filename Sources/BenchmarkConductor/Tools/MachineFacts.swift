import BenchmarkModel
import BenchmarkResults
import Foundation
import Subprocess

/// Facts about the machine and its tools.
package enum MachineFacts {
  /// The processor, as the kernel names it.
  package static func cpuModel() -> String {
    cpuInfo("model name") ?? "unknown"
  }

  /// True if the processor reports that the kernel runs under a hypervisor.
  package static func isVirtualised() -> Bool {
    cpuInfo("flags")?.split(separator: " ").contains("hypervisor") ?? false
  }

  /// The kernel and its version.
  package static func kernel() -> String {
    var names = utsname()
    guard uname(&names) == 0 else { return "unknown" }
    return "\(text(names.sysname)) \(text(names.release))"
  }

  /// The instruction set, for example `x86_64`.
  package static func architecture() -> String? {
    var names = utsname()
    return uname(&names) == 0 ? text(names.machine) : nil
  }

  /// The version of glibc, for example `2.36`; nil for another C library.
  package static func libcVersion() -> String? {
    // Swift's Glibc module lacks the header that declares it.
    typealias Version = @convention(c) () -> UnsafePointer<CChar>
    return dlsym(nil, "gnu_get_libc_version").map {
      String(cString: unsafeBitCast($0, to: Version.self)())
    }
  }

  /// The version of the valgrind on the path, for example `3.19.0`; nil if there is none that answers.
  package static func valgrindVersion() async -> String? {
    await output("valgrind", ValgrindTools.options + ["--version"])?.firstMatch(
      of: /valgrind-(\S+)/
    ).map { String($0.1) }
  }

  /// The kernel's clock source, for example `tsc`.
  package static func clockSource() -> String {
    file("/sys/devices/system/clocksource/clocksource0/current_clocksource") ?? "unknown"
  }

  /// The frequency governor of the first processor; nil if there is none, as in most virtual machines.
  package static func governor() -> String? {
    file("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")
  }

  /// The load average of the last minute; nil if the kernel does not report it.
  package static func loadAverage() -> Double? {
    file("/proc/loadavg")?.split(separator: " ").first.flatMap { Double($0) }
  }

  /// The number of other processes that are ready to run, as the mean of ten readings in a tenth of a second; nil if
  /// the kernel does not report it.
  package static func othersReady() async -> Double? {
    var ready = 0.0
    for _ in 0..<10 {
      // In `0.52 0.58 0.59 2/345 6789` two are ready, one of which is reading this.
      guard let fields = file("/proc/loadavg")?.split(separator: " "), fields.count > 3,
        let now = fields[3].split(separator: "/").first.flatMap({ Double($0) })
      else { return nil }
      ready += max(0, now - 1)
      try? await Task.sleep(for: .milliseconds(10))
    }
    return (ready / 10).rounded(places: 1)
  }

  /// The version of the Swift toolchain on the path, for example `6.3.1`; `unknown` if there is none.
  ///
  /// It builds the commits that `ab` compares. A worker tells the version that built it itself.
  ///
  /// - Throws: ``Problem`` if there is one that does not answer.
  package static func swiftVersion() async throws -> String {
    guard SystemTool.find("swift") != nil else { return "unknown" }
    // `swift --version` would ask for this twice.
    let text = await output("swift", ["-frontend", "-version"])
    try Task.checkCancellation()
    guard let version = text?.firstMatch(of: /Swift version (\S+)/) else {
      throw Problem(
        "'swift -frontend -version' did not tell a version: run it by hand"
      )
    }
    return String(version.1)
  }

  /// The output of a program, trimmed; nil if it fails.
  package static func output(_ program: String, _ arguments: [String]) async -> String? {
    // Swift's driver leaves a temporary folder behind at each call.
    let folder = try? TemporaryPlace.fresh()
    defer { folder.map { try? FileManager.default.removeItem(atPath: $0) } }
    return await SystemTool.output(
      program, arguments, environment: folder.map { .inherit.updating(["TMPDIR": $0]) } ?? .inherit)
  }

  private static func file(_ path: String) -> String? {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private static func cpuInfo(_ key: String) -> String? {
    file("/proc/cpuinfo")?.split(separator: "\n").first { $0.hasPrefix(key) }
      .flatMap { $0.split(separator: ":", maxSplits: 1).last }
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }

  private static func text<Characters>(_ characters: Characters) -> String {
    withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

/// The processors of this machine.
package enum Processors {
  /// The processors that this process may run on, in ascending order; empty if the kernel does not report them.
  package static func allowed() -> [Int] {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("Cpus_allowed_list:") })
    else { return [] }
    return list(line.dropFirst("Cpus_allowed_list:".count).trimmingCharacters(in: .whitespaces))
  }

  /// The number of processors that this process may run on.
  package static var usable: Int {
    let count = allowed().count
    return count > 0 ? count : ProcessInfo.processInfo.activeProcessorCount
  }

  /// Pairs of processors on which two programs can be compared at the same time: equally fast, and not two threads of one
  /// core.
  ///
  /// - Parameters:
  ///   - most: the maximum number of pairs.
  ///   - allowed: the processors to choose from.
  ///   - quota: the processors that a quota allows to keep busy; nil for all.
  ///   - folder: the folder in which the kernel describes processors.
  /// - Returns: disjoint pairs, those of the last processors first, because the first ones serve interrupts; empty if there
  ///   are none.
  package static func pairs(
    atMost most: Int, of allowed: [Int] = allowed(),
    quota: Double? = ProcessorQuota.processors(), in folder: String = "/sys/devices/system/cpu"
  ) -> [[Int]] {
    func fact(_ name: String, of processor: Int) -> String? {
      try? String(contentsOfFile: "\(folder)/cpu\(processor)/\(name)", encoding: .utf8)
    }
    var cores: Set<String> = []
    let apart = allowed.reversed().filter { processor in
      // A virtual machine may not tell; then its processors are taken for cores.
      fact("topology/thread_siblings_list", of: processor).map { cores.insert($0).inserted } ?? true
    }
    let kinds = Dictionary(grouping: apart) { processor in
      ["cpufreq/cpuinfo_max_freq", "cpu_capacity"].map { fact($0, of: processor) }
    }
    let pairs = kinds.values.flatMap { alike in
      stride(from: 0, to: alike.count - 1, by: 2).map { Array(alike[$0...$0 + 1]) }
    }
    let affordable = quota.map { Int($0 / 2) } ?? most
    return Array(pairs.sorted { $0[0] > $1[0] }.prefix(min(most, affordable)))
  }

  /// Reads the kernel's notation, `0-3,8`; other text is left out.
  package static func list(_ text: String) -> [Int] {
    text.split(separator: ",").flatMap { part -> [Int] in
      let bounds = part.split(separator: "-").compactMap { Int($0) }
      guard let first = bounds.first, let last = bounds.last, first <= last else { return [] }
      return Array(first...last)
    }
  }
}
