import BenchmarkModel
import Foundation

/// The limit that control groups set on the processor time of this process, as a container has.
///
/// When the time of a period is used up, the kernel stops all processes of the group until the next one, and the clock goes on.
package enum ProcessorQuota {
  /// The processors that the time allows to keep busy, such as 0.2; nil if there is no limit, or the kernel does not tell.
  package static func processors() -> Double? {
    groups().compactMap { group -> Double? in
      // As of cgroup v2, then of v1.
      let texts =
        text("\(group)/cpu.max")?.split(separator: " ")
        ?? [text("\(group)/cpu.cfs_quota_us"), text("\(group)/cpu.cfs_period_us")]
        .compactMap { $0?[...] }
      let numbers = texts.compactMap { Double($0) }
      guard numbers.count == 2, numbers[0] > 0, numbers[1] > 0 else { return nil }
      return numbers[0] / numbers[1]
    }.min()
  }

  /// The seconds for which the kernel has stopped processes of the group so far; nil if it does not tell.
  package static func throttledSeconds() -> Double? {
    groups().compactMap { group in
      let lines = text("\(group)/cpu.stat")?.split(separator: "\n") ?? []
      let figures = lines.compactMap { line -> Double? in
        let words = line.split(separator: " ")
        guard words.count == 2, let number = Double(words[1]) else { return nil }
        switch words[0] {
        case "throttled_usec": return number / 1e6
        case "throttled_time": return number / 1e9
        default: return nil
        }
      }
      return figures.first
    }.max()
  }

  /// The folders of the control groups that this process is in, and of those around them.
  private static func groups() -> [String] {
    let root = "/sys/fs/cgroup"
    return (text("/proc/self/cgroup") ?? "").split(separator: "\n").flatMap { line -> [String] in
      // `0::/user.slice` of v2, `4:cpu,cpuacct:/docker/1f` of v1.
      let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3 else { return [] }
      let names = fields[1].split(separator: ",")
      guard fields[1].isEmpty || names.contains("cpu") else { return [] }
      let mounts =
        fields[1].isEmpty ? [root, "\(root)/unified"] : ["\(root)/\(fields[1])", "\(root)/cpu"]
      var path = String(fields[2])
      var paths = [path]
      while let slash = path.lastIndex(of: "/"), path != "/" {
        path = slash == path.startIndex ? "/" : String(path[..<slash])
        paths.append(path)
      }
      return mounts.flatMap { mount in paths.map { mount + $0 } }
    }
  }

  private static func text(_ path: String) -> String? {
    (try? String(contentsOfFile: path, encoding: .utf8))?
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

/// The time of processors so far, in ticks of the kernel.
package struct ProcessorTime: Sendable {
  private let all: Double
  private let stolen: Double

  /// Reads the time of a processor, or of all of them; nil if the kernel does not tell.
  package init?(of processor: Int? = nil, in file: String = "/proc/stat") {
    let name = "cpu" + (processor.map(String.init) ?? "")
    let lines = (try? String(contentsOfFile: file, encoding: .utf8))?.split(separator: "\n") ?? []
    // As of proc_stat(5): user, nice, system, idle, iowait, irq, softirq, steal; what follows is part of the first two.
    let ticks = lines.map { $0.split(separator: " ") }.first { $0.first == name[...] }?
      .dropFirst().prefix(8).compactMap { Double($0) }
    guard let ticks, ticks.count == 8 else { return nil }
    (all, stolen) = (ticks.reduce(0, +), ticks[7])
  }

  /// The share of the time since an earlier moment in which a hypervisor ran other guests in place of this one.
  package func stolenShare(since earlier: ProcessorTime) -> Double {
    all > earlier.all ? max(0, stolen - earlier.stolen) / (all - earlier.all) : 0
  }
}

/// The rounds of a run in which the worker could not have its processor: a quota stopped it, or a hypervisor ran other guests.
struct DisturbedRounds {
  private var throttled = (rounds: 0, seconds: 0.0)
  private var stolen = (rounds: 0, most: 0.0)
  private var all = 0
  private var quota: Double?
  private var time: ProcessorTime?
  private var processor: Int?
  private var start = ContinuousClock.now

  /// A round is disturbed beyond this share of its length.
  private static let share = 0.01

  /// Looks at the clock and at what was stopped and stolen so far.
  mutating func begin(on processor: Int?) {
    self.processor = processor
    (quota, time) = (ProcessorQuota.throttledSeconds(), ProcessorTime(of: processor))
    start = .now
  }

  /// Adds what was stopped and stolen since the beginning of the round.
  mutating func end() {
    all += 1
    if let quota, let after = ProcessorQuota.throttledSeconds(),
      after - quota > Self.share * ((ContinuousClock.now - start) / .seconds(1))
    {
      throttled = (throttled.rounds + 1, throttled.seconds + after - quota)
    }
    if let share = time.flatMap({ ProcessorTime(of: processor)?.stolenShare(since: $0) }) {
      stolen = (stolen.rounds + (share > Self.share ? 1 : 0), max(stolen.most, share))
    }
  }

  /// The largest share of a round that was stolen; nil if the kernel does not tell.
  var stolenShare: Double? { time == nil ? nil : stolen.most.rounded(places: 4) }

  /// The warnings of the run; empty if no round was disturbed.
  var warnings: [String] {
    let limit = ProcessorQuota.processors().map { " of \($0.rounded(places: 2)) processors" } ?? ""
    return [
      throttled.rounds == 0
        ? nil
        : "a CPU quota\(limit) stopped the worker for \(throttled.seconds.rounded(places: 1)) s, in \(throttled.rounds) of \(all) rounds: times are too high, counts are not; measure without a quota",
      stolen.rounds == 0
        ? nil
        : "the hypervisor ran other guests for up to \((stolen.most * 100).rounded(places: 1)) % of a round (steal time), in \(stolen.rounds) of \(all) rounds: times are too high, counts are not; measure again, or on a machine of its own",
    ].compactMap(\.self)
  }
}
